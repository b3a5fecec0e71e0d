"""Going on with a log that is not what this computer last saw of it: said aloud once, and put on record."""

from __future__ import annotations

from engine.campaign import Campaign, Plan, Recorded
from engine.concerns.files.events import HeadAccepted
from engine.refusal import Refused
from engine.store.files import overridden
from engine.text import within_limits


def accept(campaign: Campaign, reason: str = "", *, by: str) -> tuple[Recorded, ...]:
    """Record that the log is gone on with, and remember it as it is now; raises Refused where nothing is in doubt."""
    recorded = campaign.record(lambda: accepted(campaign, reason), by=by)
    campaign.disputed = False
    campaign.notes = ()
    campaign.remember(anew=True)
    return recorded


def accepted(campaign: Campaign, reason: str) -> Plan:
    """The event, with the head that was seen and is overridden by it."""
    seen = overridden(campaign.log)
    if seen is None:
        raise Refused("there is nothing to accept: this log is what this computer last saw of it, or more")
    return Plan((within_limits(HeadAccepted(seen.events, seen.hash, reason)),))
