"""Which undo took each event that does not count, and why."""

from __future__ import annotations

from collections.abc import Iterable

from engine.concerns.corrections.events import EventsRedone, EventsUndone
from engine.value import evolve

#: From an undone event to the number of its undo, and the undo with the last reason given.
UndoneBy = dict[int, tuple[int, EventsUndone]]


def undone_by(corrections: Iterable[tuple[int, object]]) -> UndoneBy:
    """Return the undo, with the reason given last, of each event that these corrections leave undone."""
    found: UndoneBy = {}
    for seq, event in corrections:
        match event:
            case EventsUndone(targets, reason, "reason"):
                for target in found.keys() & targets:
                    number, undo = found[target]
                    found[target] = number, evolve(undo, reason=reason)
            case EventsUndone(targets):
                found |= dict.fromkeys(targets, (seq, event))
            case EventsRedone(targets):
                for target in targets:
                    found.pop(target, None)
    return found
