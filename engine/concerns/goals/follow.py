"""Reach a goal with the last complication of a set."""

from __future__ import annotations

from collections.abc import Iterator

from engine.concerns.goals.events import GoalMet, GoalReached
from engine.concerns.goals.sheet import GOALS
from engine.registry import follows
from engine.state import State
from engine.value import evolve


@follows(GoalMet)
def reach_with_the_last(state: State, event: GoalMet) -> Iterator[GoalReached]:
    """Yield that a goal is reached with the complication that completes a set (FL-72)."""
    found = GOALS.of(state)[event.goal]
    if evolve(found, met=(*found.met, event.need)).reached:
        yield GoalReached(event.goal, event.character, event.hidden)
