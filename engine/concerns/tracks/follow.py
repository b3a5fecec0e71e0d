"""Take a character without boxes left out of play."""

from __future__ import annotations

from collections.abc import Iterator

from engine.concerns.tracks.events import BoxesMarked, TakenOut
from engine.concerns.tracks.sheet import OUT_OF_PLAY, free_in, the_track
from engine.registry import Event, follows
from engine.state import State


@follows(BoxesMarked)
def was_the_last_box(state: State, event: BoxesMarked) -> Iterator[Event]:
    """Yield that a character with any full track is out (FL-21, FL-22, FL-96)."""
    sheet = state.sheets[event.character]
    track = the_track(state, sheet, event.track)
    filled = len(event.states) == len(free_in(sheet, track)) or track.final in event.states
    if filled and OUT_OF_PLAY.of(sheet) is None:
        yield TakenOut(sheet.name, state.rules.full_track, track.name)
