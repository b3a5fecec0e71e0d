"""How a narrator tells events about things that characters carry."""

from __future__ import annotations

from engine.concerns.belongings.events import ItemDropped, ItemGiven, ItemMoved, ItemNoted, ItemPassed
from engine.concerns.belongings.narrate import part_of_stack
from engine.retelling import ChangeTold, DeedTold, Telling, retells, says_nothing
from engine.text import count

says_nothing(ItemMoved)


@retells(ItemGiven)
def _given(event: ItemGiven, telling: Telling) -> DeedTold:
    return DeedTold(event.character, "got", count(event.quantity, event.name))


@retells(ItemDropped)
def _dropped(event: ItemDropped, telling: Telling) -> DeedTold:
    return DeedTold(event.character, "dropped", part_of_stack(event))


@retells(ItemPassed)
def _passed(event: ItemPassed, telling: Telling) -> DeedTold:
    return DeedTold(event.character, "handed", part_of_stack(event), f" to {telling.call(event.to)}")


@retells(ItemNoted)
def _noted(event: ItemNoted, telling: Telling) -> ChangeTold:
    return ChangeTold(event.character, event.name, f"is now {event.note}")
