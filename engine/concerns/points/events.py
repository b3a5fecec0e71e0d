"""Events about fudge points."""

from __future__ import annotations

from engine.registry import Event, event
from engine.types import Character
from engine.value import value


@event(brought="source")
@value
class PointsChanged(Event):
    """Fudge points were gained, or spent if the amount is negative (FL-105, FL-115).

    `source` is “session” if they came with the start of one (FL-114).
    """

    character: Character
    amount: int
    use: str = ""
    source: str = ""
