"""Which undo took each event that does not count, and why."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import evolve

from engine.concerns.corrections.events import EventsRedone, EventsUndone

#: From an undone event to the number of its undo, and the undo with the reason that was given last.
UndoneBy = dict[int, tuple[int, EventsUndone]]


def undone_by(corrections: Iterable[tuple[int, object]]) -> UndoneBy:
    """Return what undid each event that is undone after all these corrections.

    An undo of what is undone already gives only a reason: the earlier number stays, with the new reason.
    """
    found: UndoneBy = {}
    for seq, event in corrections:
        match event:
            case EventsUndone(targets):
                for target in targets:
                    number, undo = found.get(target, (seq, event))
                    found[target] = number, evolve(undo, reason=event.reason or undo.reason)
            case EventsRedone(targets):
                for target in targets:
                    found.pop(target, None)
    return found
