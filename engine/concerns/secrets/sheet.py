"""Whether an NPC is shown to the players."""

from __future__ import annotations

from engine.own import Own
from engine.registry import shows
from engine.state import Sheet, State
from engine.types import EventNumber
from engine.value import value


@value
class Sight:
    """Whether players see an NPC, by the latest `show` or `hide`, the number of that event, and if the name is kept."""

    shown: bool
    event: EventNumber
    fully: bool = False


#: What was said last of whether players see an NPC; None if nothing was.
SIGHT: Own[Sight | None] = Own("sight", None)


def is_unseen(sheet: Sheet) -> bool:
    """Return whether a character is hidden from the players."""
    found = SIGHT.of(sheet)
    return found is not None and not found.shown


def is_nameless(sheet: Sheet) -> bool:
    """Return whether players do not even read a character's name."""
    found = SIGHT.of(sheet)
    return found is not None and found.fully


@shows(90, "visibility", "Visibility")
def visibility(state: State, sheet: Sheet) -> str | None:
    """Return “hidden”, “fully hidden” or “shown” for an NPC, or None if it was none of these."""
    found = SIGHT.of(sheet)
    return None if found is None else "shown" if found.shown else "fully hidden" if found.fully else "hidden"
