"""Events about keys."""

from __future__ import annotations

from engine.registry import Event, event
from engine.types import Character, Property
from engine.value import value


@event(called="keys")
@value
class KeyHit(Event):
    """A character did what one of their keys is about (FL-128)."""

    character: Character
    key: Property
    reason: str = ""


@event()
@value
class KeySwapped(Event):
    """A character has another key instead of one (FL-130)."""

    character: Character
    key: Property
    other: Property
