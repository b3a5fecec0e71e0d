"""The rituals of a campaign."""

from __future__ import annotations

from engine.concerns.goals.sheet import GoalNow, find_goal
from engine.state import State


def every_ritual(state: State) -> dict[str, GoalNow]:
    """Return the rituals that were not performed yet, by name: goals with one set of needs."""
    found: dict[str, GoalNow] = state.own.get("rituals", {})
    return found


def the_ritual(state: State, name: str) -> GoalNow:
    """Return a ritual that was planned. Raise Refused for another."""
    return find_goal("ritual", every_ritual(state), name, "name", "“ritual NAME needs NEED” plans one")
