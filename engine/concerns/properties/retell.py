"""How a narrator tells events about properties, gifts and faults."""

from __future__ import annotations

from engine.concerns.properties.events import PropertyDefined, PropertyGained, PropertyLost
from engine.retelling import DeedTold, Telling, retells, says_nothing

says_nothing(PropertyDefined)


@retells(PropertyGained)
def _gained(event: PropertyGained, telling: Telling) -> DeedTold:
    return DeedTold(event.character, "gained", f"“{event.property}”")


@retells(PropertyLost)
def _lost(event: PropertyLost, telling: Telling) -> DeedTold | None:
    return None if event.clock else DeedTold(event.character, "lost", f"“{event.property}”")
