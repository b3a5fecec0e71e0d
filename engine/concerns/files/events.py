"""Events about the log as a file."""

from __future__ import annotations

from engine.registry import Event, event
from engine.types import EventNumber
from engine.value import value


@event(called="imports")
@value
class NotesBrought(Event):
    """The events behind it in the same command are from notes, and nobody witnessed them in this log.

    `source` is the name of the file, never a path, and `digest` its SHA-256; both are empty for an evening that was
    typed. `kind` says what it holds, `rows` how many rows were read, and `events` how many events follow.
    """

    source: str = ""
    digest: str = ""
    kind: str = ""
    rows: int = 0
    events: int = 0


@event(fixed=True, branches=True)
@value
class CampaignForked(Event):
    """The log was forked here.

    It shares `events` events with the log it came from, the last one with this hash; `name` was that log's file.
    """

    name: str
    events: EventNumber
    hash: str


@event(fixed=True, branches=True)
@value
class HeadAccepted(Event):
    """The table accepted this log, though a computer had seen another. That one had `events` events up to `hash`."""

    events: int
    hash: str
    reason: str = ""


@event(fixed=True, branches=True)
@value
class LogConverted(Event):
    """The log was converted from one of an older format.

    The old log ended after `events` events, with this hash. The event comes after the converted ones, because events
    refer to each other by number and every noted number has to keep its meaning. The old hashes can be computed again
    from the events and their salts, so `verify` proves this record and finds hashes that were noted of the old log.
    """

    format: int
    events: EventNumber
    hash: str
