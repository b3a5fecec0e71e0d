"""Read, fold and show events in order, to check that they could be recorded so."""

from __future__ import annotations

from collections.abc import Callable

from engine.history.catalog import Catalog
from engine.history.timeline import Progress, Timeline
from engine.rules.modifiers import action_parts
from engine.sheet import view
from engine.state import State
from engine.store import codec
from engine.store.door import Log, LogError, Problem
from engine.store.files import printable

#: Explains why an event is impossible at its place, given the timeline up to it, its number and its stored body.
EventCheck = Callable[[Timeline, object, int, str], str | None]


def first_impossible(
    log: Log, upto: int, check: EventCheck, progress: Progress | None = None, catalog: Catalog | None = None
) -> Problem | None:
    """Return the first event, up to `upto`, that is impossible in its place, or None if all are possible.

    `check` explains, more strictly than the projectors, why an event is impossible. `progress` is called with the
    number of events checked. A `catalog` of these events spares one reading of the log.
    """
    timeline = Timeline.of(log, upto, catalog, progress=progress)
    seq, name = timeline.state.seq, ""
    try:
        for seq, name, body, event in timeline.events():
            why = check(timeline, event, seq, body)
            if why is not None:
                return impossible(seq, name, "cannot be: ", why)
            timeline.take_in(seq, event)
        must_be_shown(timeline.state)
    except codec.Unreadable as error:
        return Problem(timeline.next, "unreadable", error.message)
    except LogError as error:
        return impossible(seq, name, "cannot be: ", f"with it, {error.message}")
    except Exception:  # any error of a projector in a forged log
        return impossible(seq, name, "", "cannot follow what was recorded before it")
    return None


def impossible(seq: int, name: str, lead: str, why: str) -> Problem:
    """Return the problem of an event that is impossible where it is."""
    return Problem(seq, "impossible", f"#{seq} ({printable(name)}) {lead}{why}", why)


def must_be_shown(state: State) -> None:
    """Compute everything that a sheet shows and an action needs, so that whatever prevents it is raised."""
    for sheet in state.sheets.values():
        view(state, sheet.name)
        action_parts(state, sheet, None)
