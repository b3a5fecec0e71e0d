"""Sentences for events about the log as a file."""

from __future__ import annotations

from engine.concerns.files.events import CampaignForked, HeadAccepted, LogConverted, NotesBrought
from engine.registry import narrates
from engine.text import because, count_out


@narrates(CampaignForked)
def _forked(event: CampaignForked) -> str:
    return f"{event.name} is a separate log from here on, forked after #{event.events} ({event.hash[:16]})"


@narrates(NotesBrought)
def _brought(event: NotesBrought) -> str:
    if not event.source:
        return "What follows is from notes"
    return f"{event.source} is brought in: {count_out(event.rows, 'row')}, from notes"


@narrates(HeadAccepted)
def _accepted(event: HeadAccepted) -> str:
    return (
        f"Log accepted as it is; it was last seen to end at #{event.events} ({event.hash[:16]}){because(event.reason)}"
    )


@narrates(LogConverted)
def _converted(event: LogConverted) -> str:
    return f"Converted from a format {event.format} log that ended at #{event.events} ({event.hash[:16]})"
