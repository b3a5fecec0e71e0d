"""Logs that say whatever they are made to, in a chain without a fault: what only somebody with a program could do."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
from given import BEGINNING

from engine.events import Event
from engine.store import codec
from engine.store.door import Draft, Row, beginning_of, chain_rows
from engine.store.log import SqliteLog as Log
from replay.files import jsonl

CAMPAIGN = BEGINNING.campaign


def body(event: Event) -> tuple[str, str]:
    """Return an event as its type and the text that is stored."""
    return type(event).__name__, codec.encode(event)


def forged(*bodies: tuple[str, str] | tuple[str, str, int], campaign: str = CAMPAIGN, format: int = 1) -> list[Row]:
    """Rows of these types and bodies, and versions where they are given."""
    drafts = [
        Draft(f"{number:032x}", "2026-11-21T20:00:00.000Z", f"c{number}", "GM", name, (*v, 1)[0], text, b"s" * 16)
        for number, (name, text, *v) in enumerate(bodies, start=1)
    ]
    return list(chain_rows(campaign, beginning_of(campaign, format), drafts, format))


def rechained(log: Path, into: str, change: Callable[[Row], Row]) -> Path:
    """Write a log with each of its events as `change` makes it, chained again in a file beside it."""
    with closing(Log.open(log, writable=False)) as old, closing(copy_of(old, log.with_name(into))) as new:
        drafts = [Draft(*change(row)[1:9]) for row in old.read()]
        new.append(new.head, chain_rows(old.campaign, new.head, drafts, old.format))
    return new.path


def copy_of(log: Log, path: Path) -> Log:
    """Make an empty log of the same campaign and format."""
    return Log.create(path, log.campaign, log.format)


def text_of(rows: list[Row], format: int = 1) -> bytes:
    """Rows as a file to import."""
    return jsonl.header(format) + b"".join(map(jsonl.line_of_row, rows))


def json(held: Any) -> str:
    """Plain data as bodies are written."""
    return msgspec.json.encode(held, order="sorted").decode()


def written(path: Path, rows: list[Row], format: int = 1) -> Path:
    """Write a log of forged rows."""
    log = Log.create(path, "", format)
    log.append(log.head, rows)
    log.close()
    return path
