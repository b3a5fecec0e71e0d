"""Decide commands about things that characters carry."""

from __future__ import annotations

from collections.abc import Iterator

from engine.concerns.belongings.commands import Drop, Give, Move, NoteCondition, Pass
from engine.concerns.belongings.events import ItemDropped, ItemGiven, ItemMoved, ItemNoted, ItemPassed
from engine.concerns.damage.sheet import arms_by_rule
from engine.dice import Draw
from engine.known import must_not_look_like, new_name, the_sheet, the_sheets, traits_to_be
from engine.refusal import Refused, unknown
from engine.registry import Event, decides
from engine.rules.ladder import Ladder
from engine.rules.parts import ARMOUR, DAMAGE, DICE, LETHALITY, Effect
from engine.rules.rolling import the_dice
from engine.state import Sheet, Stack, State
from engine.text import describe_effect, is_singular, quote
from engine.types import THING_NUMBER
from engine.value import evolve, value


@value
class Spot:
    """The place of a thing: in a stack, on the body or just on the character."""

    within: int | None = None
    place: str | None = None


@decides(Give)
def give(state: State, command: Give, draw: Draw) -> list[Event]:
    """Give things, which join alike ones in the same place. “#4” in place of a name is more of that thing."""
    sheets = the_sheets(state, (command.who, *command.others), "who", everyone=command.all)
    return [give_one(state, sheet, command) for sheet in sheets]


def give_one(state: State, sheet: Sheet, command: Give) -> ItemGiven:
    """Return the things that one character gets."""
    like = numbered_thing(sheet, command.item)
    new = like or Stack(0, new_thing(sheet, command.item), 0)
    spot = Spot(new.within, new.place)
    if command.container is not None:
        spot = the_spot(state, sheet, command.container, "container")
    new = evolve(new, name=plural_carried(sheet, new.name, spot) or new.name)
    effects = tuple(
        Effect("A", loan.value, traits_to_be(state, loan.traits, "loans"), loan.tag, loan.reason)
        for loan in command.loans
    )
    by_rule = () if like else arms_by_rule(state.rules, new.name)
    effects += tuple(arms_given(state, command)) or tuple(by_rule)
    note, effects = command.note or new.note, effects or new.effects
    same = stack_to_join(sheet, evolve(new, id=0, note=note, effects=effects), spot)
    name = sheet.stacks[same].name if same is not None else new.name
    where = spot_name(sheet, spot)
    return ItemGiven(sheet.name, name, command.count, same, spot.within, where, note, effects)


def arms_given(state: State, command: Give) -> Iterator[Effect]:
    """Yield a thing's values as weapon or armour. Raise Refused for impossible dice (PO-31)."""
    if command.weapon is not None:
        yield Effect(DAMAGE, command.weapon)
    if command.lethality is not None:
        yield Effect(LETHALITY, command.lethality, reason=Ladder.of(state.rules).name_of(command.lethality))
    if command.dice is not None:
        yield Effect(DICE, 0, reason=the_dice(state.rules, command.dice).spec)
    if command.armour is not None:
        yield Effect(ARMOUR, command.armour)


def new_thing(sheet: Sheet, name: str) -> str:
    """Return the name of things to be given. Raise Refused for an impossible name, or an unknown number."""
    if THING_NUMBER.fullmatch(name):
        raise Refused(f"{sheet.name} has nothing numbered {name}", about="item")
    must_not_look_like("item", new_name("item", name, (), "item"), (s.name for s in sheet.stacks.values()), "item")
    return name


@decides(Drop)
def drop(state: State, command: Drop, draw: Draw) -> list[Event]:
    """Remove things from a character, with their contents."""
    sheet = the_sheet(state, command.who)
    stack = the_stack(sheet, command.item, command.container)
    count = how_many(stack, command, otherwise=1)
    return [ItemDropped(sheet.name, stack.id, stack.name, count, stack.quantity)]


@decides(Move)
def move(state: State, command: Move, draw: Draw) -> list[Event]:
    """Put things elsewhere on their bearer, with their contents."""
    sheet = the_sheet(state, command.who)
    stack = the_stack(sheet, command.item, command.container)
    spot = Spot() if command.target is None else the_spot(state, sheet, command.target, "target")
    count = how_many(stack, command, otherwise=stack.quantity)
    if spot == Spot(stack.within, stack.place):
        raise Refused(f"{stack.name}: there already", about="item")
    onto = stack_to_join(sheet, stack, spot)
    return [
        ItemMoved(sheet.name, stack.id, stack.name, count, spot.within, spot_name(sheet, spot), onto, stack.quantity)
    ]


@decides(Pass)
def pass_(state: State, command: Pass, draw: Draw) -> list[Event]:
    """Hand things over, with their contents."""
    sheet = the_sheet(state, command.who)
    other = the_sheet(state, command.other, "other")
    if other is sheet:
        raise Refused(
            f"{sheet.name} has it already", about="other", hint="“move” puts things elsewhere on one character"
        )
    stack = the_stack(sheet, command.item, command.container)
    count = how_many(stack, command, otherwise=stack.quantity)
    onto = None if sheet.inside(stack.id) else stack_to_join(other, stack, Spot())
    return [ItemPassed(sheet.name, other.name, stack.id, stack.name, count, onto, stack.quantity)]


@decides(NoteCondition)
def note_condition(state: State, command: NoteCondition, draw: Draw) -> list[Event]:
    """Note the condition of something carried."""
    sheet = the_sheet(state, command.who)
    stack = the_stack(sheet, command.item, None)
    return [ItemNoted(sheet.name, stack.id, stack.name, command.text)]


def the_spot(state: State, sheet: Sheet, name: str, about: str) -> Spot:
    """Find something carried that can hold things, or a place on the body."""
    numbered = numbered_thing(sheet, name)
    holders = [numbered] if numbered else sheet.heaps(name)
    place = next((place for place in state.rules.places if place.casefold() == name.casefold()), None)
    if not holders and place:
        return Spot(place=place)
    if not holders:
        known = [*dict.fromkeys(stack.name for stack in sheet.stacks.values()), *state.rules.places]
        raise unknown("container", name, known, about=about, hint=f"“give {quote(sheet.name)} {quote(name)}” first")
    holder = the_one(sheet, holders, about)
    single = next((stack.id for stack in sheet.alike(holder.id) if stack.quantity == 1), None)
    if single is None:
        raise Refused(
            f"{sheet.name} has {holder.quantity} {holder.name}, and only a single one can hold things",
            about=about,
            hint="“move” one of them elsewhere first",
        )
    return Spot(within=single)


def the_stack(sheet: Sheet, name: str, container: str | None) -> Stack:
    """Return the heap of that name or number, in a container if given. Raise Refused for none or several."""
    numbered = numbered_thing(sheet, name)
    if numbered:
        return numbered
    stacks = sheet.heaps(name)
    if not stacks:
        has = dict.fromkeys(stack.name for stack in sheet.stacks.values())
        hint = None if has else f"{sheet.name} carries nothing"
        raise unknown("item", name, has, about="item", hint=hint)
    if container is not None:
        stacks = [stack for stack in stacks if is_in(sheet, stack, container)]
        if not stacks:
            raise Refused(f"{sheet.name} has no {name} in {container}", about="container")
    return the_one(sheet, stacks, "item")


def numbered_thing(sheet: Sheet, name: str) -> Stack | None:
    """Return the heap that a number such as “#4” names, or None for a name or for what is not on the sheet."""
    return sheet.heap(int(name[1:])) if THING_NUMBER.fullmatch(name) else None


def is_in(sheet: Sheet, stack: Stack, container: str) -> bool:
    """Return whether a stack lies in a container, or at a place on the body."""
    holder = numbered_thing(sheet, container)
    if holder is not None:
        return stack.within in [each.id for each in sheet.alike(holder.id)]
    return (place_of(sheet, stack) or "").casefold() == container.casefold()


def the_one(sheet: Sheet, stacks: list[Stack], about: str) -> Stack:
    """Return the only stack, or the only one that lies loose. Raise Refused if several could be meant."""
    loose = [stack for stack in stacks if stack.within is None and stack.place is None]
    if len(stacks) > 1 and len(loose) != 1:
        each = ", ".join(f"#{s.id} ({_describe_stack(sheet, s)})" for s in stacks)
        hint = f"name one by its number, such as #{stacks[0].id}"
        raise Refused(f"{sheet.name} has several {stacks[0].name}: {each}", about=about, hint=hint)
    return (loose if len(stacks) > 1 else stacks)[0]


def _describe_stack(sheet: Sheet, stack: Stack) -> str:
    """Describe a stack by quantity, place, effects, condition and contents, which tell it from its namesakes."""
    place = place_of(sheet, stack)
    held = ", ".join(inner.name for inner in sheet.inside(stack.id))
    does = ", ".join(describe_effect(effect) for effect in stack.effects)
    said = [str(stack.quantity), f"in {place}" if place else "", does, stack.note, f"holding {held}" if held else ""]
    return ", ".join(text for text in said if text)


def place_of(sheet: Sheet, stack: Stack) -> str | None:
    """Return the container of a stack, by name, its place, or "" for neither."""
    return spot_name(sheet, Spot(stack.within, stack.place))


def spot_name(sheet: Sheet, spot: Spot) -> str | None:
    """Name a spot by the container or the place on the body."""
    return spot.place if spot.within is None else sheet.stacks[spot.within].name


def how_many(stack: Stack, command: Drop | Move | Pass, *, otherwise: int) -> int:
    """Return the quantity asked for: a count, the whole stack for “all”, or else `otherwise`."""
    if command.all and command.count is not None:
        raise Refused(f"“{command.count}” and “all” together: only one can be meant", about="count")
    if command.all:
        return stack.quantity
    return otherwise if command.count is None else command.count


def plural_carried(sheet: Sheet, name: str, spot: Spot) -> str | None:
    """Return the plural name of things there whose singular is `name`, or None.

    None is returned also if things are called exactly `name`, as these are joined under their own name.
    """
    there = [each for each in sheet.stacks.values() if (each.within, each.place) == (spot.within, spot.place)]
    if any(stack.name.casefold() == name.casefold() for stack in there):
        return None
    return next((stack.name for stack in there if is_singular(name, stack.name)), None)


def stack_to_join(sheet: Sheet, new: Stack, spot: Spot) -> int | None:
    """Return the id of the stack that things join: alike in name, condition, effects and place, and empty."""
    for stack in sheet.heaps(new.name):
        alike = (stack.note, stack.effects) == (new.note, new.effects)
        there = (stack.within, stack.place) == (spot.within, spot.place)
        if alike and there and stack.id != new.id and not sheet.inside(stack.id) and not sheet.inside(new.id or -1):
            return stack.id
    return None
