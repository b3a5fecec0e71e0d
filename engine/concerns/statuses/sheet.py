"""Modifiers that statuses bring to a roll."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from engine.concerns.rolls.events import Part
from engine.registry import lends
from engine.state import Sheet, State


@lends(10)
def status_parts(state: State, sheet: Sheet, trait: str | None, tags: Collection[str]) -> Iterator[Part]:
    """Yield what the states that a character is in add to A (PF-12)."""
    for name, current in sheet.statuses.items():
        status = state.statuses[name]
        value = next(step.modifier for step in status.states if step.name == current)
        if value and (not status.on or trait in status.on):
            yield Part(value, f"{name}: {current}", "status")
