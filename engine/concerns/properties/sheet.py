"""Effects of properties, gifts and faults."""

from __future__ import annotations

from collections.abc import Iterator

from engine.registry import lends
from engine.rules.parts import Lent
from engine.state import Sheet, State


@lends(20)
def property_effects(state: State, sheet: Sheet) -> Iterator[Lent]:
    """Yield the effects of a character's properties (PF-13, PF-14)."""
    for name in sheet.properties:
        for effect in state.properties[name].effects:
            yield Lent(effect, name, "property")
