"""Fold events about things that characters carry, and check their preconditions."""

from __future__ import annotations

from collections.abc import Iterator

from engine.concerns.belongings.events import ItemDropped, ItemGiven, ItemMoved, ItemNoted, ItemPassed
from engine.known import countable, must_be_traits, the_sheet
from engine.refusal import Refused
from engine.registry import bears, projects, requires
from engine.state import Sheet, Stack, State
from engine.value import evolve


@projects(ItemGiven)
def item_given(state: State, event: ItemGiven, seq: int) -> None:
    """Put new things on the sheet."""
    new = Stack(seq, event.name, event.quantity, event.within, place(event), event.note, event.effects)
    put(state.sheets[event.character], [new], event.item, event.within, place(event))
    if event.source:
        state.sheets[event.character].gifts_taken.add(event.source)


@projects(ItemDropped)
def item_dropped(state: State, event: ItemDropped, seq: int) -> None:
    """Take things off the sheet."""
    take(state.sheets[event.character], event.item, event.quantity, seq)


@projects(ItemMoved)
def item_moved(state: State, event: ItemMoved, seq: int) -> None:
    """Put things elsewhere on the sheet."""
    sheet = state.sheets[event.character]
    put(sheet, take(sheet, event.item, event.quantity, seq), event.onto, event.within, place(event))


@projects(ItemPassed)
def item_passed(state: State, event: ItemPassed, seq: int) -> None:
    """Put things on another sheet."""
    taken = take(state.sheets[event.character], event.item, event.quantity, seq)
    put(state.sheets[event.to], taken, event.onto, None, None)


@projects(ItemNoted)
def item_noted(state: State, event: ItemNoted, seq: int) -> None:
    """Replace the note on the condition of a heap of things."""
    sheet = state.sheets[event.character]
    sheet.stacks.update((stack.id, evolve(stack, note=event.note)) for stack in sheet.alike(event.item))


def place(event: ItemGiven | ItemMoved) -> str | None:
    """Return the place on the body that an event names."""
    return event.where if event.within is None else None


def take(sheet: Sheet, item: int, quantity: int, seq: int) -> list[Stack]:
    """Take things off a sheet and return them.

    Part of a stack becomes a new one with id `seq`, and a whole one keeps its contents. If a stack has too few, the
    others of its heap give the rest.
    """
    stack = gather(sheet, item, quantity)
    if quantity < stack.quantity:
        sheet.stacks[item] = evolve(stack, quantity=stack.quantity - quantity)
        return [evolve(stack, id=seq, quantity=quantity)]
    taken = list(sheet.with_contents(stack))
    for each in taken:
        del sheet.stacks[each.id]
    return taken


def gather(sheet: Sheet, item: int, quantity: int) -> Stack:
    """Return a stack, after filling it up to a quantity from the rest of its heap."""
    stack = sheet.stacks[item]
    if quantity <= stack.quantity:
        return stack
    for other in sheet.alike(item)[1:]:
        moved = min(other.quantity, quantity - stack.quantity)
        stack = evolve(stack, quantity=stack.quantity + moved)
        if moved == other.quantity:
            del sheet.stacks[other.id]
        elif moved:
            sheet.stacks[other.id] = evolve(other, quantity=other.quantity - moved)
    sheet.stacks[item] = stack
    return stack


def put(sheet: Sheet, taken: list[Stack], onto: int | None, within: int | None, place: str | None) -> None:
    """Put things on a sheet: the first joins a stack or takes a place, and the rest are its contents.

    If the stack to join does not exist because its event was undone, the things become that stack: later events name
    it.
    """
    first, *contents = taken
    joined = None if onto is None else sheet.stacks.get(onto)
    if joined is not None:
        sheet.stacks[joined.id] = evolve(joined, quantity=joined.quantity + first.quantity)
        return
    first = evolve(first, id=first.id if onto is None else onto, within=within, place=place)
    sheet.stacks.update((stack.id, stack) for stack in (first, *contents))


@requires(ItemGiven)
def can_be_given(state: State, event: ItemGiven) -> None:
    """Refuse things for an unknown character, or into a missing container."""
    sheet = the_sheet(state, event.character, "character")
    if event.source and event.source not in sheet.properties:
        raise Refused(f"{event.character} does not have {event.source}", about="source")
    countable(event.quantity, "count")
    _can_join(state, sheet, event.item)
    _holder_is_there(sheet, event.within)
    must_be_traits(state, (trait for effect in event.effects for trait in effect.on), "loans")


@requires(ItemDropped, ItemNoted)
def is_held(state: State, event: ItemDropped | ItemNoted) -> None:
    """Refuse to remove or describe things that the character does not have."""
    quantity = event.quantity if isinstance(event, ItemDropped) else 1
    stack = the_sheet(state, event.character, "character").stacks.get(event.item)
    if stack is None or stack.quantity < countable(quantity, "count"):
        held_stack(state, event, quantity)  # looks through all stacks for the rest of its heap


@requires(ItemMoved)
def can_be_moved(state: State, event: ItemMoved) -> None:
    """Refuse to move missing things, or a container into itself."""
    held = held_stack(state, event, event.quantity)
    sheet = state.sheets[event.character]
    inside = {stack.id: stack for stack in sheet.with_contents(held)} if event.quantity == held.quantity else {}
    if event.within in inside:
        holder = inside[event.within]
        into = "itself" if holder is held else f"the {holder.name}, which is inside it"
        raise Refused(f"the {event.name} cannot go into {into}", about="target")
    heap = [stack.id for stack in sheet.alike(event.item)]
    if event.within in heap and (event.within == event.item or event.quantity > sheet.stacks[event.item].quantity):
        raise Refused(f"the {event.name} cannot go into itself", about="target")
    _holder_is_there(sheet, event.within)
    _can_join(state, sheet, event.onto)
    _can_merge(sheet, held, event)


@requires(ItemPassed)
def can_be_passed(state: State, event: ItemPassed) -> None:
    """Refuse to hand over missing things, or to an unknown character."""
    held = held_stack(state, event, event.quantity)
    _can_join(state, the_sheet(state, event.to, "to"), event.onto)
    _can_merge(state.sheets[event.character], held, event)


def held_stack(state: State, event: ItemDropped | ItemMoved | ItemPassed | ItemNoted, quantity: int) -> Stack:
    """Return the heap that an event is about. Raise Refused if the character has none, or too few."""
    sheet = the_sheet(state, event.character, "character")
    countable(quantity, "count")
    stack = sheet.heap(event.item)
    if stack is None:
        raise Refused(f"{event.character} has no {event.name}", about="item", value=event.name)
    if stack.quantity < quantity:
        raise Refused(f"{event.character} has {stack.quantity} {event.name}, not {quantity}", about="count")
    return stack


def _holder_is_there(sheet: Sheet, item: int | None) -> None:
    if item is not None and item not in sheet.stacks:
        raise Refused(f"what it goes into (#{item}) is not there", about="container")


def _can_join(state: State, sheet: Sheet, item: int | None) -> None:
    """Refuse to join a stack that is somebody else's. An id that nobody has becomes a stack of these things."""
    if item is not None and item not in sheet.stacks and any(item in each.stacks for each in state.sheets.values()):
        _holder_is_there(sheet, item)


def _can_merge(sheet: Sheet, held: Stack, event: ItemMoved | ItemPassed) -> None:
    """Refuse to merge a stack into another if its contents would be lost."""
    if event.onto is not None and event.quantity == held.quantity and sheet.inside(held.id):
        raise Refused(f"the {held.name} is not empty", about="item")


@bears("item")
def items_named(state: State) -> Iterator[str]:
    """Yield the names of things that somebody carries."""
    yield from dict.fromkeys(stack.name for sheet in state.sheets.values() for stack in sheet.stacks.values())
