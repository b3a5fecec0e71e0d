"""Write what an event of the log was, as text and as data: for `why #57`, `log #57` and the replay screen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from engine.campaign import GM, Campaign, Recorded
from engine.clock import FROM_NOTES, is_from_notes, table_time
from engine.concerns.rolls.players import OF_THE_LEVEL
from engine.rules.ladder import Ladder
from engine.store import codec
from replay.audience.rule import Visible
from replay.explain.events import EventAnswer
from replay.explain.terms import SumTerm
from shell.language.mending.counted import find_question
from shell.output import pad, width
from shell.render.events import change_lines, stale_text
from shell.render.log import UNDONE, event_json, session_heading, tell_today

#: The label of the last line of a sum.
CHANCE = "chance"

#: The most events or changes that are listed one by one.
MOST_BENEATH = 6


def event_answer_json(found: EventAnswer, campaign: Campaign) -> dict[str, Any]:
    """Return everything known about an event, as the contract of `--json` promises."""
    told = found.told
    recorded = Recorded(told.logged, told.at, told.cmd, told.by, told.event)
    data = event_json(recorded, campaign.state, found.undone_by, found.chance)
    data = {name: held for name, held in data.items() if name not in told.blanks}
    if "participants" in data:
        data["participants"] = tuple(side_seen(side, found) for side in data["participants"])
    data |= {
        "seq": told.seq,
        "session": found.session,
        "text": sentence(found, campaign),
        "revealed_by": found.revealed_by,
    }
    terms = [term for each in found.sums for term in each.terms if term.part is not None and term.since]
    return data | {
        "sums": codec.plain_data(found.sums),
        "origins": [{**codec.plain_data(term.part), "character": term.bearer, "seq": term.since} for term in terms],
        "brought_by": briefly(found.cause) if found.cause else None,
        "about": [*map(briefly, found.about)],
        "caused": [*map(briefly, found.caused)],
        "corrected_by": [*map(briefly, found.corrections)],
        "changes": codec.plain_data(found.changes),
        "stale": codec.plain_data(found.stale),
    }


def sentence(found: EventAnswer, campaign: Campaign) -> str:
    """Return the event's sentence: that of the log, or that which players read."""
    told = found.told
    if found.audience is not None:
        return told.text
    recorded = Recorded(told.logged, told.at, told.cmd, told.by, told.event)
    return tell_today(recorded, campaign.state, struck=not told.counts)


def side_seen(side: dict[str, Any], found: EventAnswer) -> dict[str, Any]:
    """Return a side of a contest without what its audience does not see."""
    kept = OF_THE_LEVEL if side["character"] in found.strangers else ()
    return {name: held for name, held in side.items() if name not in kept}


def briefly(told: Visible) -> dict[str, Any]:
    """Return the number and sentence of another event."""
    return {"seq": told.seq, "text": told.text}


def event_answer_text(found: EventAnswer, campaign: Campaign) -> str:
    """Write everything known about an event."""
    told = found.told
    titles = {session.number: session.title for session in campaign.state.sessions}
    evening = session_heading(found.session, titles.get(found.session, ""))
    by = [f"by {told.by}"] if told.by != GM else []
    when = table_time(campaign.state, told.logged, told.at)
    notes = [FROM_NOTES] if is_from_notes(campaign.state, told.logged) else []
    heading = " · ".join([f"#{told.seq}", evening, when.told, *notes, *by])
    return "\n".join(
        [heading, f"{'' if told.counts else f'{UNDONE} '}{sentence(found, campaign)}", *detail_lines(found, campaign)]
    )


def detail_lines(found: EventAnswer, campaign: Campaign) -> Iterator[str]:
    """Yield the lines about an event beneath its sentence."""
    yield from sum_lines(found)
    yield from list_events("brought about by", [found.cause] if found.cause else [])
    yield from list_events("about", found.about)
    yield from first_lines("changed", [line.strip() for line in change_lines(found.changes)])
    yield from list_events("led to", found.caused)
    yield from list_events("since then", found.corrections)
    question = None if found.audience else find_question(found.told.event, campaign.state)
    if question is not None and not found.sums:
        yield f"  “{question}” explains the value now"
    if found.stale is not None:
        yield f"  as corrected: {stale_text(found.stale, Ladder.of(campaign.state.rules))}"


def sum_lines(found: EventAnswer) -> Iterator[str]:
    """Yield the terms of an event's sums in columns, and the chance."""
    terms = [term for each in found.sums for term in each.terms]
    labels = max([len(CHANCE), *(width(term.what) for term in terms)])
    worths = max((width(term.worth) for term in terms), default=0)
    for each in found.sums:
        yield from [f"  {each.title}"] if each.title else []
        yield from (term_line(term, labels, worths) for term in each.terms)
    if found.chance is not None:
        yield f"  {pad(CHANCE, labels)}  {found.chance_said}"


def term_line(term: SumTerm, labels: int, worths: int) -> str:
    """Write a term of a sum, with its number or word to the right of a column."""
    worth = " " * (worths - width(term.worth)) + term.worth
    return f"  {pad(term.what, labels)}  {worth}  {term.note_since}".rstrip()


def list_events(label: str, found: Sequence[Visible]) -> Iterator[str]:
    """Yield events under a label, the first few and a count."""
    yield from first_lines(label, [f"#{each.seq} {'' if each.counts else f'{UNDONE} '}{each.text}" for each in found])


def first_lines(label: str, lines: Sequence[str]) -> Iterator[str]:
    """Yield lines under a label: one beside it, several below it, the first few and a count."""
    if len(lines) == 1:
        yield f"  {label}: {lines[0]}"
    elif lines:
        yield f"  {label}:"
        yield from (f"    {line}" for line in lines[:MOST_BENEATH])
    if len(lines) > MOST_BENEATH:
        yield f"    … and {len(lines) - MOST_BENEATH} more"
