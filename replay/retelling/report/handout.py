"""Gather sheets to print, one to a page, as they are now or were at the end of a session."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from engine.point import session_span
from engine.refusal import Refused
from engine.sheet import SheetView
from engine.state import State
from engine.value import value
from replay.audience.rule import View
from replay.retelling.report.film import SHEET_SECTIONS, rows_of, who_plays
from replay.retelling.report.party import note_of_row

#: A row of a sheet to print: what it is, a note, and its value.
PrintedRow = tuple[str, str, str]


@value
class PrintedSheet:
    """A sheet to print, in sections, each with its name, its heading and its rows."""

    name: str
    who: str
    sections: tuple[tuple[str, str, tuple[PrintedRow, ...]], ...]


def gather_handout(seen: View, who: Sequence[str], session: int | None) -> dict[str, Any]:
    """Return the data for pages of sheets. Raise Refused for a sheet that the audience does not see."""
    campaign = seen.campaign
    state = campaign.state
    if session is not None:
        state = campaign.state_at(session_span(state, session)[1], corrected=True)
    return {
        "title": state.title or "A campaign",
        "game": state.rules.title,
        "session": state.session,
        "for_players": seen.for_players,
        "sheets": [print_sheet(state, seen.sheet(state, name)) for name in people_to_print(seen, state, who)],
    }


def people_to_print(seen: View, state: State, who: Sequence[str]) -> Sequence[str]:
    """Return whose sheets to print, PCs first: those asked for, one player's own, or all that the audience sees."""
    for name in who:
        if not seen.sees(name):
            raise Refused(f"players do not see {name}'s sheet", about="who", hint=f"“show {name}” shows it to them")
        if name not in state.sheets:
            raise Refused(f"{name} was not there yet", about="who", hint="leave the session out")
    own = [name for name in state.sheets if seen.owns(name)]
    found = list(who) or own or [name for name in state.sheets if seen.sees(name)]
    if not found:
        raise Refused("there are no sheets to print", about="file", hint="“pc NAME” adds a character")
    return sorted(found, key=lambda name: state.sheets[name].kind != "pc") if not who else found


def print_sheet(state: State, sheet: SheetView) -> PrintedSheet:
    """Return a sheet to print."""
    return PrintedSheet(sheet.name, who_plays(sheet), tuple(printed_sections(state, sheet)))


def printed_sections(state: State, sheet: SheetView) -> Iterator[tuple[str, str, tuple[PrintedRow, ...]]]:
    """Yield the sections of a sheet."""
    rows = rows_of(state, sheet)
    for section, heading in SHEET_SECTIONS.items():
        found = tuple(
            (key[1], note_of_row(key, cell), cell.said)
            for key, cell in rows.items()
            if key[0] == section and section != "who"
        )
        if found:
            yield section, heading, found
