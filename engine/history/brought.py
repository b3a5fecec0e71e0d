"""Find what goes with an event when it is undone.

That is what it brought about, and what it is only a part of.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile

from engine.history.fold import read_event
from engine.history.names import Naming
from engine.registry import is_brought, marks
from engine.store.door import Log
from engine.store.looks import rows


def whole(log: Log, naming: Naming | None, seq: int) -> tuple[int, ...]:
    """Return an event with all that goes with it, whether it counts or not."""
    first = seq
    while _is_part(event := _read(log, naming, first)):
        first -= 1
    later = range(first + 1, seq + 1) if is_brought(event) else brought_by(log, naming, first)
    return (first, *later)


def brought_by(log: Log, naming: Naming | None, seq: int) -> Iterator[int]:
    """Yield what an event brought about (FL-37, FL-133).

    Awards of a rule, ends of effects, and levels that waited are recorded after their cause, by the same command.
    """
    command = next(rows(log, seq - 1, seq)).cmd
    later = takewhile(lambda row: row.cmd == command, rows(log, seq))
    events = ((row.seq, read_event(naming, row.seq, row.type, row.v, row.body)) for row in later)
    yield from (number for number, event in takewhile(lambda each: is_brought(each[1]), events))


def _is_part(event: object) -> bool:
    """Tell whether an event cannot be undone without the one that brought it about."""
    return marks(event).part and is_brought(event)


def _read(log: Log, naming: Naming | None, seq: int) -> object:
    return read_event(naming, *next(log.bodies(seq - 1, seq)))
