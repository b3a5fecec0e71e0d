"""The log as a file: events as sentences."""

from __future__ import annotations

from engine.concerns.files.events import CampaignForked, HeadAccepted
from engine.registry import narrates
from engine.text import because


@narrates(CampaignForked)
def _forked(event: CampaignForked) -> str:
    return f"{event.name} goes its own way from here, after #{event.events} ({event.hash[:16]})"


@narrates(HeadAccepted)
def _accepted(event: HeadAccepted) -> str:
    return f"Gone on with, though it was seen to end at #{event.events} ({event.hash[:16]}){because(event.reason)}"
