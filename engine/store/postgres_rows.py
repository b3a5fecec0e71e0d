"""The statements that read and store the rows of a log on a server."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from engine.store.door import Head, Row, tell_reading
from engine.store.postgres_server import ServerConnection

EVENT_COLUMNS = ", ".join(Row._fields)

#: How many rows are read, or sent, at a time.
ROWS_AT_ONCE = 2000

#: How the columns of a row are sent, each as a list.
AS_LISTS = ", ".join(
    f"%s::{kind}[]"
    for kind in ("bigint", "text", "text", "text", "text", "text", "bigint", "text", "bytea", "bytea", "bytea")
)

INSERT_EVENTS = f"INSERT INTO fudgelog.event (log, {EVENT_COLUMNS})"

#: Stores rows after a head that is still the last, with the row of the log held meanwhile.
APPEND = f"""
WITH held AS MATERIALIZED (SELECT l.log FROM fudgelog.log l WHERE l.log = %s FOR UPDATE),
     found AS MATERIALIZED (
       SELECT e.log FROM held JOIN fudgelog.event e ON e.log = held.log AND e.seq = %s AND e.hash = %s
       WHERE NOT EXISTS (SELECT FROM fudgelog.event later WHERE later.log = held.log AND later.seq = e.seq + 1))
{INSERT_EVENTS} SELECT found.log, sent.* FROM found, unnest({AS_LISTS}) AS sent({EVENT_COLUMNS}) ORDER BY sent.seq
"""

#: Stores the rows of a new log.
FILL = f"{INSERT_EVENTS} SELECT %s, sent.* FROM unnest({AS_LISTS}) AS sent({EVENT_COLUMNS}) ORDER BY sent.seq"


def read_stored(server: ServerConnection, number: int, after: int = 0) -> Iterator[tuple[Any, ...]]:
    """Yield the rows of a log in the database after a number, unchecked, batch by batch."""
    query = f"SELECT {EVENT_COLUMNS} FROM fudgelog.event WHERE log = %s AND seq > %s ORDER BY seq LIMIT {ROWS_AT_ONCE}"
    while batch := server.ask(query, (number, after)):
        after = batch[-1][0]
        tell_reading(after)
        yield from batch
        if len(batch) < ROWS_AT_ONCE:
            return


def as_lists(rows: Sequence[Row]) -> list[list[Any]]:
    """Return the columns of rows, each as a list."""
    return [list(column) for column in zip(*rows, strict=True)]


def is_chained(head: Head, rows: Sequence[Row]) -> bool:
    """Return whether rows follow a head and one another, with different ids."""
    for row in rows:
        if row.seq != head.seq + 1 or (row.prev != head.hash and head.seq):
            return False
        head = Head(row.seq, row.hash)
    return len({row.id for row in rows}) == len(rows)
