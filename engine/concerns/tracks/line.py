"""Write events about tracks as the commands that would record them."""

from __future__ import annotations

from collections.abc import Iterable

from engine.concerns.tracks.commands import (
    Clear,
    DefineTrack,
    GiveTrack,
    Mark,
    Recover,
    Revive,
    StateBoxes,
    TakeOut,
    Tend,
)
from engine.concerns.tracks.decide import bring_back, is_tended
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
from engine.concerns.tracks.sheet import OUT_OF_PLAY, free_in, name_place, stays_beside, the_track
from engine.line import Before, find_number
from engine.registry import as_line


@as_line(TrackDefined)
def _defined(event: TrackDefined, before: Before) -> Iterable[object]:
    boxes = tuple(StateBoxes(each.name, each.boxes, each.modifier, each.takes) for each in event.states)
    instead = not event.beside and stays_beside(before.state)
    yield DefineTrack(event.name, boxes, event.on, event.any_order, event.final, event.kind, event.full, instead)


@as_line(TrackGiven)
def _given(event: TrackGiven, before: Before) -> Iterable[object]:
    yield GiveTrack(event.character, event.boxes, event.track, alike=not event.graded)


def where_marked(who: str, track: str, state: str, before: Before) -> str:
    """Return how a command names a state at this point of the campaign."""
    return name_place(before.state, before.state.sheets[who], track, state)


@as_line(BoxesMarked)
def _marked(event: BoxesMarked, before: Before) -> Iterable[object]:
    of = None if event.of is None else find_number(event.of, before)
    many, one = len(event.states) + event.lost, len(set(event.states)) == 1 and not filled_up(event, before)
    where = where_marked(event.character, event.track, event.states[0], before) if one else event.track
    yield Mark(event.character, many if many > 1 else None, where, of, event.name, event.permanent)


def filled_up(event: BoxesMarked, before: Before) -> bool:
    """Return whether boxes were lost because the whole track, not only the named state, was full."""
    sheet = before.state.sheets[event.character]
    free = free_in(sheet, the_track(before.state, sheet, event.track))
    return bool(event.lost) and len(free) == len(event.states)


@as_line(BoxesCleared)
def _cleared(event: BoxesCleared, before: Before) -> Iterable[object]:
    of = None if event.of is None else find_number(event.of, before)
    for name in dict.fromkeys(event.states):
        times = event.states.count(name)
        where = where_marked(event.character, event.track, name, before)
        yield Clear(event.character, times if times > 1 else None, where, of, event.reason)


@as_line(TracksCleared)
def _all_cleared(event: TracksCleared, before: Before) -> Iterable[object]:
    yield Clear(event.character, reason=event.reason, all=True)


@as_line(Tended)
def _tended(event: Tended, before: Before) -> Iterable[object]:
    yield Tend(event.character, event.by, event.track)


@as_line(Recovered)
def _recovered(event: Recovered, before: Before) -> Iterable[object]:
    yield Recover(event.character)


@as_line(TakenOut)
def _out(event: TakenOut, before: Before) -> Iterable[object]:
    done = OUT_OF_PLAY.of(before.copy.sheets[event.character]) if event.track else None
    if done is None or done.how != event.how:  # otherwise the line that marks the last box does it
        yield TakeOut(event.character, event.how)


@as_line(Revived)
def _revived(event: Revived, before: Before) -> Iterable[object]:
    yield Revive(event.character, event.by, event.reason)
    sheet = before.copy.sheets[event.character]
    if not event.as_they_were and bring_back(before.copy, sheet, "").as_they_were and is_tended(before.copy, sheet):
        yield Tend(event.character)  # early logs cleared boxes also where no track was full
