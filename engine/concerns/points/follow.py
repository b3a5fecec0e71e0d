"""Bring fudge points to a new session."""

from __future__ import annotations

from collections.abc import Iterator

from engine.concerns.points.events import PointsChanged
from engine.concerns.points.sheet import points
from engine.concerns.sessions.events import SessionStarted
from engine.registry import follows
from engine.state import State


@follows(SessionStarted)
def session_brings_points(state: State, event: SessionStarted) -> Iterator[PointsChanged]:
    """Yield fudge points for every player character present: a fixed number, or up to that number (FL-114)."""
    how, _, number = state.rules.point_refresh.rpartition(" ")
    everybody = not (event.present or event.characters)
    for sheet in state.sheets.values():
        there = everybody or sheet.name in event.characters or sheet.player in event.present
        if how and there and sheet.kind == "pc":
            has = points(state, sheet) or 0
            gets = int(number) if how == "flat" else max(0, int(number) - has)
            if gets:
                yield PointsChanged(sheet.name, gets, source="session")
