"""The qualities of ships."""

from __future__ import annotations

from engine.concerns.effects.sheet import describe_passing, is_quality, passing
from engine.registry import shows
from engine.state import Sheet, State


@shows("qualities", "Qualities")
def qualities_shown(state: State, sheet: Sheet) -> str | None:
    """Return what counts for the difficulty of those who act with a ship; None for nothing (FL-71)."""
    return "; ".join(describe_passing(each) for each in passing(sheet) if is_quality(each)) or None
