"""Explain how many of a thing a character carries."""

from __future__ import annotations

from collections.abc import Callable

from engine.concerns.belongings.events import ItemDropped, ItemGiven, ItemMoved, ItemPassed
from engine.concerns.characters.events import CharacterCreated
from engine.sheet import inventory
from engine.state import Sheet
from engine.text import count, join_names
from replay.explain.answer import Why
from replay.explain.causes import Cause, ValueStep, cause, of_sheet, tell_cause, watch
from replay.moment import Moment

THINGS = (CharacterCreated, ItemGiven, ItemDropped, ItemMoved, ItemPassed)


def explain_item(moment: Moment, sheet: Sheet, name: str) -> Why:
    """Explain how many of a thing a character carries, in any place, by what was given, passed on and dropped."""
    key = name.casefold()
    steps = [
        step for step in watch(moment.read_counting(*THINGS), of_sheet(sheet.name, count_items(key))) if step.moved
    ]
    total = count_items(key)(sheet)
    lines = [line for line in inventory(sheet) if line.item.casefold() == key and line.within]
    places = [f"{line.quantity} in {line.within}" for line in lines]
    return Why(
        sheet.name,
        name,
        "item",
        total,
        f"{sheet.name} has {count(total, name) if total else f'no {name}'}",
        tuple(item_cause(moment, step, name) for step in steps),
        (join_names(places),) if places else (),
    )


def count_items(key: str) -> Callable[[Sheet], int]:
    """Return a function that counts the things of a name, in lower case, on a sheet."""
    return lambda sheet: sum(stack.quantity for stack in sheet.stacks.values() if stack.name.casefold() == key)


def item_cause(moment: Moment, step: ValueStep, name: str) -> Cause:
    """Return an event that changed the count of a thing, perhaps by moving its container, as a cause."""
    text = tell_cause(moment, step.recorded)
    moved = step.after - step.before
    if getattr(step.recorded.event, "name", name).casefold() != name.casefold():
        text += f", with {count(abs(moved), name)} in it"
    return cause(moment, step.recorded, moved, (str(step.before), str(step.after)), text=text)
