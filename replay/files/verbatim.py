"""Copy events between logs with their hashes, and count their shared events."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import closing
from itertools import islice
from pathlib import Path

from engine.store.door import Head, Log, Place, Problem, Row
from engine.store.files import locate
from engine.store.looks import holds


def salvage_log(place: Place, into: Path, upto: int) -> Log:
    """Create a log of the events of another up to a number (at least 1) to which that one is sound."""
    return locate(into).create(islice(readable_rows(place), upto))


def readable_rows(place: Place) -> Generator[Row]:
    """Yield what can be read of a log, which may be damaged, up to what cannot."""
    remains = place.rescue()
    if remains is None:
        with closing(place.open(writable=False)) as log:
            yield from log.read()
        return
    with closing(remains):
        for row in remains.rows():
            if isinstance(row, Problem):
                return
            yield Row._make(row)


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
