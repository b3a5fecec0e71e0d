"""Decide commands about properties, gifts and faults."""

from __future__ import annotations

from collections.abc import Iterator

from engine.concerns.belongings.commands import Give
from engine.concerns.belongings.decide import give_one
from engine.concerns.experience.events import BonusGranted
from engine.concerns.properties.commands import Clause, DefineFault, DefineGift, DefineProperty, Gain, Lose
from engine.concerns.properties.events import Bringing, Gift, PropertyDefined, PropertyGained, PropertyLost
from engine.dice import Draw
from engine.known import find_spelling, named_trait, positive, the_property, the_sheets, traits_to_be
from engine.refusal import Refused
from engine.registry import Event, decides
from engine.rules.parts import Effect
from engine.state import Sheet, State
from engine.text import join_names, quote, with_sign
from engine.value import evolve


@decides(DefineGift)
def define_gift(state: State, command: DefineGift, draw: Draw) -> list[Event]:
    """Define gifts, which are text (FL-61, FL-81)."""
    return [PropertyDefined(find_spelling(state, "gift", name, "names"), kind="gift") for name in command.names]


@decides(DefineFault)
def define_fault(state: State, command: DefineFault, draw: Draw) -> list[Event]:
    """Define faults, which are text (FL-61, FL-81)."""
    return [PropertyDefined(find_spelling(state, "fault", name, "names"), kind="fault") for name in command.names]


@decides(DefineProperty)
def define_property(state: State, command: DefineProperty, draw: Draw) -> list[Event]:
    """Define a property with its effects on levels and on A, and the XP that it brings (PF-14)."""
    if command.action is None and command.traits:
        hint = f"such as “A -1 on {quote(command.traits[0])}”"
        raise Refused("“on” needs a modifier for A before it", about="traits", hint=hint)
    levels = [
        Effect("level", change.change, (named_trait(state, change.trait, "changes"),), command.tag)
        for change in command.changes
    ]
    action = [] if command.action is None else [_action(state, command, command.action)]
    gifts = (_gift(state, command),) if command.bonus is not None else ()
    kind = "gift" if command.gift else "fault" if command.fault else "property"
    things = tuple(Bringing(each.item, positive(each.count, "things")) for each in command.things)
    name = find_spelling(state, kind, command.name, "name")
    clauses = (effect_of(state, each, "clauses") for each in command.clauses)
    return [PropertyDefined(name, (*levels, *action, *clauses), gifts, kind, things=things)]


def _action(state: State, command: DefineProperty, value: int) -> Effect:
    return Effect("A", value, traits_to_be(state, command.traits), command.tag)


def effect_of(state: State, clause: Clause, about: str) -> Effect:
    """Return the effect of a clause. Raise Refused, naming the command's field, for a clause without one."""
    if clause.bearer is None:
        return Effect("A", clause.change, traits_to_be(state, clause.traits, about), clause.tag)
    trait = named_trait(state, clause.bearer, about)
    if clause.traits:
        hint = f"such as “a {with_sign(clause.change)} on {quote(clause.traits[0])}”"
        raise Refused(f"“on” says which actions, and {trait} is a trait", about=about, hint=hint)
    return Effect("level", clause.change, (trait,), clause.tag)


def _gift(state: State, command: DefineProperty) -> Gift:
    if state.rules.growth != "practice":
        raise Refused("properties bring no XP in this game", about="bonus")
    trait = named_trait(state, command.practice or "", "practice")
    return Gift(trait, positive(command.bonus or 0, "bonus"))


@decides(Gain)
def gain(state: State, command: Gain, draw: Draw) -> list[Event]:
    """Add a property, with its free XP the first time (PF-13, PF-14)."""
    name = the_property(state, command.property)
    sheets = the_sheets(state, (command.who, *command.others), "who", everyone=command.all)
    without = [sheet for sheet in sheets if name not in sheet.properties]
    chosen = (command.all and without) or sheets
    if not command.clock and command.event is None:
        for sheet in chosen:
            must_have_room(state, sheet, name)
    gained = [(sheet, PropertyGained(sheet.name, name, command.clock, command.event)) for sheet in chosen]
    return [each for sheet, event in gained for each in _gain_one(state, sheet, event)]


def must_have_room(state: State, sheet: Sheet, name: str) -> None:
    """Refuse more properties than a player character may begin with (PF-65)."""
    most, held = state.rules.starting_properties, state.list_held(sheet, "property")
    begins = sheet.kind == "pc" and sheet.played is None and state.properties[name].kind == "property"
    if most and begins and name not in held and len(held) >= most:
        has = f"{sheet.name} begins with {join_names(held)} already"
        raise Refused(has, about="who", hint=f"“lose {quote(sheet.name)} {quote(held[-1])}” first: the limit is {most}")


def _gain_one(state: State, sheet: Sheet, gained: PropertyGained) -> Iterator[Event]:
    """Yield that a character has a property, with its free XP and things if it is the first time."""
    yield gained
    name, brings = gained.property, state.properties[gained.property]
    if name in sheet.gifts_taken:
        return
    for gift in brings.gifts:
        yield BonusGranted(sheet.name, gift.trait, gift.amount, name, source=name)
    for each in brings.things:
        yield evolve(give_one(state, sheet, Give(sheet.name, each.item, each.quantity)), source=name)


@decides(Lose)
def lose(state: State, command: Lose, draw: Draw) -> list[Event]:
    """Remove a property (PF-13)."""
    sheets = the_sheets(state, (command.who, *command.others), "who", everyone=command.all)
    having = [sheet for sheet in sheets if command.property in sheet.properties]
    return [PropertyLost(sheet.name, command.property) for sheet in ((command.all and having) or sheets)]
