"""Sections of a template about tracks.

[tracks.Wounds]     states = { Scratch = 3, Hurt = 1 }, penalties = { Hurt = -1 }, on = ["Athletics"], final = "Hurt"
[tracks.Hull]       for = "ships", states = { minor = 2, serious = 2 }, takes = { serious = "a week" }, full = "nothing"
[[characters]]      track = 4, marked = { Physical = 1, Mild = "twisted ankle" }
"""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from engine.concerns.tracks.commands import DefineTrack, GiveTrack, Mark, StateBoxes
from engine.refusal import unknown
from engine.registry import section
from engine.template import ALONE, KEY
from engine.types import ActorKind, Amount, FullTrack, Label, Name, Offset, Trait
from engine.value import Factory, value


@value
class TrackEntry:
    """A track, its states in the order in which they are marked."""

    states: dict[Name, Amount]
    penalties: dict[Name, Offset] = Factory(dict)
    takes: dict[Name, Label] = Factory(dict)
    on: list[Trait] = Factory(list)
    any_order: bool = False
    final: Label = ""
    kind: ActorKind = attrs.field(default="", metadata={KEY: "for"})
    full: FullTrack = ""
    instead: bool = False


@section("tracks", 57, dict[Name, TrackEntry])
def tracks_section(defined: dict[str, TrackEntry]) -> Iterator[object]:
    """Yield a command for each track. Raise Refused for what is said of a state that the track does not have."""
    for name, track in defined.items():
        odd = next((state for state in (*track.penalties, *track.takes) if state not in track.states), None)
        if odd is not None:
            raise unknown("state", odd, track.states, about="file")
        boxes = tuple(
            StateBoxes(each, number, track.penalties.get(each, 0), track.takes.get(each, ""))
            for each, number in track.states.items()
        )
        on, kind = tuple(track.on), track.kind
        yield DefineTrack(name, boxes, on, track.any_order, track.final, kind, track.full, track.instead)


@section("track", 67, Amount, of_character=True)
def own_track_section(who: str, boxes: int) -> Iterator[object]:
    """Yield the command that gives a character a track with an individual size."""
    yield GiveTrack(who, boxes)


@value
class MarkEntry:
    """Marked boxes of a track or a state: how many, or what one of them is called."""

    boxes: Amount = attrs.field(default=1, metadata={ALONE: int})
    name: Label = attrs.field(default="", metadata={ALONE: str})


@section("marked", 69, dict[Name, MarkEntry], of_character=True)
def marked_section(who: str, marked: dict[str, MarkEntry]) -> Iterator[object]:
    """Yield a command for each track or state on which boxes are marked."""
    for where, entry in marked.items():
        yield Mark(who, entry.boxes, where, name=entry.name)
