"""Reduce events about the log as a file to the parts that players see."""

from __future__ import annotations

from typing import Any

from engine.concerns.files.events import CampaignForked, HeadAccepted, LogConverted
from engine.players import Reduced, Seen, reduces
from engine.types import NO_GAPS


@reduces(CampaignForked, HeadAccepted, LogConverted)
def reduce_branch(event: Any, seen: Seen) -> Reduced | None:
    """Withhold the number and hash of another log's last event, if players must not learn how many events there are."""
    return None if NO_GAPS in seen.rules.players_see else Reduced(event)
