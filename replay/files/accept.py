"""Accept a log that differs from the one last seen on this computer. The decision is logged."""

from __future__ import annotations

from engine.campaign import Campaign, Plan, Recorded
from engine.concerns.files.events import HeadAccepted
from engine.refusal import Refused
from engine.store.files import overridden
from engine.text import within_limits


def accept(campaign: Campaign, reason: str = "", *, by: str) -> tuple[Recorded, ...]:
    """Log that this log is accepted, and remember it as it is. Raise Refused if nothing is in doubt."""
    recorded = campaign.record(lambda: plan_acceptance(campaign, reason), by=by)
    campaign.disputed = False
    campaign.notes = ()
    campaign.remember(accepted=True)
    return recorded


def plan_acceptance(campaign: Campaign, reason: str) -> Plan:
    """Plan the event, with the head that was last seen here."""
    seen = overridden(campaign.log)
    if seen is None:
        raise Refused("there is nothing to accept: this log is what this computer last saw of it, or more")
    return Plan((within_limits(HeadAccepted(seen.events, seen.hash, reason)),))
