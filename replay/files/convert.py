"""Convert a log of an older format into the newest, recording the old head in it."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import closing
from itertools import chain

import msgspec

from engine.campaign import Campaign
from engine.concerns.files.events import LogConverted
from engine.drafts import make_drafts
from engine.refusal import Refused
from engine.store.door import NEWEST, Draft, Head, Log, Problem, Row, Where, beginning_of, chain_rows
from engine.store.files import locate, must_be_sound
from engine.store.placing import refuse_place
from engine.text import within_limits
from replay.files.fork import must_be_known


def convert(campaign: Campaign, where: Where, *, by: str) -> tuple[Head, Head]:
    """Copy a log to a new one in the newest format, and return the old and new head.

    Every event keeps its number, time, words and salt, and gets a new hash. Raise Refused or LogError.
    """
    old = campaign.log
    if old.format == NEWEST:
        raise Refused(f"this log is of format {NEWEST} already, the newest", hint="“backup FILE” copies it")
    head = old.head
    must_be_known(campaign, head.seq)
    must_be_sound(old, head.seq)
    event = within_limits(LogConverted(old.format, head.seq, head.hash.hex()))
    said = make_drafts([event], by, campaign.clock())
    drafts = chain(drafts_of(old.read(None, head.seq)), said)
    with (
        refuse_place(),
        closing(locate(where).create(chain_rows(old.campaign, beginning_of(old.campaign), drafts))) as new,
    ):
        return head, new.head


def drafts_of(rows: Iterable[Row]) -> Iterator[Draft]:
    """Yield rows without the columns that the log adds."""
    return (Draft(*row[1:9]) for row in rows)


def hashed_as(format: int, campaign: str, rows: Iterable[Row]) -> Iterator[Row]:
    """Yield the same rows with the hashes that they have in another format."""
    return chain_rows(campaign, beginning_of(campaign, format), drafts_of(rows), format)


def conversion(log: Log, upto: int) -> tuple[int, LogConverted] | None:
    """Return the first event up to a number that records a log's conversion, with its number, or None.

    Raise msgspec.ValidationError for one that cannot be read.
    """
    found = next(log.of_types([LogConverted.__name__], upto), None)
    return None if found is None else (found.seq, msgspec.json.decode(found.body, type=LogConverted))


def find_misconverted(log: Log, upto: int) -> Problem | None:
    """Return the fault in a log's conversion record, or None.

    The record describes the log that this one was converted from, whose hashes can be recomputed: the events are there,
    and so are their salts.
    """
    found = conversion(log, upto)
    if found is None:
        return None
    seq, event = found
    if event.format < log.format and event.events == seq - 1:
        hashes = (row.hash.hex() for row in hashed_as(event.format, log.campaign, log.read(None, seq - 1)))
        if deque(hashes, maxlen=1) == deque([event.hash]):
            return None
    said = f"#{seq} ({LogConverted.__name__}) cannot be: the events before it are not those that were converted"
    return Problem(seq, "impossible", said)


def before_conversion(log: Log, upto: int) -> Iterator[Row]:
    """Yield a converted log's events with their former hashes, or nothing if the log was not converted."""
    found = conversion(log, upto)
    if found is not None:
        seq, event = found
        yield from hashed_as(event.format, log.campaign, log.read(None, seq - 1))
