"""Decide commands about traits and their levels at creation."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence

from engine.concerns.traits.commands import DefineAbilities, DefineAbility, GiveTrait, TradeSlot, TraitLevel
from engine.concerns.traits.events import AbilityDefined, LevelLabel, SlotTraded, TraitGiven
from engine.dice import Draw
from engine.known import find_spelling, listed_traits, named_trait, the_sheet
from engine.refusal import Refused, unknown
from engine.registry import Event, decides
from engine.rules import creation
from engine.rules.ladder import Ladder
from engine.state import UNPRACTISED, Practice, Sheet, State
from engine.text import quote
from engine.value import evolve


@decides(DefineAbility)
def define_ability(state: State, command: DefineAbility, draw: Draw) -> list[Event]:
    """Define abilities for the campaign's list, or replace the words of one that exists (PF-37)."""
    labels = tuple(LevelLabel(label.word, label.level) for label in command.labels)
    if any(low.level >= high.level for low, high in itertools.pairwise(labels)):
        raise Refused("list the words from the lowest level to the highest", about="labels")
    if command.default is not None and state.rules.growth == "practice":
        raise Refused("practice begins at the game's own level", about="default", hint="“rules untrained” shows it")
    names = [find_spelling(state, "ability", name, "names") for name in command.names]
    return [_define_one(state, name, labels, command.default) for name in names]


def _define_one(state: State, name: str, labels: tuple[LevelLabel, ...], default: int | None) -> AbilityDefined:
    """Return the definition of an ability, which keeps its words if it only gets a default (FL-48)."""
    if default is None:
        return AbilityDefined(name, labels)
    had = state.abilities.get(name)
    return AbilityDefined(name, labels or (had.labels if had else ()), default, Ladder.of(state.rules).name(default))


@decides(DefineAbilities)
def define_abilities(state: State, command: DefineAbilities, draw: Draw) -> list[Event]:
    """Define the traits of ready-made lists, each once, except those left out (FL-11, FL-12)."""
    listed = dict.fromkeys(trait for name in command.lists for trait in creation.trait_list(name))
    odd = next((name for name in command.names if name.casefold() not in map(str.casefold, listed)), None)
    if odd is not None:
        raise unknown("trait", odd, listed, about="names", hint=f"the lists have {', '.join(listed)}")
    without = {name.casefold() for name in command.names}
    fresh = [name for name in listed if name.casefold() not in without and name not in state.abilities]
    if not fresh:
        raise Refused("the traits of these lists are all defined already", about="lists")
    return list(map(AbilityDefined, fresh))


@decides(GiveTrait)
def give_trait(state: State, command: GiveTrait, draw: Draw) -> list[Event]:
    """Give levels at creation, which stand for practice before play (PF-30)."""
    sheet = the_sheet(state, command.who)
    events = [_give_level(state, sheet, given) for given in command.given]
    _within_scheme(state, sheet, events)
    events = _with_roles(state, sheet, events)
    return [*events, *_the_rest(state, sheet, events)]


def _the_rest(state: State, sheet: Sheet, given: Sequence[TraitGiven]) -> Iterator[TraitGiven]:
    """Yield all other listed traits at Poor, once the higher slots are full (FL-14)."""
    trial, poor = _with(sheet, given), creation.step_from_fair(state.rules, creation.POOR)
    rest = state.rules.creation_rest if creation.has_rest(state.rules) else None
    level = poor if rest is None else rest
    left = creation.open_slots(state.rules, trial) or {}
    if creation.scheme(state.rules).quick or min(left, default=poor) != poor + 1 or any(left.values()):
        return
    for trait in listed_traits(state):
        if trait not in trial.practice:
            yield TraitGiven(sheet.name, trait, level, word=Ladder.of(state.rules).name(level))


def _with(sheet: Sheet, given: Sequence[TraitGiven]) -> Sheet:
    """Return the sheet with these levels added, and nothing from after creation."""
    practice = {trait: Practice(given=found.given, role=found.role) for trait, found in sheet.practice.items()}
    return evolve(sheet, practice=practice | {t.trait: Practice(given=t.level, role=t.role) for t in given})


def _with_roles(state: State, sheet: Sheet, given: Sequence[TraitGiven]) -> list[TraitGiven]:
    """Return the traits with their roles: as typed, or the only one that their level leaves (FL-85)."""
    scheme, done = creation.scheme(state.rules), list(given)
    left = creation.open_roles(state.rules, _with(sheet, given))
    for each in given:
        if each.role:
            _must_be_open(state, each, scheme, left)
    for place, each in enumerate(given):
        left = creation.open_roles(state.rules, _with(sheet, done))
        fit = [role for role in left if left[role] > 0 and scheme.fixed.get(role, each.level) == each.level]
        had = sheet.practice.get(each.trait, UNPRACTISED).role
        if not each.role and (had in fit or len(fit) == 1):
            done[place] = evolve(each, role=had if had in fit else fit[0])
    return done


def _must_be_open(state: State, given: TraitGiven, scheme: creation.Scheme, left: Mapping[str, int]) -> None:
    """Refuse a role that the scheme of creation lacks, has at another level, or has used up."""
    said = Ladder.of(state.rules).name_of
    if given.role not in left:
        hint = (
            "the traits of player characters have them after “rules creation wushu” or “rules creation over-the-edge”"
        )
        raise Refused(f"{given.character}'s traits have no roles", about="given", value=given.role, hint=hint)
    level = scheme.fixed.get(given.role, given.level)
    if level != given.level:
        raise Refused(f"the {given.role} is {said(level)}, not {said(given.level)}", about="given", value=given.level)
    if left[given.role] < 0:
        raise Refused(
            f"{given.character} has no room for another trait as {given.role}", about="given", value=given.role
        )


def _give_level(state: State, sheet: Sheet, given: TraitLevel) -> TraitGiven:
    trait = named_trait(state, given.trait, "given")
    _possible(state, sheet, trait, given.level)
    if trait in sheet.practice and sheet.practice[trait].steps:
        hint = f"“raise {quote(sheet.name)} {quote(trait)}” raises it further, “undo” lowers it"
        raise Refused(
            f"{sheet.name}'s {trait} was raised with XP, so where it started is settled", about="given", hint=hint
        )
    if given.upto is None:
        word = "untrained" if _counts_as_untrained(state, given.level) else Ladder.of(state.rules).name(given.level)
        late = creation.is_in_play(state, sheet, trait)
        return TraitGiven(sheet.name, trait, given.level, word=word, late=late, role=given.role or "")
    _possible(state, sheet, trait, given.upto)
    if sheet.kind != "npc" or given.upto <= given.level:
        said = (
            "a range goes from the lower level to the higher"
            if sheet.kind == "npc"
            else "only an NPC's trait can be a range of levels"
        )
        raise Refused(said, about="given", value=given.upto)
    return find_range(state, TraitGiven(sheet.name, trait, given.level, given.upto, role=given.role or ""))


def _counts_as_untrained(state: State, level: int) -> bool:
    """Return whether a starting level stands for the untrained one (PF-15).

    In growth by practice, level 0 does if these rules have another untrained level.
    """
    return state.rules.growth == "practice" and level == 0 != state.rules.untrained


def find_range(state: State, given: TraitGiven) -> TraitGiven:
    """Return a trait with its level, or range of levels, in words."""
    ladder = Ladder.of(state.rules)
    upto = "" if given.upto is None else f" to {ladder.name_of(given.upto)}"
    return evolve(given, word=f"{ladder.name_of(given.level)}{upto}")


def _possible(state: State, sheet: Sheet, trait: str, level: int) -> None:
    """Refuse a level that nobody can have at creation (PF-16, FU-05)."""
    rules, ladder = state.rules, Ladder.of(state.rules)
    limit = creation.limit(rules, sheet)
    if rules.creation_least <= level <= limit:
        return
    called = [ladder.name_of(each) for each in (level, rules.creation_least, limit)]
    hint = "a property can lower a level further" if level < rules.creation_least else None
    if limit < level <= rules.legendary_limit:
        hint = "“rules legendary on” allows more"
    raise Refused(
        f"{trait} cannot start at {called[0]}: levels at creation go from {called[1]} to {called[2]}",
        about="given",
        value=level,
        hint=hint,
    )


def _within_scheme(state: State, sheet: Sheet, given: Sequence[TraitGiven]) -> None:
    """Refuse levels for which the game's scheme of giving traits has no room (FL-14, FL-83 to FL-88)."""
    rules, ladder = state.rules, Ladder.of(state.rules)
    left = creation.open_slots(rules, _with(sheet, given))
    full = next((each.level for each in given if left is not None and _full(left, each.level)), None)
    if full is not None:
        now = creation.count_unfilled(rules, sheet)
        open_now = ", ".join(f"{ladder.name_of(level)} ({count})" for level, count in now.items()) or "none"
        trade = "" if creation.scheme(rules).fixed else "; “trade” turns one into two of the level below"
        said = f"{sheet.name} has no room for another trait at {ladder.name_of(full)}"
        raise Refused(said, about="given", value=full, hint=f"open: {open_now}{trade}")


def _full(left: Mapping[int, int], level: int) -> bool:
    """Return whether a level has more traits than room. Below the lowest slot there is always room."""
    return left.get(level, -1) < 0 if level >= min(left, default=level + 1) else False


@decides(TradeSlot)
def trade_slot(state: State, command: TradeSlot, draw: Draw) -> list[Event]:
    """Trade one trait for two of the next lower level (FL-80)."""
    sheet, ladder = the_sheet(state, command.who), Ladder.of(state.rules)
    left = creation.open_slots(state.rules, sheet)
    if left is None:
        raise Refused(f"{sheet.name} can have any number of traits, so there is nothing to trade", about="who")
    if creation.scheme(state.rules).fixed:
        raise Refused("each trait has its role and level in this way of creation: there is no trade", about="who")
    if left.get(command.level, 0) < 1 or command.level == min(left):
        raise Refused(f"{sheet.name} has no open trait at {ladder.name_of(command.level)} to trade", about="level")
    return [SlotTraded(sheet.name, command.level, ladder.name(command.level))]
