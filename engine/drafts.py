"""Make rows of a log from the events of a command."""

from __future__ import annotations

import os
from collections.abc import Sequence
from datetime import UTC, datetime

from engine.clock import NO_DATE, no_date
from engine.interrupts import hold_briefly
from engine.registry import Event
from engine.store import codec
from engine.store.door import Draft, Head, Log, Row, chain_rows


def make_rows(log: Log, head: Head, drafts: Sequence[Draft]) -> list[Row]:
    """Return the rows that drafts become behind a head of a log."""
    return list(chain_rows(log.campaign, head, drafts, log.format))


#: The end of the id of a command that records many rows, each of which could have been typed alone.
ROWS_ENDING = ".rows"


def is_in_rows(cmd: str) -> bool:
    """Return whether a command recorded rows, so that one of them is undone as if it had been typed alone."""
    return cmd.endswith(ROWS_ENDING)


#: The end of the id of a command that is a player's line, by which the log knows that it is undone as a whole.
TAKEN_ENDING = ".taken"


def is_taken(cmd: str) -> bool:
    """Return whether the id of a command is that of a player's line, which the game master took."""
    return cmd.endswith(TAKEN_ENDING)


def make_drafts(events: Sequence[Event], by: str, now: datetime, ending: str = "") -> list[Draft]:
    """Return the events of one command as drafts, ready to be stored. Its id has this `ending`."""
    ts, ms = write_time(now)
    cmd = timed_id(ms) + ending
    with hold_briefly():  # encoding looks at classes from C, where Ctrl-C would be lost
        return [
            Draft(timed_id(ms), ts, cmd, by, name, codec.version(name), codec.encode(event), os.urandom(16))
            for event in events
            for name in [type(event).__name__]
        ]


def timed_id(ms: int) -> str:
    """Return 128 bits as hex digits: the time in ms, so that later ids sort later in the index, then random bits."""
    return ms.to_bytes(6, "big").hex() + os.urandom(10).hex()


def write_time(now: datetime) -> tuple[str, int]:
    """Return a time as the log writes it, and in ms since 1970, or 0 before. Raise LogError for a year out of range."""
    try:
        utc = now.astimezone(UTC)
    except NO_DATE:
        raise no_date() from None
    return utc.isoformat(timespec="milliseconds").replace("+00:00", "Z"), max(0, int(utc.timestamp() * 1000))
