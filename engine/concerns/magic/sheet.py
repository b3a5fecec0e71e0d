"""The rituals of a campaign."""

from __future__ import annotations

from collections.abc import Mapping

from engine.concerns.goals.sheet import GoalNow, find_goal
from engine.own import Own
from engine.state import State

#: The rituals that were not performed yet, by name: goals with one set of needs.
RITUALS: Own[Mapping[str, GoalNow]] = Own("rituals", {})


def the_ritual(state: State, name: str) -> GoalNow:
    """Return a ritual that was planned. Raise Refused for another."""
    return find_goal("ritual", RITUALS.of(state), name, "name", "“ritual NAME needs NEED” plans one")
