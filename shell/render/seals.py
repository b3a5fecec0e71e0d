"""Answer the commands of seals."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from engine.campaign import Campaign
from engine.concerns.seals.commands import SealEvening, ShowChecker, ShowSeals, ShowSince
from engine.refusal import Refused
from engine.text import plain, with_sign
from shell.output import PLAIN, clean_line, pad, page_columns, width
from shell.progress import report_progress
from shell.render import Answer, Asked, answers
from shell.render.events import change_lines, recorded_text
from shell.render.log import events_json, log_text
from shell.render.proof import slip_text, verified_json, verified_text

if TYPE_CHECKING:
    from replay.seal.card import Card, OnCard
    from replay.seal.finding import Matched, Seal

#: The columns that a card keeps free for its border.
BORDER = 4

#: The columns to which a card wraps its lines, and how many changes of a sheet stand on it.
CARD_COLUMNS = 60
CHANGES_ON_CARD = 6

#: What a card shows and does not show, and what it lacks without a number.
CARD_SHOWS = "Later these words show that nothing up to here was changed. They do not show that it was true."
NO_NUMBER = "No number: good against a later change, not against two versions prepared beforehand."

#: The progress of a list of seals.
COMPUTED = "computed the words of {:,} of {:,} seals"

#: What to do with a card.
TO_NOTE = "Photograph this, or write the five words down; or a player posts this line:"


@answers(SealEvening)
def answer_sealed(asked: Asked) -> Answer:
    """Answer with the card of the seal that was just set."""
    from replay.seal.card import make_card
    from replay.seal.finding import seal_at
    from replay.seal.known import known_words

    seal = seal_at(asked.campaign, asked.events[-1].seq)
    with known_words(asked.campaign.log.campaign) as words:
        card = make_card(asked.campaign, seal, words.of(seal.head))
    said = [recorded_text(asked.events), *card_lines(card), TO_NOTE, card.line]
    checked = verified_text(asked.campaign)
    return Answer(card_json(card) | verified_json(asked.campaign), lambda: "\n".join(said) + checked)


def seal_json(seal: Seal, words: tuple[str, ...]) -> dict[str, Any]:
    """Return a seal as the contract of `--json` promises."""
    return {"seq": seal.head.seq, "number": seal.number, "by": seal.player, "words": list(words)}


def card_json(card: Card) -> dict[str, Any]:
    """Return a card as the contract of `--json` promises."""
    sheets = {each.name: {"xp": each.xp, "changed": changed_on(each)} for each in card.characters}
    return seal_json(card.seal, card.words) | {"line": card.line, "sheets": sheets}


def changed_on(sheet: OnCard) -> list[str]:
    """Return what changed on a sheet, without the name that stands before it."""
    return [line.strip().removeprefix(sheet.name).removeprefix(":").strip() for line in change_lines(sheet.changed)]


def card_lines(card: Card) -> list[str]:
    """Return a card with a border, or without one for ears and where it does not fit."""
    heading = " · ".join(card_heading(card))
    body = list(lines_on_card(card))
    inner = max(map(width, [heading, *body]))
    if PLAIN.get() or inner + BORDER > page_columns():
        return [heading, *(f"  {line}" for line in body)]
    top = f"┌ {heading} {'─' * (inner - width(heading))}┐"
    return [top, *(f"│ {pad(line, inner)} │" for line in body), f"└{'─' * (inner + 2)}┘"]


def card_heading(card: Card) -> Iterator[str]:
    """Yield the campaign, the evening, its day and the last sealed event."""
    if card.title:
        yield clean_line(card.title)
    yield f"session {card.seal.session}"
    yield card.seal.told.told_day
    if card.upto is not None:
        yield f"#{card.upto}"


def lines_on_card(card: Card) -> Iterator[str]:
    """Yield the lines of a card: words, number, characters, and what they show."""
    yield f"  {' · '.join(card.words)}"
    said = f"number {card.seal.number}" if card.seal.number is not None else "no number"
    yield f"  {said}, said by {clean_line(card.seal.player)}"
    for each in card.characters:
        changed = changed_on(each)
        more = [f"and {len(changed) - CHANGES_ON_CARD} more"] if len(changed) > CHANGES_ON_CARD else []
        gained = f" ({with_sign(each.gained)})" if each.gained else ""
        told = " · ".join([f"{each.name} {plain(each.xp)} XP awarded{gained}", *changed[:CHANGES_ON_CARD], *more])
        yield from wrap(clean_line(told), CARD_COLUMNS, subsequent_indent="  ")
    remarks = [CARD_SHOWS] if card.seal.number is not None else [CARD_SHOWS, NO_NUMBER]
    yield from (line for each in remarks for line in wrap(each, CARD_COLUMNS))


def seal_line(seal: Seal, words: tuple[str, ...]) -> str:
    """Return a seal as a line of a list."""
    said = f" with {seal.number}" if seal.number is not None else ", no number"
    return f"#{seal.head.seq}  {seal.told.told_day}  session {seal.session}, {seal.player}{said}: {' '.join(words)}"


@answers(ShowSeals)
def answer_seals(asked: Asked) -> Answer:
    """Answer with all seals and their words."""
    from replay.seal.finding import find_seals
    from replay.seal.known import known_words

    found = find_seals(asked.campaign)
    with report_progress(COMPUTED) as progress, known_words(asked.campaign.log.campaign) as words:
        for done, seal in enumerate(found):
            if progress is not None:
                progress(done, len(found))
            words.of(seal.head)
    listed = [
        seal_json(seal, words.of(seal.head)) | {"session": seal.session, "at": seal.at, "local": seal.told.local}
        for seal in found
    ]
    none = "nothing is sealed yet: “seal NUMBER by PLAYER” seals an evening"
    return Answer({"seals": listed}, lambda: "\n".join(seal_line(each, words.of(each.head)) for each in found) or none)


def last_seal(campaign: Campaign) -> dict[str, Any] | None:
    """Return the last seal of a campaign, or None if nothing is sealed."""
    from replay.seal.finding import find_seals
    from replay.seal.known import known_words

    found = find_seals(campaign)[-1:]
    with known_words(campaign.log.campaign) as words:
        return next((seal_json(seal, words.of(seal.head)) for seal in found), None)


@answers(ShowSince)
def answer_since(asked: Asked) -> Answer:
    """Answer with the events after a seal or a number, and what the words of a seal prove."""
    campaign, event = asked.campaign, asked.command.event
    found = None if event is not None else match_words(campaign, asked.command.words)
    at = campaign.point(f"#{event}") if found is None else found.head.seq
    later = tuple(campaign.events(at, campaign.state.seq))
    result = {"at": at, "matches": None if found is None else True, "since": events_json(later, campaign)}
    checked = ""
    if found is not None:
        result, checked = result | verified_json(campaign), verified_text(campaign)

    def text() -> str:
        proven = f"Since #{at}, which no words prove:" if found is None else proven_text(campaign, found)
        told = log_text(later, campaign.state, campaign.history) if later else "  nothing was recorded"
        return f"{proven}\n{told}{checked}"

    return Answer(result, text)


def match_words(campaign: Campaign, typed: str) -> Matched:
    """Recompute all hashes, and return the seal with the typed words. Raise Refused if there is none."""
    from replay.seal.finding import SEALS_TRIED, Unmatched, find_seal, sealed_heads
    from replay.seal.words import read_words

    words = read_words(typed, about="words")
    campaign.prove()
    heads = sealed_heads(campaign.log, campaign.state.seq)
    with report_progress(SEALS_TRIED) as trying:
        found = find_seal(campaign.log.campaign, heads, words, trying)
    if isinstance(found, Unmatched):
        hint = "“seals” lists those of this log" if heads else "“seal NUMBER by PLAYER” seals it"
        raise Refused(found.reason, about="words", hint=hint)
    return found


def proven_text(campaign: Campaign, found: Matched) -> str:
    """Return what matching words prove."""
    from replay.seal.finding import seal_at

    seal = seal_at(campaign, found.head.seq)
    noted = f"{seal.player} noted on {seal.told.told_day}"
    return f"✓ #1 to #{seal.head.seq} are exactly what {noted}{slip_text(found)}. Since then:"


@answers(ShowChecker)
def answer_checker(asked: Asked) -> Answer:
    """Answer with the players' program."""
    from replay.seal.checker import checker

    program = checker()
    return Answer({"program": program}, lambda: program.rstrip("\n"))
