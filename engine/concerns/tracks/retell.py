"""How a narrator tells events about tracks, and about characters out of play."""

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
from engine.concerns.tracks.narrate import count_states
from engine.concerns.tracks.sheet import ALIKE
from engine.retelling import DeedTold, SheetTold, Telling, retells, says_nothing
from engine.text import because, count_out

says_nothing(TrackDefined)

#: What befell somebody whose boxes were marked, and what cleared them.
HURT, HEALED = "was hurt", "recovered"


@retells(TrackGiven)
def _given(event: TrackGiven, telling: Telling) -> SheetTold:
    return SheetTold(event.character, "now has", f"{event.track or 'a track'} of {count_out(event.boxes, 'box')}")


@retells(BoxesMarked)
def _marked(event: BoxesMarked, telling: Telling) -> DeedTold:
    states = "" if set(event.states) <= {ALIKE} else because(count_states(event.states)).strip()
    name = f"“{event.name}”" if event.name else ""
    return DeedTold(event.character, f"{HURT}:" if name else HURT, f"{name} {states}".strip(), behind=True)


@retells(BoxesCleared)
def _cleared(event: BoxesCleared, telling: Telling) -> DeedTold:
    return DeedTold(event.character, HEALED, because(count_states(event.states)).strip(), reason=event.reason)


@retells(TracksCleared)
def _all_cleared(event: TracksCleared, telling: Telling) -> DeedTold:
    return DeedTold(event.character, HEALED, reason=event.reason)


@retells(Tended)
def _tended(event: Tended, telling: Telling) -> DeedTold:
    by = f" by {telling.call(event.by)}" if event.by and event.by != event.character else ""
    return DeedTold(event.character, "was tended", how=by)


@retells(Recovered)
def _recovered(event: Recovered, telling: Telling) -> DeedTold:
    return DeedTold(event.character, HEALED)


@retells(TakenOut)
def _out(event: TakenOut, telling: Telling) -> DeedTold:
    return DeedTold(event.character, "was out", because(event.how).strip(), behind=True)


@retells(Revived)
def _revived(event: Revived, telling: Telling) -> DeedTold:
    by = f" by {telling.call(event.by)}" if event.by and event.by != event.character else ""
    return DeedTold(event.character, "was revived" if by else "was back in play", how=by, reason=event.reason)
