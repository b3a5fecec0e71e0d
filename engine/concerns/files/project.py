"""Fold events about the log as a file, and check their preconditions."""

from __future__ import annotations

from engine.concerns.files.events import CampaignForked, HeadAccepted, LogConverted, NotesBrought
from engine.refusal import Refused
from engine.registry import always_fits, projects, projects_nothing, requires
from engine.state import State

always_fits(CampaignForked, HeadAccepted, LogConverted)
projects_nothing(CampaignForked, HeadAccepted, LogConverted)


@projects(NotesBrought)
def notes_brought(state: State, event: NotesBrought, seq: int) -> None:
    """Remember which events are from notes."""
    state.brought.append((seq, seq + event.events))


@requires(NotesBrought)
def can_be_brought(state: State, event: NotesBrought) -> None:
    """Refuse a path for the name of a file, and numbers below zero."""
    if "/" in event.source or "\\" in event.source:
        raise Refused(f"“{event.source}” is not the name of a file", about="source")
    if min(event.rows, event.events) < 0:
        raise Refused("no file holds fewer rows than none", about="rows")
