"""The log as a file: what can have happened."""

from __future__ import annotations

from engine.registry import Event, event
from engine.types import EventNumber
from engine.value import value


@event(fixed=True)
@value
class CampaignForked(Event):
    """This log went its own way after `events` events, the last with this hash; `name` is what the file was called."""

    name: str
    events: EventNumber
    hash: str


@event(fixed=True)
@value
class HeadAccepted(Event):
    """The table went on with this log, though a computer had seen `events` of them that ended in this hash."""

    events: int
    hash: str
    reason: str = ""
