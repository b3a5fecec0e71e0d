"""Characters: who they are, what they start with, and what becomes true of them."""

from __future__ import annotations

from engine.commands import (
    ChangeStatus,
    CreateNpc,
    CreatePc,
    Gain,
    GiveTrait,
    Lose,
    SetCharacteristic,
    TraitLevel,
)
from engine.decide.registry import decides
from engine.dice import Draw
from engine.events import (
    BonusGranted,
    CharacterCreated,
    CharacteristicSet,
    Event,
    PropertyGained,
    PropertyLost,
    StatusChanged,
    StatusDefined,
    TraitGiven,
)
from engine.known import new_name, the_sheet, trait_to_be
from engine.refusal import Refused, unknown
from engine.state import State


@decides(CreatePc)
def create_pc(state: State, command: CreatePc, draw: Draw) -> list[Event]:
    """A player's character (PF-03)."""
    return [CharacterCreated(new_name("character", command.name, state.sheets), "pc", command.player)]


@decides(CreateNpc)
def create_npc(state: State, command: CreateNpc, draw: Draw) -> list[Event]:
    """A character of the game master's (PF-03)."""
    return [CharacterCreated(new_name("character", command.name, state.sheets), "npc")]


@decides(SetCharacteristic)
def set_characteristic(state: State, command: SetCharacteristic, draw: Draw) -> list[Event]:
    """A line about who the character is; it is no part of any sum (PF-06)."""
    sheet = the_sheet(state, command.who)
    same = (name for name in sheet.characteristics if name.casefold() == command.name.casefold())
    name = next(same, None) or new_name("characteristic", command.name, ())
    return [CharacteristicSet(sheet.name, name, command.text)]


@decides(GiveTrait)
def give_trait(state: State, command: GiveTrait, draw: Draw) -> list[Event]:
    """Levels at creation, which stand for practice before play (PF-30)."""
    sheet = the_sheet(state, command.who)
    return [_given(state, sheet.name, given) for given in command.given]


def _given(state: State, who: str, given: TraitLevel) -> TraitGiven:
    trait = trait_to_be(state, given.trait, "given")
    limit = state.rules.creation_limit
    if not 0 <= given.level <= limit:
        raise Refused(
            f"{trait} cannot start at {given.level}: levels at creation go from 0 to {limit}",
            about="given",
            value=given.level,
            hint="a property can make a level count for less" if given.level < 0 else None,
        )
    return TraitGiven(who, trait, given.level)


@decides(ChangeStatus)
def change_status(state: State, command: ChangeStatus, draw: Draw) -> list[Event]:
    """One step up or down, where the ends hold, or straight to a state (PF-67)."""
    sheet = the_sheet(state, command.who)
    if command.status not in state.statuses:
        hint = "“define status” adds one" if not state.statuses else None
        raise unknown("status", command.status, state.statuses, about="status", hint=hint)
    before = sheet.statuses[command.status]
    after = _next_state(state.statuses[command.status], before, command)
    return [StatusChanged(sheet.name, command.status, before, after, command.reason)]


def _next_state(status: StatusDefined, before: str, command: ChangeStatus) -> str:
    names = [step.name for step in status.states]
    if command.state is None:
        step = names.index(before) + (1 if command.up else -1)
        return names[max(0, min(step, len(names) - 1))]
    if command.state not in names:
        raise unknown("state", command.state, names, about="state", hint=f"{status.name} is {', '.join(names)}")
    return command.state


@decides(Gain)
def gain(state: State, command: Gain, draw: Draw) -> list[Event]:
    """A property begins to apply; its free XP comes with the first time (PF-13, PF-14)."""
    sheet = the_sheet(state, command.who)
    name = _the_property(state, command.property)
    if name in sheet.properties:
        raise Refused(f"{sheet.name} has {name} already", about="property")
    gifts = () if name in sheet.gifts_taken else state.properties[name].gifts
    return [
        PropertyGained(sheet.name, name),
        *(BonusGranted(sheet.name, gift.trait, gift.amount, name, source=name) for gift in gifts),
    ]


@decides(Lose)
def lose(state: State, command: Lose, draw: Draw) -> list[Event]:
    """A property ceases to apply (PF-13)."""
    sheet = the_sheet(state, command.who)
    name = _the_property(state, command.property)
    if name not in sheet.properties:
        has = ", ".join(sheet.properties)
        hint = f"{sheet.name} has {has}" if has else f"{sheet.name} has no properties"
        raise Refused(f"{sheet.name} does not have {name}", about="property", hint=hint)
    return [PropertyLost(sheet.name, name)]


def _the_property(state: State, name: str) -> str:
    if name not in state.properties:
        raise unknown("property", name, state.properties, about="property", hint="“define property NAME” adds one")
    return name
