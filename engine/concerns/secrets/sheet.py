"""Whether an NPC is shown to the players."""

from __future__ import annotations

from engine.own import Own
from engine.registry import shows
from engine.state import Sheet, State
from engine.types import EventNumber
from engine.value import value


@value
class Sight:
    """Whether players see an NPC, by the latest `show` or `hide`, and the number of that event."""

    shown: bool
    event: EventNumber


#: What was said last of whether players see an NPC; None if nothing was.
SIGHT: Own[Sight | None] = Own("sight", None)


def is_unseen(sheet: Sheet) -> bool:
    """Return whether a character is hidden from the players."""
    found = SIGHT.of(sheet)
    return found is not None and not found.shown


@shows(90, "visibility", "Visibility")
def visibility(state: State, sheet: Sheet) -> str | None:
    """Return “hidden” or “shown” for an NPC, or None if it was neither."""
    found = SIGHT.of(sheet)
    return None if found is None else "shown" if found.shown else "hidden"
