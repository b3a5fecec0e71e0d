"""Copy events between logs with their hashes, and count their shared events."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import closing
from itertools import chain, islice
from pathlib import Path
from typing import Any

from engine.interrupts import let_interrupt
from engine.store.door import Head, Log, Problem, Row, tell_reading
from engine.store.files import SqliteLog, campaign_of, create, format_of, read_rows, salvage
from engine.store.looks import holds

CARRIED_AT_ONCE = 500


def copy_rows(log: Log, rows: Iterable[Row]) -> None:
    """Append rows in batches to a log that nobody else sees yet. Raise LogError for one that does not follow."""
    left = iter(rows)
    with let_interrupt():
        while batch := list(islice(left, CARRIED_AT_ONCE)):
            log.append(log.head, batch)
            tell_reading(batch[-1].seq)


def salvage_log(path: Path, into: Path, upto: int) -> SqliteLog:
    """Create a log of the events of another up to a number (at least 1) to which that one is sound."""
    with closing(salvage(path)) as connection:
        rows = islice(read_rows(connection), upto)
        first: Any = next(rows)
        log = create(into, campaign_of(first), format_of(first))
        copy_rows(log, (Row._make(row) for row in chain([first], rows) if not isinstance(row, Problem)))
    return log


def count_shared(one: Log, other: Log) -> int:
    """Return how many events two sound logs share from the beginning. Equal hashes prove all before them."""
    if one.format != other.format:
        return count_same_events(one, other)
    same, longest = 0, min(one.head.seq, other.head.seq)
    while same < longest:
        middle = (same + longest + 1) // 2
        row = other.at(middle)
        if row is not None and holds(one, Head(middle, row.hash)):
            same = middle
        else:
            longest = middle - 1
    return same


def count_same_events(one: Log, other: Log) -> int:
    """Return how many events two logs share if one is a conversion of the other, whose hashes all differ."""
    pairs = zip(one.read(), other.read(), strict=False)
    return next((here.seq - 1 for here, there in pairs if here[:9] != there[:9]), min(one.head.seq, other.head.seq))
