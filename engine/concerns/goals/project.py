"""Fold events about goals, and check their preconditions."""

from __future__ import annotations

from collections.abc import Iterable

from engine.concerns.goals.events import GoalMet, GoalReached, GoalSet
from engine.concerns.goals.sheet import (
    GOALS,
    GOALS_ON_SHEET,
    REPLACED_GOALS,
    GoalNow,
    must_be_needs,
    must_lack,
    the_goal,
)
from engine.concerns.rolls.events import SecretRevealed
from engine.known import the_roll, the_sheet, untaken_name
from engine.refusal import Refused
from engine.registry import bears, projects, requires
from engine.state import State
from engine.value import evolve


@projects(GoalSet)
def goal_set(state: State, event: GoalSet, seq: int) -> None:
    """Store the goal, apart from a reached one of its name."""
    before = GOALS.of(state).get(event.name)
    if before is not None:
        state.own[REPLACED_GOALS] = (*REPLACED_GOALS.of(state), before)
    state.own[GOALS] = {name: each for name, each in GOALS.of(state).items() if name != event.name}
    keep_goal(state, GoalNow(event.name, event.sets, (), seq, event.character, event.hidden), event, seq)


@projects(GoalMet)
def goal_met(state: State, event: GoalMet, seq: int) -> None:
    """Store which complication is met."""
    found = GOALS.of(state)[event.goal]
    keep_goal(state, evolve(found, met=(*found.met, event.need)), event, seq)


@projects(GoalReached)
def goal_reached(state: State, event: GoalReached, seq: int) -> None:
    """Count the event among those about the goal, which is reached already by what is met."""
    keep_goal(state, GOALS.of(state)[event.goal], event, seq)


def keep_goal(state: State, found: GoalNow, event: GoalSet | GoalMet | GoalReached, seq: int) -> None:
    """Store a goal as an event left it. Events about a hidden one are secret."""
    put_goal(state, evolve(found, parts=(*found.parts, seq)))
    if event.hidden or found.hidden:
        state.secrets.add(seq)


def put_goal(state: State, found: GoalNow) -> None:
    """Store a goal in the campaign, and on the sheet of its character if it has one.

    The goals on a sheet are a new tuple, so that the sheet differs from before.
    """
    state.own[GOALS] = {**GOALS.of(state), found.name: found}
    if found.character is not None:
        own = tuple(each for each in GOALS.of(state).values() if each.character == found.character)
        state.sheets[found.character].own[GOALS_ON_SHEET] = own


@projects(SecretRevealed)
def goal_revealed(state: State, event: SecretRevealed, seq: int) -> None:
    """Show a goal, and all that happened to it, once an event about it is revealed."""
    for found in GOALS.of(state).values():
        if found.hidden and event.event in found.parts:
            state.secrets.difference_update(found.parts)
            put_goal(state, evolve(found, hidden=False))
    for place, found in enumerate(before := REPLACED_GOALS.of(state)):
        if found.hidden and event.event in found.parts:
            state.secrets.difference_update(found.parts)
            state.own[REPLACED_GOALS] = (*before[:place], evolve(found, hidden=False), *before[place + 1 :])


@requires(GoalSet)
def can_be_set(state: State, event: GoalSet) -> None:
    """Refuse a goal that is set already, of nobody, or without needs."""
    untaken_name("goal", event.name, [each.name for each in GOALS.of(state).values() if not each.reached])
    must_be_needs("goal", event.sets, "a complication, such as “rare ore”", "sets")
    if event.character is not None:
        the_sheet(state, event.character, "who")


@requires(GoalMet)
def must_be_unmet(state: State, event: GoalMet) -> None:
    """Refuse a complication of a goal that is reached, or one that it does not need or has already."""
    found = the_goal(state, event.goal)
    if found.reached:
        raise Refused(f"{found.name} is reached already", about="name", hint="“goals” shows those that are not")
    must_lack(found, event.need)
    must_be_whose(found, event.character)
    if event.of is not None:
        the_roll(state, event.of, "roll")


@requires(GoalReached)
def must_be_complete(state: State, event: GoalReached) -> None:
    """Refuse to reach a goal none of whose sets is complete."""
    found = the_goal(state, event.goal)
    must_be_whose(found, event.character)
    if not found.reached:
        raise Refused(f"{event.goal} is not reached", about="name")


def must_be_whose(found: GoalNow, character: str | None) -> None:
    """Refuse an event about a goal that names the wrong character."""
    if character != found.character:
        raise Refused(f"{found.name} is {found.character or 'nobody'}'s goal", about="name")


@bears("goal")
def goals_named(state: State) -> Iterable[str]:
    """Return the goals that were set."""
    return GOALS.of(state)
