"""How a narrator tells events about fudge points."""

from __future__ import annotations

from engine.concerns.points.events import PointsChanged
from engine.retelling import DeedTold, Telling, retells
from engine.text import fudge_points


@retells(PointsChanged)
def _changed(event: PointsChanged, telling: Telling) -> DeedTold | None:
    if event.source:
        return None
    verb, spent = ("got", 0) if event.amount > 0 else ("spent", -event.amount)
    return DeedTold(event.character, verb, fudge_points(abs(event.amount)), reason=event.use, points=spent)
