"""Sentences for events about tracks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

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
    TrackState,
)
from engine.registry import narrates
from engine.text import because, count_out, from_event, join_names, with_sign


def count_states(states: Iterable[str]) -> str:
    """Join states, each with how often it is there if that is more than once."""
    return join_names([name if times == 1 else f"{times} {name}" for name, times in Counter(states).items()])


@narrates(TrackDefined)
def _defined(event: TrackDefined) -> str:
    order = ", in any order" if event.any_order else ""
    on = f", on {join_names(event.on)}" if event.on else ""
    final = f"; {event.final} is final" if event.final else ""
    full = f"; a full one means {event.full}" if event.full else ""
    whose = f" for {event.kind}" if event.kind else ""
    return f"Track {event.name}{whose}: {', '.join(map(describe_boxes, event.states))}{order}{on}{final}{full}"


def describe_boxes(state: TrackState) -> str:
    """Return a state of a track in words, such as “Hurt 1 (−1)”."""
    modifier = f" ({with_sign(state.modifier)})" if state.modifier else ""
    return f"{state.name} {state.boxes}{modifier}{f' takes {state.takes}' if state.takes else ''}"


@narrates(TrackGiven)
def _given(event: TrackGiven) -> str:
    boxes = count_out(event.boxes, "box")
    whose = f"{event.character}'s {event.track} has" if event.track else f"{event.character} has a track of"
    return f"{whose} {boxes}"


@narrates(BoxesMarked)
def _marked(event: BoxesMarked) -> str:
    name = f" “{event.name}”" if event.name else ""
    kind = ", permanent" if event.permanent else ""
    lost = f"; no box left for {event.lost} more" if event.lost else ""
    of = from_event(event.of)
    return f"{event.character}'s {event.track}: {count_states(event.states)}{name} marked{kind}{lost}{of}"


@narrates(BoxesCleared)
def _cleared(event: BoxesCleared) -> str:
    of = from_event(event.of)
    return f"{event.character}'s {event.track}: {count_states(event.states)} cleared{because(event.reason)}{of}"


@narrates(TracksCleared)
def _all_cleared(event: TracksCleared) -> str:
    return f"{event.character}: all boxes cleared{because(event.reason)}"


@narrates(Tended)
def _tended(event: Tended) -> str:
    by = f" by {event.by}" if event.by and event.by != event.character else ""
    of = f" on {event.track}" if event.track else ""
    return f"{event.character} is tended{by}: the least injuries{of} are cleared"


@narrates(Recovered)
def _recovered(event: Recovered) -> str:
    return f"{event.character} recovers: all boxes{' but the permanent ones' if event.staying else ''} are cleared"


@narrates(TakenOut)
def _out(event: TakenOut) -> str:
    return f"{event.character} is out of play: {event.how}{because(f'{event.track} is full' if event.track else '')}"


@narrates(Revived)
def _revived(event: Revived) -> str:
    by = f", revived by {event.by}" if event.by else ""
    return f"{event.character} is back in play{by}{because(event.reason)}"
