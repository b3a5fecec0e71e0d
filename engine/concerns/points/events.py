"""Events about fudge points."""

from __future__ import annotations

from engine.registry import Event, event
from engine.types import Character
from engine.value import value


@event()
@value
class PointsChanged(Event):
    """Fudge points were gained, or spent where the amount is below zero (FL-105, FL-115)."""

    character: Character
    amount: int
    use: str = ""
