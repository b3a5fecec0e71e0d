"""Reach a goal with the last complication of a set, and raise the trait that was paid for it."""

from __future__ import annotations

from collections.abc import Iterator

from engine.concerns.experience.events import TraitRaised
from engine.concerns.experience.sheet import find_pending
from engine.concerns.goals.events import GoalMet, GoalReached
from engine.concerns.goals.sheet import every_goal
from engine.registry import follows
from engine.state import State
from engine.value import evolve


@follows(GoalMet)
def reach_with_the_last(state: State, event: GoalMet) -> Iterator[GoalReached]:
    """Yield that a goal is reached with the complication that completes a set (FL-72)."""
    found = every_goal(state)[event.goal]
    if evolve(found, met=(*found.met, event.need)).reached:
        yield GoalReached(event.goal, event.character, event.hidden)


@follows(GoalReached)
def raise_what_waited(state: State, event: GoalReached) -> Iterator[TraitRaised]:
    """Yield the levels that were paid for and waited for the goal (FL-135)."""
    for sheet in state.sheets.values():
        for each in find_pending(sheet):
            if each.goal == event.goal:
                yield TraitRaised(sheet.name, each.trait, each.amount, each.number, each.level, each.word)
