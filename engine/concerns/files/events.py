"""What can have happened: the log as a file."""

from __future__ import annotations

from engine.registry import Event, event
from engine.types import EventNumber
from engine.value import value


@event(fixed=True, branches=True)
@value
class CampaignForked(Event):
    """This log went its own way after `events` events, the last with this hash; `name` is what the file was called."""

    name: str
    events: EventNumber
    hash: str


@event(fixed=True, branches=True)
@value
class HeadAccepted(Event):
    """The table went on with this log, though a computer had seen `events` of them that ended in this hash."""

    events: int
    hash: str
    reason: str = ""


@event(fixed=True, branches=True)
@value
class LogConverted(Event):
    """This log was carried over from one of an older format, which ended after `events` events in this hash.

    It is the first event of the new log that the old one does not have: recorded behind those that were carried over,
    because events name one another by number, and every number that somebody noted keeps its meaning. From the events
    and their salts the old hashes can be computed again, so `verify` proves this one, and hashes that were noted of the
    old log can still be looked for.
    """

    format: int
    events: EventNumber
    hash: str
