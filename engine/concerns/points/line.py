"""Write events about fudge points as the commands that would record them."""

from __future__ import annotations

from collections.abc import Iterable

from engine.concerns.points.commands import ChangePoints
from engine.concerns.points.events import PointsChanged
from engine.line import Before
from engine.registry import as_line


@as_line(PointsChanged)
def _points(event: PointsChanged, before: Before) -> Iterable[object]:
    if not event.source:  # otherwise the line that starts the session brings them
        yield ChangePoints(event.character, event.amount, event.use)
