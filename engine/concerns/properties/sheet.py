"""Modifiers that properties, gifts and faults bring to a roll."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from engine.concerns.rolls.events import Part
from engine.registry import lends
from engine.rules.modifiers import bears_on, property_effects
from engine.state import Sheet, State


@lends(20)
def property_parts(state: State, sheet: Sheet, trait: str | None, tags: Collection[str]) -> Iterator[Part]:
    """Yield what a character's properties add to A (PF-13, PF-14)."""
    for part, effect in property_effects(state, sheet, "A"):
        if bears_on(effect, trait, tags):
            yield part
