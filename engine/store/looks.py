"""Questions that are asked of a log, answered through its door alone, so that every engine can answer them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Protocol

from engine.registry import marked
from engine.store.door import Head, Log, Row

WINDOW = 100

#: The events that tell logs of one campaign apart, and those that change what counts.
BRANCHING = marked("branches")
CORRECTING = marked("corrects")


def head_at(log: Log, seq: int) -> Head | None:
    """Return the head that the log had at an event: None for its beginning, and where there is no such event."""
    row = log.at(seq)
    return None if row is None else Head(seq, row.hash)


def holds(log: Log, head: Head) -> bool:
    """Return whether a log goes through a head."""
    row = log.at(head.seq)
    return row is not None and row.hash == head.hash


def rows(log: Log, after: int = 0, upto: int | None = None) -> Iterator[Row]:
    """Yield the events numbered above `after`, up to and with `upto`, in order."""
    head = head_at(log, after) if after > 0 else None
    if after <= 0 or head is not None:
        yield from log.read(head, upto)


def types(log: Log, after: int, upto: int) -> list[tuple[int, str]]:
    """Return number and type of the events numbered above `after`, up to and with `upto`."""
    if upto == after + 1:
        row = log.at(upto)
        return [] if row is None else [(row.seq, row.type)]
    return [(row.seq, row.type) for row in rows(log, after, upto)]


def kinds(log: Log) -> list[tuple[int, str, int]]:
    """Return every type and version of events that is there, with the number of the first of them."""
    first: dict[tuple[str, int], int] = {}
    for row in log.read():
        first.setdefault((row.type, row.v), row.seq)
    return [(seq, name, v) for (name, v), seq in first.items()]


def commands_of(log: Log, seqs: Iterable[int]) -> set[str]:
    """Return the ids of the commands that recorded these events."""
    return {row.cmd for row in map(log.at, seqs) if row is not None}


def backwards(log: Log) -> Iterator[Row]:
    """Yield all events, the last one first."""
    last = log.head.seq
    while last > 0:
        first = max(0, last - WINDOW)
        yield from reversed(list(rows(log, first, last)))
        last = first


def last_until(log: Log, ts: str) -> int:
    """Return the number of the last event recorded until a time, by its clock; 0 for none."""
    return next((row.seq for row in backwards(log) if row.ts <= ts), 0)


def branch(log: Log) -> str:
    """Return what tells this log from others of its campaign: the hash of its last fork, conversion or acceptance."""
    return next((row.hash.hex() for row in backwards(log) if row.type in BRANCHING), "")


class OldLog(Log, Protocol):
    """A log with the questions as methods, as the fold still asks them. To go once it asks the functions above."""

    def hash_of(self, seq: int) -> bytes | None:
        """Return the hash of an event; None where there is none of that number."""
        row = self.at(seq)
        return None if row is None else row.hash

    def rows(self, after: int = 0, upto: int | None = None) -> Iterator[Row]:
        """Yield the events numbered above `after`, up to and with `upto`, in order."""
        return rows(self, after, upto)

    def bodies(self, after: int = 0, upto: int | None = None) -> Iterator[tuple[int, str, int, str]]:
        """Yield number, type, version and body of the same events, for those who need no more."""
        return ((row.seq, row.type, row.v, row.body) for row in rows(self, after, upto))

    def corrections(self, after: int = 0) -> list[tuple[int, str, int, str]]:
        """Return number, type, version and body of every event that changes what counts."""
        return [each for each in self.bodies(after) if each[1] in CORRECTING]

    def types(self, after: int, upto: int) -> list[tuple[int, str]]:
        """Return number and type of the events numbered above `after`, up to and with `upto`."""
        return types(self, after, upto)

    def commands_of(self, seqs: Iterable[int]) -> set[str]:
        """Return the ids of the commands that recorded these events."""
        return commands_of(self, seqs)

    def last_until(self, ts: str) -> int:
        """Return the number of the last event recorded until a time, by its clock; 0 for none."""
        return last_until(self, ts)

    def backwards(self) -> Iterator[tuple[int, str, str]]:
        """Yield number, command and type of the events, the last one first."""
        return ((row.seq, row.cmd, row.type) for row in backwards(self))

    @property
    def branch(self) -> str:
        """Return what tells this log from others of its campaign."""
        return branch(self)
