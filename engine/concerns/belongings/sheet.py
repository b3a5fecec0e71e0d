"""Modifiers that things bring to a roll."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from engine.concerns.rolls.events import Part
from engine.registry import lends
from engine.rules.modifiers import bears_on
from engine.state import Sheet, State


@lends(30)
def item_parts(state: State, sheet: Sheet, trait: str | None, tags: Collection[str]) -> Iterator[Part]:
    """Yield what the things that a character carries add to A (PF-43)."""
    for stack in sheet.heaps():
        for effect in stack.effects:
            if bears_on(effect, trait, tags):
                yield Part(effect.value, effect.reason or stack.name, "item")
