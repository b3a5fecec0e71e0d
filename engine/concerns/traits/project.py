"""Fold events about traits and their levels at creation, and check what each requires."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import evolve

from engine.concerns.traits.events import AbilityDefined, SlotTraded, TraitGiven
from engine.known import the_sheet, trait_to_be
from engine.refusal import Refused
from engine.registry import always_fits, bears, projects, requires
from engine.state import UNPRACTISED, State

#: The levels that a trait can be given; a level in practice stands for 2 to that many XP.
HIGHEST = 10_000
LOWEST = -1000


@projects(AbilityDefined)
def ability_defined(state: State, event: AbilityDefined, seq: int) -> None:
    """Keep the definition of an ability."""
    state.abilities[event.name] = event


@projects(TraitGiven)
def trait_given(state: State, event: TraitGiven, seq: int) -> None:
    """Set the level that a trait starts at, and keep what was spent on it."""
    practice = state.sheets[event.character].practice
    practice[event.trait] = evolve(practice.get(event.trait, UNPRACTISED), given=event.level, upto=event.upto)


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
    return state.traits()


always_fits(AbilityDefined)
