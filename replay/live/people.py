"""Tell the sheets that players see, as a page shows them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.concerns.tracks.sheet import StateView
from engine.rules.ladder import Ladder
from engine.sheet import SheetView
from engine.state import State
from replay.audience.rule import View
from replay.live.chances import odds_on_sheet
from replay.retelling.report.film import rows_of

#: What a sheet lists, under its title.
TITLES_OF_LISTS = {
    "properties": "Properties",
    "gifts": "Gifts",
    "faults": "Faults",
    "keys": "Keys",
    "carried": "Carries",
}

#: What a sheet shows beside fudge points, which stand with its facts.
POINTS_ROW = "Fudge points"

#: The rows of a section of a sheet: the name, what is said of it, and a note.
SheetRows = list[tuple[str, str, str]]


def tell_character(view: View, state: State, name: str) -> dict[str, Any]:
    """Return a sheet as players see it, with the chances of its traits.

    `facts` are numbers and statuses, and `held` is what it lists, each with its name. `brief` is what stands beside a
    name on a screen with others.
    """
    sheet = view.sheet(state, name)
    rows: dict[str, SheetRows] = {}
    for (section, label, place), cell in rows_of(state, sheet).items():
        rows.setdefault(section, []).append((label, cell.said, place.strip("()") or cell.note))
    statuses = [(label, with_note(said, note)) for label, said, note in rows.get("statuses", ())]
    points = [] if sheet.points is None else [f"{sheet.points} {'point' if sheet.points == 1 else 'points'}"]
    return {
        "name": name,
        "player": sheet.player,
        "kind": sheet.kind,
        "about": " · ".join(said for _, said, _ in rows.get("about", ())),
        "tracks": {track: [*map(tell_boxes, states)] for track, states in sheet.tracks.items()},
        "points": sheet.points,
        "facts": [*statuses, *tell_numbers(sheet, rows)],
        "held": [[title, list_held(kind, rows[kind])] for kind, title in TITLES_OF_LISTS.items() if kind in rows],
        "brief": [*(f"{label} {said}" for label, said in statuses), *points],
        "traits": tell_traits(state, sheet),
    }


def tell_numbers(sheet: SheetView, rows: dict[str, SheetRows]) -> Iterator[tuple[str, str]]:
    """Yield fudge points, the XP to spend, and what else is on a sheet, each with its name."""
    if sheet.points is not None:
        yield "fudge points", str(sheet.points)
    yield from (("XP to spend", said) for label, said, _ in rows.get("xp", ()) if label == "to spend")
    yield from ((label, said) for label, said, _ in rows.get("more", ()) if label != POINTS_ROW)


def with_note(said: str, note: str) -> str:
    """Return what is said of something, with a note if there is one."""
    return f"{said} ({note})" if note else said


def list_held(section: str, rows: SheetRows) -> str:
    """Return the names of what somebody has, and of things how many."""
    many = (f"{said} " if section == "carried" and said != "1" else "" for _, said, _ in rows)
    return ", ".join(number + with_note(label, note) for number, (label, _, note) in zip(many, rows, strict=True))


def tell_boxes(held: StateView) -> list[Any]:
    """Return a state of a track: its name, its boxes, how many are marked, and the names of injuries."""
    return [held.state, held.boxes, held.marked, list(held.names)]


def tell_traits(state: State, sheet: SheetView) -> dict[str, Any]:
    """Return the levels and chances of the traits on a sheet."""
    held = state.sheets[sheet.name]
    return {
        name: {
            "level": trait.effective,
            "name": Ladder.of(state.rules).name(trait.effective),
            "word": trait.interpretation,
            "odds": odds_on_sheet(state, held, name, trait),
        }
        for name, trait in sheet.traits.items()
    }
