"""Events about rituals. A spell is a check."""

from __future__ import annotations

from engine.registry import Event, event
from engine.types import Character, NeedName, Ritual
from engine.value import value


@event(called="rituals")
@value
class RitualPlanned(Event):
    """A ritual was planned, with what it needs (FL-124)."""

    name: Ritual
    needs: tuple[NeedName, ...]


@event()
@value
class NeedMet(Event):
    """A ritual has one of the things that it needs."""

    ritual: Ritual
    need: NeedName
    reason: str = ""


@event()
@value
class RitualPerformed(Event):
    """A ritual met all its requirements and worked without a roll (FL-125)."""

    ritual: Ritual
    character: Character | None = None
    reason: str = ""
