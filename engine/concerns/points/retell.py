"""How a narrator tells events about fudge points."""

from __future__ import annotations

from engine.concerns.points.events import PointsChanged
from engine.retelling import PointsTold, Telling, retells


@retells(PointsChanged)
def _changed(event: PointsChanged, telling: Telling) -> PointsTold | None:
    return None if event.source else PointsTold(event.character, event.amount, event.use)
