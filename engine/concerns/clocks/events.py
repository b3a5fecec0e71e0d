"""Events about fights and rounds."""

from __future__ import annotations

from engine.registry import Event, event
from engine.value import value


@event(called="fights")
@value
class FightBegan(Event):
    """A fight began, with its first round."""

    title: str = ""


@event(ends=("round",))
@value
class RoundBegan(Event):
    """A further round of the fight began."""

    number: int


@event(ends=("round", "next round", "fight"))
@value
class FightEnded(Event):
    """The fight ended."""
