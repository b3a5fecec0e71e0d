"""Write events about things that characters carry as the commands that would record them."""

from __future__ import annotations

from collections.abc import Iterable

from engine.concerns.belongings.commands import Drop, Give, Loan, Move, NoteCondition, Pass
from engine.concerns.belongings.decide import place_of, stacks_called
from engine.concerns.belongings.events import ItemDropped, ItemGiven, ItemMoved, ItemNoted, ItemPassed
from engine.line import Before
from engine.registry import as_line
from engine.state import Stack
from engine.types import Amount, Container


@as_line(ItemGiven)
def _given(event: ItemGiven, before: Before) -> Iterable[object]:
    loans = tuple(Loan(effect.value, effect.reason, effect.on, effect.when) for effect in event.effects)
    yield Give(
        event.character,
        event.name,
        event.quantity,
        event.where,
        event.note,
        loans,
    )


@as_line(ItemDropped)
def _dropped(event: ItemDropped, before: Before) -> Iterable[object]:
    yield Drop(event.character, event.name, *of(event, before))


@as_line(ItemMoved)
def _moved(event: ItemMoved, before: Before) -> Iterable[object]:
    who, item, out = event.character, event.name, event.where is None
    yield Move(who, item, event.where, *of(event, before), out=out)


@as_line(ItemPassed)
def _passed(event: ItemPassed, before: Before) -> Iterable[object]:
    yield Pass(event.character, event.name, event.to, *of(event, before))


@as_line(ItemNoted)
def _noted(event: ItemNoted, before: Before) -> Iterable[object]:
    yield NoteCondition(event.character, event.name, event.note)


def of(event: ItemDropped | ItemMoved | ItemPassed, before: Before) -> tuple[Amount | None, Container | None]:
    """How many of a stack, unless all of it, and where it is, if there are others of its name."""
    sheet = before.state.sheets[event.character]
    stack: Stack = sheet.stacks[event.item]
    count = None if event.quantity == stack.quantity else event.quantity
    several = len(stacks_called(sheet.stacks.values(), stack.name)) > 1
    return count, place_of(sheet, stack) if several else None
