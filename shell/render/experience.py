"""Answer XP commands: awards, allocations, free practice, accounts, disputes."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import groupby

from engine.attendance import is_present
from engine.concerns.experience.commands import (
    AnswerQuestions,
    Award,
    Dispute,
    FixPracticeRate,
    ShowLedger,
    ShowQuestions,
    WeighPractice,
)
from engine.concerns.experience.events import XpAwarded
from engine.concerns.experience.project import RATE_BEFORE
from engine.doubts import doubt_group
from engine.rules.practice import weigh_practice
from engine.sheet import XpView
from engine.state import State
from engine.store import codec
from engine.text import count_out, join_names, plain, spell_bare, with_sign
from replay.accounts.dispute import Disagreement as Disputed
from replay.accounts.dispute import Explanation, Typed
from replay.accounts.ledger import Entry, Ledger, Subtotal, tell_shares
from shell.render import Answer, Asked, answers
from shell.render.characters import account_text
from shell.render.events import answer_events
from shell.render.heard import say_or_show
from shell.render.proof import verified_json, verified_text
from shell.render.readings import find_reached, format_heading, moment


@answers(ShowQuestions)
def answer_questions(asked: Asked) -> Answer:
    """Award XP for the session's questions that were answered with yes (FL-132)."""
    found = asked.state.rules.questions
    lines = [f"{number}. {question}" for number, question in enumerate(found, start=1)]
    return Answer({"questions": list(found)}, lambda: "\n".join(lines) or "these rules have no questions")


@answers(Award, AnswerQuestions)
def answer_awarded(asked: Asked) -> Answer:
    """Answer with the awards, with whom another group has, and with who of all player characters got none (PF-25)."""
    found = answer_events(asked)
    got = {each.event.character: None for each in asked.events if isinstance(each.event, XpAwarded)}
    remarks = [said for who in got for said in doubt_group(asked.before, asked.before.sheets[who])]
    if asked.command.all and not remarks:
        remarks = [said] if (said := say_without_xp(asked.before, got)) else []
    if not remarks:
        return found
    behind = "".join(f"\n  {remark}" for remark in remarks)
    return Answer(found.result | {"warnings": remarks}, lambda: f"{found.text()}{behind}")


def say_without_xp(state: State, got: Collection[str]) -> str:
    """Return who of all player characters got nothing, and why, or ""."""
    without = [each for each in state.sheets.values() if each.kind == "pc" and each.name not in got]
    away = [each.name for each in without if not is_present(state, each)]
    idle = [each.name for each in without if each.name not in away]
    away = [] if state.boards else away  # most play at another group
    reasons = ((away, "not there"), (idle, "no ability used since the last award"))
    return "; ".join(f"nothing for {join_names(names)}: {why}" for names, why in reasons if names)


@answers(FixPracticeRate)
def answer_practice_rate(asked: Asked) -> Answer:
    """Answer with the rate, and with the one that it replaces (PF-26)."""
    found, before = answer_events(asked), RATE_BEFORE.of(asked.state)
    if before is None:
        return found
    remark = f"it was {before.amount} {before.unit} = {before.xp} XP; XP awarded until now were worth that"
    return Answer(found.result | {"warnings": [remark]}, lambda: f"{found.text()}\n  {remark}")


@answers(WeighPractice)
def answer_practice(asked: Asked) -> Answer:
    """Answer with practice time as XP, and the difficulty it masters (PF-27 to PF-29)."""
    command: WeighPractice = asked.command
    found = weigh_practice(asked.state, command.amount, command.unit, command.quality)
    result = {
        "xp": found.xp,
        "level": found.level,
        "progress": found.progress,
        "needed": found.needed,
        "difficulty": found.level,
    }
    quality = "" if command.quality == 100 else f" at {command.quality}%"
    line = f"{command.amount:g} {command.unit}{quality} of practice: {found.xp} XP, level {found}, so D = {found.level}"
    return Answer(result, lambda: line, apart=True)


@answers(ShowLedger)
def answer_ledger(asked: Asked) -> Answer:
    """Answer with an XP account."""
    from replay.accounts.ledger import account

    found = account(moment(asked), asked.command.who)
    sums = {"debt": found.debt, "from_notes": found.from_notes}
    result = codec.plain_data(found) | sums | verified_json(asked.campaign)
    said = verified_text(asked.campaign)
    return Answer(result, lambda: format_heading(asked.campaign, asked.command) + ledger_text(found) + said)


@answers(Dispute)
def answer_dispute(asked: Asked) -> Answer:
    """Answer with possible reasons why a player claims another number of XP."""
    from replay.accounts.dispute import dispute as weighed
    from replay.moment import Moment

    reached = find_reached(asked.campaign, asked.command)
    found = weighed(Moment.of(asked.campaign, reached), asked.command.who, asked.command.amount)
    result, said = codec.plain_data(found) | verified_json(asked.campaign), verified_text(asked.campaign)
    return Answer(result, lambda: format_heading(asked.campaign, asked.command) + dispute_text(found) + said)


def ledger_text(found: Ledger) -> str:
    """Write the account by sessions, a line an entry, with the balance after it."""
    if not found.entries:
        return f"{found.character} has no XP yet"
    subtotals = {each.session: each for each in found.sessions}
    shares = tell_shares(found.awarded, found.from_notes)
    lines = [
        f"{found.character}'s XP: {_total(found)}",
        *([f"  {shares}"] if shares else []),
        f"{'':>8} {'amount':>7} {'balance':>8}",
    ]
    for session, entries in groupby(found.entries, key=lambda entry: entry.session):
        lines += [_subtotal(subtotals[session]), *map(_entry, entries)]
    return "\n".join(lines)


def _entry(entry: Entry) -> str:
    moved = with_sign(entry.moves) if entry.moves else f"({entry.amount})"
    what = {
        "award": entry.reason or "award",
        "spend": f"to {entry.trait}",
        "taken": entry.reason,
        "given": f"{entry.trait} given without XP, {entry.reason}",
        "bonus": f"free practice in {entry.trait}{f', {entry.reason}' if entry.reason else ''}",
    }[entry.was]
    struck = say_or_show("undone: ", "× ") if entry.kind == "undone" else ""
    notes = "".join(f"; {note}" for note in (*entry.notes, *([entry.source] if entry.source else [])))
    return f"{f'#{entry.seq}':>8} {moved:>7} {plain(entry.balance):>8}  {struck}{what}{notes}"


def _subtotal(found: Subtotal) -> str:
    name = f"session {found.session}" if found.session else "before play"
    title = f", {found.title}" if found.title else ""
    sums = (("+", found.awarded), ("−", found.spent), ("−", found.taken))
    moves = [f"{sign}{amount}" for sign, amount in sums if amount]
    came = " ".join(moves) or "nothing"
    return f"  {name}{title}: {came}, leaves {plain(found.balance)}"


def _total(found: Ledger) -> str:
    return account_text(XpView(found.awarded, found.spent, found.taken, found.unspent, found.bonus), found.given)


def dispute_text(found: Disputed) -> str:
    """Write the claimed and the logged XP, and possible reasons for the difference."""
    who, logged = found.character, plain(found.logged)
    agreed = tuple(_describe_agreed(found))
    if not found.difference:
        return "\n".join([f"the log agrees: {who} has {logged} XP to spend", *agreed])
    apart = f"{abs(found.difference)} {'more' if found.difference > 0 else 'less'}"
    head = f"{who} claims {plain(found.claimed)} XP to spend and the log says {logged}: {apart}"
    if not found.explanations:
        nothing = f"  nothing in the log explains it; “ledger {spell_bare(who)}” lists every award and spend"
        never = [] if agreed else [f"  {who}'s sheet was never signed"]
        return "\n".join(
            [head, nothing, *_others(found), *agreed, *never, *(_describe_typed(each) for each in found.typed)]
        )
    told = [line for place, each in enumerate(found.explanations, 1) for line in _explanation(place, each, found)]
    return "\n".join([head, *told, *_others(found), *agreed])


def _others(found: Disputed) -> Iterator[str]:
    """Yield what others got but this character did not, if nothing explains the whole difference."""
    if found.others and found.explanations:
        yield "  nothing explains all of it"
    yield from (f"  for comparison: {each.text}" for each in found.others)


#: How many explanations of one kind are listed.
MOST_CHOICES = 5


def _explanation(place: int, each: Explanation, found: Disputed) -> Iterator[str]:
    whole = each.accounts_for == found.difference
    share = f"all {abs(found.difference)}" if whole else f"{abs(each.accounts_for)} of {abs(found.difference)}"
    yield f"  {place}. {share}: {'one of these' if each.choices else each.text}"
    yield from (f"     {choice}" for choice in each.choices[:MOST_CHOICES])
    if len(each.choices) > MOST_CHOICES:
        yield f"     and {len(each.choices) - MOST_CHOICES} more"
    if each.remedy:
        which = "the first" if each.choices else "that"
        yield f"     to correct {which}: {', then '.join(f'“{line}”' for line in each.remedy)}"


#: How many events are named for each person who typed them.
MOST_TYPED = 5


def _describe_typed(found: Typed) -> str:
    named = ", ".join(f"#{seq}" for seq in found.events[-MOST_TYPED:])
    more = len(found.events) - MOST_TYPED
    earlier = f"{count_out(more, 'earlier one')} and " if more > 0 else ""
    return f"  typed by {found.by}: {earlier}{named}"


def _describe_agreed(found: Disputed) -> Iterator[str]:
    if found.signed:
        by = found.signed.player or "the player"
        yield f"  last signed: {plain(found.signed.unspent)} XP to spend, by {by} in #{found.signed.seq}"
