"""Fold and check events about traits and their levels at creation."""

from __future__ import annotations

from collections.abc import Iterable

from engine.concerns.traits.events import AbilityDefined, SlotTraded, TraitGiven
from engine.known import every_trait, the_sheet, trait_to_be
from engine.refusal import Refused
from engine.registry import always_fits, bears, projects, requires
from engine.rules.growth import standing_of, step_cost
from engine.state import UNPRACTISED, LateLevel, Practice, Sheet, State
from engine.value import evolve

#: The highest level that can be given. A level of practice stands for up to 2 to that many XP.
HIGHEST = 10_000
LOWEST = -1000


@projects(AbilityDefined)
def ability_defined(state: State, event: AbilityDefined, seq: int) -> None:
    """Store the definition of an ability."""
    state.abilities[event.name] = event


@projects(TraitGiven)
def trait_given(state: State, event: TraitGiven, seq: int) -> None:
    """Set a trait's starting level, keeping the XP spent on it, and note a level given in play."""
    sheet = state.sheets[event.character]
    had = sheet.practice.get(event.trait)
    now = evolve(had or UNPRACTISED, given=event.level, upto=event.upto, role=event.role)
    if had is None and event.level == _level_of_rest(state, sheet, event.trait):
        sheet.practice[event.trait] = now
        return
    if _is_in_play(state, sheet, event.trait) and not _is_unpaid_from_notes(state):
        before, after = (standing_of(state.rules, each, event.trait).level for each in (had, now))
        if had is None or before != after:
            first = None if had is None and state.rules.growth != "practice" else before
            sheet.late[seq] = LateLevel(event.trait, first, after, _price(state, event.trait, had, now))
    sheet.practice[event.trait] = now


def _level_of_rest(state: State, sheet: Sheet, trait: str) -> int | None:
    """Return the level that a trait has without one of its own, as one of the rest (FL-14), or None."""
    if state.rules.creation_rest is None:
        return None
    from engine.rules.creation import list_rest  # few games have a rest

    return state.rules.creation_rest if trait in list_rest(state, sheet) else None


def _is_in_play(state: State, sheet: Sheet, trait: str) -> bool:
    """Return whether a trait is in play, also by rules that only another version of the program knows."""
    from engine.rules.creation import is_in_play  # most levels are given before play

    try:
        return sheet.kind == "pc" and is_in_play(state, sheet, trait)
    except Refused:
        return True


def _is_unpaid_from_notes(state: State) -> bool:
    """Return whether levels cost nothing in the game, and all that was played of it is from notes."""
    return state.rules.growth == "none" and all(session.held for session in state.sessions)


def _price(state: State, trait: str, had: Practice | None, now: Practice) -> int:
    """Return the XP that a change of level is worth, negative for a loss."""
    before, after = (standing_of(state.rules, each, trait) for each in (had, now))
    if state.rules.growth == "practice":
        return after.xp - before.xp
    low, high = sorted((before.level, after.level))
    cost = sum(step_cost(state.rules, level, trait) or 0 for level in range(low, high))
    return cost if before.level < after.level else -cost


@projects(SlotTraded)
def slot_traded(state: State, event: SlotTraded, seq: int) -> None:
    """Remember the level that was traded."""
    state.sheets[event.character].trades.append(event.level)


@requires(TraitGiven)
def trait_can_be_given(state: State, event: TraitGiven) -> None:
    """Refuse a trait that is no ability, or a level that no rules allow."""
    the_sheet(state, event.character, "character")
    trait_to_be(state, event.trait, "trait")
    least = 0 if state.rules.growth == "practice" else LOWEST
    if not least <= event.level <= HIGHEST:
        raise Refused(f"level {event.level} is out of range", about="level")


@requires(SlotTraded)
def can_be_traded(state: State, event: SlotTraded) -> None:
    """Refuse a trade of nobody's."""
    the_sheet(state, event.character, "character")


@bears("trait")
def traits_named(state: State) -> Iterable[str]:
    """Return the traits that are known."""
    return every_trait(state)


always_fits(AbilityDefined)
