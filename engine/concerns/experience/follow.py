"""Raise a trait that was paid for and waited for a goal."""

from __future__ import annotations

from collections.abc import Iterator

from engine.concerns.experience.events import TraitRaised
from engine.concerns.experience.sheet import PENDING_LEVELS
from engine.concerns.goals.events import GoalReached
from engine.registry import follows
from engine.state import State


@follows(GoalReached)
def raise_what_waited(state: State, event: GoalReached) -> Iterator[TraitRaised]:
    """Yield the levels that were paid for and waited for the goal (FL-135)."""
    for sheet in state.sheets.values():
        for each in PENDING_LEVELS.of(sheet):
            if each.goal == event.goal:
                yield TraitRaised(sheet.name, each.trait, each.amount, each.number, each.level, each.word)
