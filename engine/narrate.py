"""Events as sentences that a player understands."""

from __future__ import annotations

from typing import Any

from engine.registry import NARRATES, narrates
from engine.rooms import load
from engine.store.codec import Unknown


def tell(event: Any) -> str:
    """Return what happened as a sentence without a full stop, or only the kind of an impossible event."""
    load("narrate")
    narrate = NARRATES[type(event)]
    try:
        return narrate(event)
    except (LookupError, TypeError, ValueError):  # a forged event, such as a contest without sides
        return f"An impossible event ({type(event).__name__})"


@narrates(Unknown)
def tell_unknown(event: Unknown) -> str:
    """Name an event that is not known here."""
    return f"{event.name}, recorded by a newer version of the program"
