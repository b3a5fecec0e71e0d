"""The ten lines that an evening needs, in the words of the game in play."""

from __future__ import annotations

from collections.abc import Iterator

from engine.concerns.tracks.sheet import tracks_of
from engine.heads import commands_with
from engine.state import Sheet, State
from shell.language.fitting import fit_line
from shell.language.grammar import Takes
from shell.language.kinds.text import spelled_name

#: Stand-ins for a campaign without characters or traits, as in the examples.
ANYBODY, ANYBODY_ELSE, ANY_TRAIT = "Finn", "Odo", "Climbing"


def evening_lines(state: State | None, takes: Takes) -> list[str]:
    """Return ten lines with what they do, with the campaign's own names, but for lines that are not accepted here."""
    rows = [
        (fit_line(line, state.rules if state else None) or line, meaning)
        for line, meaning in lines_and_meanings(state)
        if any(takes(cls) for cls in commands_with(line.split()[0]))
    ]
    columns = max((len(line) for line, _ in rows), default=0)
    return [f"  {line.ljust(columns)}  {meaning}" for line, meaning in rows]


def lines_and_meanings(state: State | None) -> Iterator[tuple[str, str]]:
    """Yield ten lines, each with what it does."""
    people = sorted(state.sheets.values(), key=lambda sheet: sheet.kind != "pc") if state else []
    one = next((sheet for sheet in people if traits_of(sheet)), people[0] if people else None)
    other = next((sheet for sheet in people if sheet is not one), None)
    who = spelled_name(one.name if one else ANYBODY)
    trait = spelled_name(next(iter([*traits_of(one), *(state.abilities if state else ())]), ANY_TRAIT))
    against = spelled_name(other.name if other else ANYBODY_ELSE)
    yield ("session start", "begin an evening") if one else ("pc Finn by Kim", "a character")
    yield f"check {who} {trait} vs 2", "roll against a difficulty"
    yield f"check {who} {trait} vs 2 rolled 1", "the same with real dice"
    yield f"contest {who} {trait} vs {against}", "both roll"
    yield from harm(state, one, who)
    yield f"give {who} rope", "add a thing"
    yield f"sheet {who}", "show the sheet"
    yield "award all 2 for the rescue", "give XP"
    yield "note The bridge is down", "keep any text"
    yield "undo", "take back the last line"


def harm(state: State | None, sheet: Sheet | None, who: str) -> Iterator[tuple[str, str]]:
    """Yield the line that does harm to somebody as the game has it: a state of a status, a box, or out of play."""
    if state is not None and state.statuses:
        status = next(iter(state.statuses.values()))
        yield f"status {who} {spelled_name(status.name)} {spelled_name(status.states[0].name)}", "change a status"
    elif state is not None and sheet is not None and (tracks := tracks_of(state, sheet)):
        first = next(iter(tracks.values())).states[0]
        yield f"mark {who} {spelled_name(first.name)}", "mark a box of a track"
    else:
        yield f"out {who} fled", "take somebody out of play"


def traits_of(sheet: Sheet | None) -> list[str]:
    """Return the traits of a character, as they were given."""
    return [trait for trait in sheet.practice if sheet.is_trained(trait)] if sheet else []
