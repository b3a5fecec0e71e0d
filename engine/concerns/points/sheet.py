"""Fudge points on a sheet."""

from __future__ import annotations

from engine.registry import shows
from engine.state import Sheet, State


@shows("points", "Fudge points")
def points(state: State, sheet: Sheet) -> int | None:
    """Return the fudge points that a character has (FL-105); None where there are none in the campaign."""
    beyond = sheet.own.get("points", 0)
    if not (state.rules.points or beyond):
        return None
    return int(beyond) + (state.rules.points if sheet.kind == "pc" else 0)


def change_points(sheet: Sheet, by: int) -> None:
    """Add to the fudge points that a character has beyond those that the rules give everyone."""
    sheet.own["points"] = sheet.own.get("points", 0) + by
