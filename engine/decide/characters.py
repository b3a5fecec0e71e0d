"""Characters: who they are, what they start with, and what becomes true of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import attrs

from engine.commands import (
    Approve,
    ChangePoints,
    ChangeStatus,
    CreateNpc,
    CreatePc,
    Gain,
    GiveTrait,
    Lose,
    SetCharacteristic,
    TradeSlot,
    TraitLevel,
)
from engine.decide.registry import decides
from engine.dice import Draw
from engine.events import (
    BonusGranted,
    CharacterApproved,
    CharacterCreated,
    CharacteristicSet,
    Event,
    PointsChanged,
    PropertyDefined,
    PropertyGained,
    PropertyLost,
    SlotTraded,
    StatusChanged,
    StatusDefined,
    TraitGiven,
)
from engine.known import new_name, quoted, the_sheet, trait_to_be
from engine.refusal import Refused, unknown
from engine.rules import creation
from engine.rules.ladder import Ladder
from engine.sheet import points as points_of
from engine.state import Practice, Sheet, State


@decides(CreatePc)
def create_pc(state: State, command: CreatePc, draw: Draw) -> list[Event]:
    """A player's character (PF-03)."""
    name = new_name("character", command.name, state.sheets)
    return [CharacterCreated(name, "pc", command.player, approved=not state.rules.asks_approval)]


@decides(CreateNpc)
def create_npc(state: State, command: CreateNpc, draw: Draw) -> list[Event]:
    """A character of the game master's (PF-03), from one that is ready if it is named (FL-66)."""
    name = new_name("character", command.name, state.sheets)
    created = CharacterCreated(name, "npc")
    return [created] if command.ready is None else [created, *_ready(state, name, command.ready)]


def _ready(state: State, name: str, which: str) -> Iterator[Event]:
    """What a ready character brings: traits at their levels on this ladder, gifts and faults (RT-11)."""
    known = creation.ready_npcs()
    if which not in known:
        raise unknown("ready character", which, known, about="ready", hint=f"there are {', '.join(known)}")
    if not state.rules.ladder:
        raise Refused("ready characters have levels of a ladder, and these rules have none", about="ready")
    ready, fair = known[which], creation.fair(state.rules)
    for trait, (low, high) in ready.traits.items():
        upto = fair + high if high > low else None
        yield ranging(state, TraitGiven(name, trait_to_be(state, trait, "ready"), fair + low, upto))
    for kind, names in (("gift", ready.gifts), ("fault", ready.faults)):
        for each in names:
            if each not in state.properties:
                yield PropertyDefined(each, kind=kind)
            yield PropertyGained(name, each)


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
    events = [_given(state, sheet, given) for given in command.given]
    _within_scheme(state, sheet, events)
    return [*events, *_the_rest(state, sheet, events)]


def _the_rest(state: State, sheet: Sheet, given: Sequence[TraitGiven]) -> Iterator[TraitGiven]:
    """All other traits of the campaign's list at Poor, once the slots above that are filled (FL-14)."""
    trial, poor = _with(sheet, given), creation.fair(state.rules) - 2
    left = creation.open_slots(state.rules, trial) or {}
    if creation.scheme(state.rules).quick or min(left, default=poor) != poor + 1 or any(left.values()):
        return
    for trait in state.listed():
        if trait not in trial.practice:
            yield TraitGiven(sheet.name, trait, poor, word=Ladder.of(state.rules).name(poor))


def _with(sheet: Sheet, given: Sequence[TraitGiven]) -> Sheet:
    """The sheet with these levels as well, and nothing that came after creation."""
    practice = {trait: Practice(given=found.given) for trait, found in sheet.practice.items()}
    return attrs.evolve(sheet, practice=practice | {each.trait: Practice(given=each.level) for each in given})


def _given(state: State, sheet: Sheet, given: TraitLevel) -> TraitGiven:
    trait = trait_to_be(state, given.trait, "given")
    _possible(state, sheet, trait, given.level)
    if trait in sheet.practice and sheet.practice[trait].steps:
        hint = f"“raise {quoted(sheet.name)} {quoted(trait)}” goes on, “undo” takes steps back"
        raise Refused(f"{sheet.name}'s {trait} was raised since: its level is not given anew", about="given", hint=hint)
    word = Ladder.of(state.rules).name(given.level)
    if given.upto is None:
        return TraitGiven(sheet.name, trait, given.level, word=word)
    _possible(state, sheet, trait, given.upto)
    if sheet.kind != "npc" or given.upto <= given.level:
        said = "a range goes up" if sheet.kind == "npc" else "only an NPC's trait can be a range of levels"
        raise Refused(said, about="given", value=given.upto)
    return ranging(state, TraitGiven(sheet.name, trait, given.level, given.upto))


def ranging(state: State, given: TraitGiven) -> TraitGiven:
    """A trait with its level, or range of levels, in words."""
    ladder = Ladder.of(state.rules)
    upto = "" if given.upto is None else f" to {ladder.said(given.upto)}"
    return attrs.evolve(given, word=f"{ladder.said(given.level)}{upto}")


def _possible(state: State, sheet: Sheet, trait: str, level: int) -> None:
    """Refuse a level that nobody can have at creation (PF-16, FU-05)."""
    rules, ladder = state.rules, Ladder.of(state.rules)
    limit = creation.limit(rules, sheet)
    if rules.creation_least <= level <= limit:
        return
    called = [ladder.said(each) for each in (level, rules.creation_least, limit)]
    hint = "a property can make a level count for less" if level < rules.creation_least else None
    if limit < level <= rules.legendary_limit:
        hint = "“rules legendary on” allows more"
    raise Refused(
        f"{trait} cannot start at {called[0]}: levels at creation go from {called[1]} to {called[2]}",
        about="given",
        value=level,
        hint=hint,
    )


def _within_scheme(state: State, sheet: Sheet, given: Sequence[TraitGiven]) -> None:
    """Refuse levels that the way of giving traits has no room for (FL-14, FL-83 to FL-88)."""
    rules, ladder = state.rules, Ladder.of(state.rules)
    fixed = creation.scheme(rules).fixed if sheet.kind == "pc" else {}
    for each in given:
        wanted_level = next((n for trait, n in fixed.items() if trait.casefold() == each.trait.casefold()), None)
        if fixed and wanted_level != each.level:
            wanted = ", ".join(f"{trait} {ladder.said(level)}" for trait, level in fixed.items())
            raise Refused(f"{each.trait} cannot be {ladder.said(each.level)}", about="given", hint=f"it is {wanted}")
    left = creation.open_slots(rules, _with(sheet, given))
    full = next((each.level for each in given if left is not None and _full(left, each.level)), None)
    if full is not None:
        now = creation.unfilled(rules, sheet)
        open_now = ", ".join(f"{ladder.said(level)} ({count})" for level, count in now.items()) or "none"
        said = f"{sheet.name} has no room for another trait at {ladder.said(full)}"
        raise Refused(said, about="given", value=full, hint=f"open are {open_now}; “trade” makes two of one")


def _full(left: Mapping[int, int], level: int) -> bool:
    """Whether a level got more traits than it has room for; below the lowest slot there is always room."""
    return left.get(level, -1) < 0 if level >= min(left, default=level + 1) else False


@decides(TradeSlot)
def trade_slot(state: State, command: TradeSlot, draw: Draw) -> list[Event]:
    """One trait given up for two of the next lower level (FL-80)."""
    sheet, ladder = the_sheet(state, command.who), Ladder.of(state.rules)
    left = creation.open_slots(state.rules, sheet)
    if left is None:
        raise Refused(f"{sheet.name}'s traits are not counted, so there is nothing to trade", about="who")
    if left.get(command.level, 0) < 1 or command.level == min(left):
        raise Refused(f"{sheet.name} has no open trait at {ladder.said(command.level)} to trade", about="level")
    return [SlotTraded(sheet.name, command.level, ladder.name(command.level))]


@decides(Approve)
def approve(state: State, command: Approve, draw: Draw) -> list[Event]:
    """The GM agrees to a player character (FL-86)."""
    sheet = the_sheet(state, command.who)
    if sheet.kind != "pc" or sheet.approved:
        said = "is approved already" if sheet.kind == "pc" else "is the GM's own"
        raise Refused(f"{sheet.name} {said}", about="who")
    return [CharacterApproved(sheet.name)]


@decides(ChangePoints)
def change_points(state: State, command: ChangePoints, draw: Draw) -> list[Event]:
    """Fudge points come and go (FL-105, FL-115)."""
    sheet = the_sheet(state, command.who)
    if not command.change:
        raise Refused("no points change hands", about="change")
    left = points_of(state, sheet) or 0
    if command.change < 0 and left + command.change < 0:
        raise Refused(f"{sheet.name} has {left} fudge points, not {-command.change}", about="change")
    return [PointsChanged(sheet.name, command.change, command.use)]


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
