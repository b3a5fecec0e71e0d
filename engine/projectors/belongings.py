"""What every character carries: stacks of things, inside one another to any depth (PF-07, PF-08)."""

from attrs import evolve

from engine.events import ItemDropped, ItemGiven, ItemMoved, ItemNoted, ItemPassed
from engine.projectors.registry import projects
from engine.state import Sheet, Stack, State


@projects(ItemGiven)
def item_given(state: State, event: ItemGiven, seq: int) -> None:
    new = Stack(seq, event.name, event.quantity, event.within, place(event), event.note, event.effects)
    put(state.sheets[event.character], [new], event.item, event.within, place(event))


@projects(ItemDropped)
def item_dropped(state: State, event: ItemDropped, seq: int) -> None:
    take(state.sheets[event.character], event.item, event.quantity, seq)


@projects(ItemMoved)
def item_moved(state: State, event: ItemMoved, seq: int) -> None:
    sheet = state.sheets[event.character]
    put(sheet, take(sheet, event.item, event.quantity, seq), event.onto, event.within, place(event))


@projects(ItemPassed)
def item_passed(state: State, event: ItemPassed, seq: int) -> None:
    taken = take(state.sheets[event.character], event.item, event.quantity, seq)
    put(state.sheets[event.to], taken, event.onto, None, None)


@projects(ItemNoted)
def item_noted(state: State, event: ItemNoted, seq: int) -> None:
    stacks = state.sheets[event.character].stacks
    stacks[event.item] = evolve(stacks[event.item], note=event.note)


def place(event: ItemGiven | ItemMoved) -> str | None:
    """The place on the body that an event names."""
    return event.where if event.within is None else None


def take(sheet: Sheet, item: int, quantity: int, seq: int) -> list[Stack]:
    """Things taken off a sheet: part of a stack becomes a new one named `seq`, a whole one brings its contents."""
    stack = sheet.stacks[item]
    if quantity < stack.quantity:
        sheet.stacks[item] = evolve(stack, quantity=stack.quantity - quantity)
        return [evolve(stack, id=seq, quantity=quantity)]
    taken = list(sheet.with_contents(stack))
    for each in taken:
        del sheet.stacks[each.id]
    return taken


def put(sheet: Sheet, taken: list[Stack], onto: int | None, within: int | None, place: str | None) -> None:
    """Things put on a sheet: the first of them joins a stack or takes a place, the rest is what it holds.

    Where the stack to join was never there (it was taken back), they are that stack: later events name it.
    """
    first, *contents = taken
    joined = None if onto is None else sheet.stacks.get(onto)
    if joined is not None:
        sheet.stacks[joined.id] = evolve(joined, quantity=joined.quantity + first.quantity)
        return
    first = evolve(first, id=first.id if onto is None else onto, within=within, place=place)
    sheet.stacks.update((stack.id, stack) for stack in (first, *contents))
