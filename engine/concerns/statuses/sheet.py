"""Effects of statuses."""

from __future__ import annotations

from collections.abc import Iterator

from engine.concerns.effects.events import Effect, Lent
from engine.registry import lends
from engine.state import Sheet, State


@lends(10, "A")
def status_effects(state: State, sheet: Sheet) -> Iterator[Lent]:
    """Yield what the states that a character is in do (PF-12)."""
    for name, current in sheet.statuses.items():
        status = state.statuses[name]
        modifier = next(step.modifier for step in status.states if step.name == current)
        if modifier:
            yield Lent(Effect("A", modifier, status.on), f"{name}: {current}", "status")
