"""Reduce events about tracks and characters out of play to the parts that players see."""

from __future__ import annotations

from engine.concerns.tracks.events import (
    BoxesCleared,
    BoxesMarked,
    Recovered,
    Revived,
    TakenOut,
    Tended,
    TrackDefined,
    TrackGiven,
    TracksCleared,
)
from engine.naming import names_in
from engine.players import Reduced, Seen, leave_out_causes, reduces, seen_whole

seen_whole(TrackDefined, TrackGiven, TracksCleared, Tended, Recovered)
reduces(BoxesMarked, BoxesCleared)(leave_out_causes)


@reduces(TakenOut, Revived, in_the_open=True)
def reduce_fate(event: TakenOut | Revived, seen: Seen) -> Reduced | None:
    """Withhold the fate of an NPC whom players never met, as it happens out of their sight."""
    return Reduced(event) if any(map(seen.has_met, names_in(event, "character"))) else None
