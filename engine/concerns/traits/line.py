"""Write events about traits as the commands that would record them."""

from __future__ import annotations

from collections.abc import Iterable

from engine.concerns.traits.commands import DefineAbility, GiveTrait, Labelled, TradeSlot, TraitLevel
from engine.concerns.traits.events import AbilityDefined, SlotTraded, TraitGiven
from engine.line import Before
from engine.registry import as_line


@as_line(AbilityDefined)
def _ability(event: AbilityDefined, before: Before) -> Iterable[object]:
    labels = tuple(Labelled(label.word, label.level) for label in event.labels)
    yield DefineAbility((event.name,), labels, event.default)


@as_line(TraitGiven)
def _trait(event: TraitGiven, before: Before) -> Iterable[object]:
    yield GiveTrait(event.character, (TraitLevel(event.trait, event.level, event.upto, event.role or None),))


@as_line(SlotTraded)
def _traded(event: SlotTraded, before: Before) -> Iterable[object]:
    yield TradeSlot(event.character, event.level)
