"""Sentences for events about things that characters carry."""

from __future__ import annotations

from engine.concerns.belongings.events import ItemDropped, ItemGiven, ItemMoved, ItemNoted, ItemPassed
from engine.registry import narrates
from engine.text import because, count, describe_effect


@narrates(ItemGiven)
def _given(event: ItemGiven) -> str:
    lends = "".join(f", {describe_effect(each)}" for each in event.effects)
    things = f"{count(event.quantity, event.name)}{because(event.note)}"
    return f"{event.character} gets {things}{in_place(event)}{lends}"


def in_place(event: ItemGiven) -> str:
    """Return the container or place that things went to, if any."""
    if event.where is None:
        return ""
    return f" in the {event.where}" if event.within is not None else f" ({event.where})"


def part_of_stack(event: ItemDropped | ItemMoved | ItemPassed) -> str:
    """Return the size of a part of a stack: all of it by name, or such as 2 of 5."""
    if event.quantity < event.of:
        return f"{event.quantity} of {event.of} {event.name}"
    return count(event.quantity, event.name)


@narrates(ItemDropped)
def _dropped(event: ItemDropped) -> str:
    return f"{event.character} drops {part_of_stack(event)}"


@narrates(ItemMoved)
def _moved(event: ItemMoved) -> str:
    if event.where is not None and event.within is None:
        return f"{event.character} moves {part_of_stack(event)} to the {event.where}"
    return f"{event.character} puts {part_of_stack(event)} in {f'the {event.where}' if event.where else 'hand'}"


@narrates(ItemPassed)
def _passed(event: ItemPassed) -> str:
    return f"{event.character} hands {part_of_stack(event)} to {event.to}"


@narrates(ItemNoted)
def _noted(event: ItemNoted) -> str:
    return f"{event.character}'s {event.name} is now {event.note}"
