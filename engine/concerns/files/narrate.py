"""Sentences for events about the log as a file."""

from __future__ import annotations

from engine.concerns.files.events import CampaignForked, HeadAccepted, LogConverted
from engine.registry import narrates
from engine.text import because


@narrates(CampaignForked)
def _forked(event: CampaignForked) -> str:
    return f"{event.name} is a separate log from here on, forked after #{event.events} ({event.hash[:16]})"


@narrates(HeadAccepted)
def _accepted(event: HeadAccepted) -> str:
    return (
        f"Log accepted as it is; it was last seen to end at #{event.events} ({event.hash[:16]}){because(event.reason)}"
    )


@narrates(LogConverted)
def _converted(event: LogConverted) -> str:
    return f"Converted from a format {event.format} log that ended at #{event.events} ({event.hash[:16]})"
