"""How a narrator tells events about characters."""

from __future__ import annotations

from engine.concerns.characters.events import CALLED, CharacterApproved, CharacterCreated, CharacteristicSet
from engine.retelling import ArrivalTold, SheetTold, Telling, retells, says_nothing

says_nothing(CharacterApproved)


@retells(CharacterCreated)
def _created(event: CharacterCreated, telling: Telling) -> ArrivalTold:
    return ArrivalTold(event.name, event.kind, event.player)


@retells(CharacteristicSet)
def _characteristic(event: CharacteristicSet, telling: Telling) -> SheetTold | None:
    if event.name.casefold() == CALLED:
        return None
    return SheetTold(event.character, "now has", f"{event.name} “{event.text}”")
