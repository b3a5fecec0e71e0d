"""Questions about a log, answered through its door for any storage engine."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

from engine.registry import find_marked
from engine.store.door import Head, Log, LogError, Row, is_as_recorded

WINDOW = 100


def the_row(log: Log, seq: int) -> Row:
    """Return an event of the log. Raise LogError for a number beyond its end."""
    row = log.at(seq)
    if row is None:
        raise LogError(f"{log.name} has no #{seq}")
    return row


def head_at(log: Log, seq: int) -> Head | None:
    """Return the head of the log at an event, or None for event 0 and for one that is not there."""
    row = log.at(seq)
    return None if row is None else Head(seq, row.hash)


def holds(log: Log, head: Head) -> bool:
    """Return whether a log contains a head, and the hash of that event is its own."""
    row = log.at(head.seq)
    return row is not None and row.hash == head.hash and is_as_recorded(log.format, log.campaign, row)


def rows(log: Log, after: int = 0, upto: int | None = None) -> Iterator[Row]:
    """Yield the events numbered above `after`, up to and with `upto`, in order."""
    head = head_at(log, after) if after > 0 else None
    if after <= 0 or head is not None:
        yield from log.read(head, upto)


def backwards(log: Log, before: int | None = None) -> Iterator[Row]:
    """Yield all events, or those before a number, the last one first."""
    last = log.head.seq if before is None else before - 1
    while last > 0:
        first = max(0, last - WINDOW)
        yield from reversed(list(rows(log, first, last)))
        last = first


def last_until(log: Log, ts: str) -> int:
    """Return the number of the last event up to a time by the events' clock, or 0 if there is none."""
    return next((row.seq for row in backwards(log) if row.ts <= ts), 0)


def branch(log: Log) -> str:
    """Return the hash of the log's last fork, conversion or acceptance, which tells it from its siblings."""
    found = deque(log.of_types(find_marked("branches"), log.head.seq), maxlen=1)
    return found[0].hash.hex() if found else ""
