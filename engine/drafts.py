"""Make rows of a log from the events of a command."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from datetime import UTC, datetime

from engine.interrupts import hold_briefly
from engine.registry import Event
from engine.store import codec
from engine.store.door import Draft, Head, Log, Row, chain_rows


def make_rows(log: Log, head: Head, drafts: Sequence[Draft]) -> list[Row]:
    """Return the rows that drafts become behind a head of a log."""
    return list(chain_rows(log.campaign, head, drafts, log.format))


def make_drafts(events: Sequence[Event], by: str, now: datetime) -> list[Draft]:
    """Return the events of one command as drafts, ready to be stored."""
    cmd = timed_id()
    ts = now.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    with hold_briefly():  # encoding looks at classes from C, where Ctrl-C would be lost
        return [
            Draft(timed_id(), ts, cmd, by, name, codec.version(name), codec.encode(event), os.urandom(16))
            for event in events
            for name in [type(event).__name__]
        ]


def timed_id() -> str:
    """Return 128 bits as hex digits: the time in ms, so that later ids sort later in the index, then random bits."""
    return max(0, time.time_ns() // 1_000_000).to_bytes(6, "big").hex() + os.urandom(10).hex()
