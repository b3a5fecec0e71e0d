"""Sentences for events about the log as a file."""

from __future__ import annotations

from engine.concerns.files.events import CampaignForked, HeadAccepted, LogConverted
from engine.registry import narrates
from engine.text import because


@narrates(CampaignForked)
def _forked(event: CampaignForked) -> str:
    return f"{event.name} goes its own way from here, after #{event.events} ({event.hash[:16]})"


@narrates(HeadAccepted)
def _accepted(event: HeadAccepted) -> str:
    return f"Gone on with, though it was seen to end at #{event.events} ({event.hash[:16]}){because(event.reason)}"


@narrates(LogConverted)
def _converted(event: LogConverted) -> str:
    return f"Carried over from a log of format {event.format} that ended at #{event.events} ({event.hash[:16]})"
