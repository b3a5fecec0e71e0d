"""Whether an NPC is shown to the players."""

from __future__ import annotations

from engine.registry import shows
from engine.state import Sheet, State
from engine.types import EventNumber
from engine.value import value


@value
class Sight:
    """Whether players see an NPC, by the latest `show` or `hide`, and the number of that event."""

    shown: bool
    event: EventNumber


def sight_of(sheet: Sheet) -> Sight | None:
    """Return the last `show` or `hide` of an NPC, or None if there was none."""
    found: Sight | None = sheet.own.get("sight")
    return found


def is_unseen(sheet: Sheet) -> bool:
    """Return whether a character is hidden from the players."""
    found = sight_of(sheet)
    return found is not None and not found.shown


@shows("visibility", "Visibility")
def visibility(state: State, sheet: Sheet) -> str | None:
    """Return “hidden” or “shown” for an NPC, or None if it was neither."""
    found = sight_of(sheet)
    return None if found is None else "shown" if found.shown else "hidden"
