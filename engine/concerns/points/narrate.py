"""Sentences for events about fudge points."""

from __future__ import annotations

from engine.concerns.points.events import PointsChanged
from engine.registry import narrates
from engine.text import because, fudge_points


@narrates(PointsChanged)
def _points(event: PointsChanged) -> str:
    did = "gets" if event.amount > 0 else "spends"
    why = "a new session" if event.source else event.use
    return f"{event.character} {did} {fudge_points(abs(event.amount))}{because(why)}"
