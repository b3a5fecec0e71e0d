"""Write events about characters' things as the commands that record them."""

from __future__ import annotations

from collections.abc import Iterable

from engine.concerns.belongings.commands import Drop, Give, Loan, Move, NoteCondition, Pass
from engine.concerns.belongings.decide import place_of, the_stack
from engine.concerns.belongings.events import ItemDropped, ItemGiven, ItemMoved, ItemNoted, ItemPassed
from engine.line import Before, Unsayable, find_number
from engine.refusal import Refused
from engine.registry import as_line
from engine.rules.parts import ARMOUR, DAMAGE, DICE, LETHALITY
from engine.state import Sheet
from engine.types import Amount, Container, Item


@as_line(ItemGiven)
def _given(event: ItemGiven, before: Before) -> Iterable[object]:
    """Yield the command that gives things, or nothing if a property gives them again."""
    if event.source and event.source in before.copy.sheets[event.character].gifts_taken:
        return
    loans = tuple(Loan(each.value, each.reason, each.on, each.when) for each in event.effects if each.target == "A")
    arms = {each.target: each for each in event.effects}
    numbers = {target: each.value for target, each in arms.items()}
    yield Give(
        event.character,
        event.name,
        event.quantity,
        event.where,
        event.note,
        loans,
        weapon=numbers.get(DAMAGE),
        lethality=numbers.get(LETHALITY),
        dice=arms[DICE].reason if DICE in arms else None,
        armour=numbers.get(ARMOUR),
    )


@as_line(ItemDropped)
def _dropped(event: ItemDropped, before: Before) -> Iterable[object]:
    count, item, container = of(event, before)
    yield Drop(event.character, item, count, container, all=count is None and event.quantity > 1)


@as_line(ItemMoved)
def _moved(event: ItemMoved, before: Before) -> Iterable[object]:
    count, item, container = of(event, before)
    yield Move(event.character, item, event.where, count, container, out=event.where is None)


@as_line(ItemPassed)
def _passed(event: ItemPassed, before: Before) -> Iterable[object]:
    count, item, container = of(event, before)
    yield Pass(event.character, item, event.to, count, container)


@as_line(ItemNoted)
def _noted(event: ItemNoted, before: Before) -> Iterable[object]:
    sheet = before.state.sheets[event.character]
    yield NoteCondition(event.character, name_of(sheet, event, None, before), event.note)


def of(event: ItemDropped | ItemMoved | ItemPassed, before: Before) -> tuple[Amount | None, Item, Container | None]:
    """Return the words that name part of a heap: quantity, name and place.

    The quantity is left out for all of it, the place if it distinguishes nothing.
    """
    sheet = before.state.sheets[event.character]
    heap = sheet.heap(event.item)
    if heap is None:
        raise Unsayable(f"it is not known where the {event.name} came from")
    count = None if event.quantity == heap.quantity else event.quantity
    place = place_of(sheet, heap) if len(sheet.heaps(heap.name)) > 1 else None
    return count, name_of(sheet, event, place, before), place


def name_of(
    sheet: Sheet, event: ItemDropped | ItemMoved | ItemPassed | ItemNoted, place: str | None, before: Before
) -> Item:
    """Return a heap's name if that finds it, else its number in the script's log."""
    try:
        found = the_stack(sheet, event.name, place)
    except Refused:
        found = None
    same = found is not None and event.item in [stack.id for stack in sheet.alike(found.id)]
    return event.name if same else f"#{find_number(event.item, before)}"
