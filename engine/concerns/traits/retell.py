"""How a narrator tells events about traits and their levels at creation."""

from __future__ import annotations

from engine.concerns.traits.events import AbilityDefined, SlotTraded, TraitGiven
from engine.retelling import SheetTold, Telling, retells, says_nothing
from engine.text import plain

says_nothing(AbilityDefined, SlotTraded)


@retells(TraitGiven)
def _given(event: TraitGiven, telling: Telling) -> SheetTold:
    return SheetTold(event.character, "now has", f"{event.trait} {event.word or plain(event.level)}")
