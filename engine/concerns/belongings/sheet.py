"""Modifiers to rolls from things, and the things that a sheet has."""

from __future__ import annotations

from collections.abc import Iterator

from engine.registry import lends
from engine.rules.parts import Lent
from engine.state import Sheet, State


@lends(30, "A")
def item_effects(state: State, sheet: Sheet) -> Iterator[Lent]:
    """Yield the effects of the things that a character carries (PF-43)."""
    if not any(stack.effects for stack in sheet.stacks.values()):
        return  # most things do nothing, and heaps take long to make
    for stack in sheet.heaps():
        for effect in stack.effects:
            yield Lent(effect, stack.name, "item", stack.id)
