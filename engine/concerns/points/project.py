"""Fold events about fudge points, and check their preconditions."""

from __future__ import annotations

from engine.concerns.points.events import PointsChanged
from engine.concerns.points.sheet import change_points, points
from engine.known import the_sheet
from engine.refusal import Refused
from engine.registry import projects, requires
from engine.state import State
from engine.text import count_out


@projects(PointsChanged)
def points_changed(state: State, event: PointsChanged, seq: int) -> None:
    """Change a character's fudge points."""
    change_points(state.sheets[event.character], event.amount)


@requires(PointsChanged)
def points_are_there(state: State, event: PointsChanged) -> None:
    """Refuse to spend points that the character does not have (FL-105)."""
    sheet = the_sheet(state, event.character, "character")
    if not event.amount:
        raise Refused("0 points change nothing: write “+1” or “-1”", about="change")
    left = points(state, sheet) or 0
    if left + event.amount < 0 > event.amount:
        raise Refused(f"{event.character} has {count_out(left, 'fudge point')}, not {-event.amount}", about="change")
