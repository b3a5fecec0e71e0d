"""Decide commands about properties, gifts and faults."""

from __future__ import annotations

from engine.concerns.effects.events import Effect
from engine.concerns.experience.events import BonusGranted
from engine.concerns.properties.commands import DefineFault, DefineGift, DefineProperty, Gain, Lose
from engine.concerns.properties.events import Gift, PropertyDefined, PropertyGained, PropertyLost
from engine.dice import Draw
from engine.known import positive, spelling, the_property, the_sheet, trait_to_be, traits_to_be
from engine.refusal import Refused
from engine.registry import Event, decides
from engine.state import State
from engine.text import quoted


@decides(DefineGift)
def define_gift(state: State, command: DefineGift, draw: Draw) -> list[Event]:
    """Define gifts, which are text (FL-61, FL-81)."""
    return [PropertyDefined(spelling(state, "gift", name, "names"), kind="gift") for name in command.names]


@decides(DefineFault)
def define_fault(state: State, command: DefineFault, draw: Draw) -> list[Event]:
    """Define faults, which are text (FL-61, FL-81)."""
    return [PropertyDefined(spelling(state, "fault", name, "names"), kind="fault") for name in command.names]


@decides(DefineProperty)
def define_property(state: State, command: DefineProperty, draw: Draw) -> list[Event]:
    """Define a property with what it does to levels and to A, and the XP that comes with it (PF-14)."""
    if command.action is None and command.traits:
        hint = f"such as “A -1 on {quoted(command.traits[0])}”"
        raise Refused("“on” needs a modifier for A before it", about="traits", hint=hint)
    levels = [
        Effect("level", change.change, (trait_to_be(state, change.trait, "changes"),), command.tag)
        for change in command.changes
    ]
    action = [] if command.action is None else [_action(state, command, command.action)]
    gifts = (_gift(state, command),) if command.bonus is not None else ()
    name = spelling(state, "property", command.name, "name")
    return [PropertyDefined(name, (*levels, *action), gifts)]


def _action(state: State, command: DefineProperty, value: int) -> Effect:
    return Effect("A", value, traits_to_be(state, command.traits), command.tag)


def _gift(state: State, command: DefineProperty) -> Gift:
    if state.rules.growth != "practice":
        raise Refused("properties bring no XP in this game", about="bonus")
    trait = trait_to_be(state, command.practice or "", "practice")
    return Gift(trait, positive(command.bonus or 0, "bonus"))


@decides(Gain)
def gain(state: State, command: Gain, draw: Draw) -> list[Event]:
    """Add a property; its free XP comes with the first time (PF-13, PF-14)."""
    sheet = the_sheet(state, command.who)
    name = the_property(state, command.property)
    gifts = () if name in sheet.gifts_taken else state.properties[name].gifts
    return [
        PropertyGained(sheet.name, name, command.clock),
        *(BonusGranted(sheet.name, gift.trait, gift.amount, name, source=name) for gift in gifts),
    ]


@decides(Lose)
def lose(state: State, command: Lose, draw: Draw) -> list[Event]:
    """Remove a property (PF-13)."""
    sheet = the_sheet(state, command.who)
    return [PropertyLost(sheet.name, command.property)]
