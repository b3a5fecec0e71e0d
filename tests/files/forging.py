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
from engine.store.chain import genesis
from engine.store.log import Draft, Head, Log, Row, chained
from replay import jsonl

CAMPAIGN = BEGINNING.campaign


def body(event: Event) -> tuple[str, str]:
    """An event as its type and the text that is stored."""
    return type(event).__name__, codec.encode(event)


def forged(*bodies: tuple[str, str] | tuple[str, str, int], campaign: str = CAMPAIGN) -> list[Row]:
    """Rows of these types and bodies, and versions where they are given."""
    drafts = [
        Draft(f"{number:032x}", "2026-11-21T20:00:00.000Z", f"c{number}", "GM", name, (*v, 1)[0], text, b"s" * 16)
        for number, (name, text, *v) in enumerate(bodies, start=1)
    ]
    return list(chained(campaign, Head(0, genesis(campaign)), drafts))


def rechained(log: Path, into: str, change: Callable[[Row], Row]) -> Path:
    """A log with each of its events as `change` makes it, chained anew in a file beside it."""
    with closing(Log.open(log, writable=False)) as old, closing(Log.create(log.with_name(into), old.campaign)) as new:
        rows = map(change, old.rows())
        new.append(new.head, [Draft(r.id, r.ts, r.cmd, r.actor, r.type, r.v, r.body, r.salt) for r in rows])
    return new.path


def text_of(rows: list[Row]) -> bytes:
    """Rows as a file to import."""
    return b"".join(map(jsonl.written, rows))


def json(held: Any) -> str:
    """Plain data as bodies are written."""
    return msgspec.json.encode(held, order="sorted").decode()


def written(path: Path, rows: list[Row]) -> Path:
    """A log of forged rows."""
    log = Log.create(path, "")
    log.take_over(log.head, rows)
    log.close()
    return path
