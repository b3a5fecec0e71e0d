"""Logs as somebody with the file in hand would make them: events altered, and every hash after them made anew.

`verify` finds nothing wrong with such a log, as long as nobody noted its fingerprint; `audit` looks at what it says.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from engine.campaign import Campaign
from engine.store.door import Draft, Row, chain_rows
from engine.store.log import SqliteLog as Log
from engine.store.looks import rows as rows_of
from shell.runner import Desk


def played(path: Path, script: str) -> Path:
    """Play a script, every line of which succeeds, and return its log."""
    desk = Desk(path)
    try:
        for line in filter(None, map(str.strip, script.splitlines())):
            outcome = desk.do(line)
            assert outcome.status == 0, (line, outcome.fault)
    finally:
        desk.close()
    return path


def rechained(path: Path, change: Callable[[Row], Row | None]) -> Path:
    """Write the same log with each row as `change` makes it (None leaves it out), chained again in a file beside it."""
    log = Log.open(path, writable=False)
    rows = [changed for row in log.read() if (changed := change(row)) is not None]
    log.close()
    copy = Log.create(path.with_name(f"tampered-{path.name}"), log.campaign, log.format)
    copy.append(copy.head, chain_rows(log.campaign, copy.head, [Draft(*row[1:9]) for row in rows], log.format))
    copy.close()
    return copy.path


def tampered(path: Path, seq: int, **fields: Any) -> Path:
    """Write the same log with other fields in one event; `at` is when it says that it was recorded."""

    def change(row: Row) -> Row:
        if row.seq != seq:
            return row
        body = json.loads(row.body) | {name: value for name, value in fields.items() if name != "at"}
        return row._replace(ts=fields.get("at", row.ts), body=json.dumps(body, sort_keys=True))

    return rechained(path, change)


def number(path: Path, type_name: str, which: int = 0) -> int:
    """Return the number of an event by its type: the first, or another."""
    with Campaign.open(path, writable=False) as campaign:
        return [each.seq for each in campaign.events() if each.type == type_name][which]


def body(path: Path, seq: int) -> dict[str, Any]:
    """Return what an event says."""
    log = Log.open(path, writable=False)
    try:
        return dict(json.loads(next(rows_of(log, seq - 1, seq)).body))
    finally:
        log.close()
