"""Reduce events about the log as a file to the parts that players see."""

from __future__ import annotations

from typing import Any

from engine.concerns.files.events import CampaignForked, HeadAccepted, LogConverted, NotesBrought
from engine.players import Reduced, Seen, reduces
from engine.types import NO_GAPS


@reduces(CampaignForked, HeadAccepted, LogConverted)
def reduce_branch(event: Any, seen: Seen) -> Reduced | None:
    """Withhold the number and hash of another log's last event, if players must not learn how many events there are."""
    return None if NO_GAPS in seen.rules.players_see else Reduced(event)


@reduces(NotesBrought)
def reduce_notes(event: NotesBrought, seen: Seen) -> Reduced:
    """Show that notes were brought in, but not from which file, nor how many rows with the secret ones."""
    return Reduced(NotesBrought(kind=event.kind) if event.source else event)
