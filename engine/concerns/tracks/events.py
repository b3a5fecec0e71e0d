"""Events about tracks, and about who is out of play."""

from __future__ import annotations

from engine.registry import Event, event
from engine.types import Character, EventNumber, Label, Track, Trait
from engine.value import value


@value
class TrackState:
    """A state of a track, with how many boxes it has, and what one that is marked adds to A (FL-102)."""

    name: Label
    boxes: int
    modifier: int = 0


@event(for_all=True)
@value
class TrackDefined(Event):
    """A track with its states, in the order in which they are marked unless it is `any_order` (FL-95, FL-99).

    Penalties bear on the traits in `on` (all, if none are named). Who marks a box of the `final` state is out of play.
    """

    name: Track
    states: tuple[TrackState, ...]
    on: tuple[Trait, ...] = ()
    any_order: bool = False
    final: Label = ""


@event()
@value
class TrackGiven(Event):
    """A character got a track of a size of its own, all boxes alike, in place of the campaign's tracks (FL-63)."""

    character: Character
    boxes: int


@event(called="marks")
@value
class BoxesMarked(Event):
    """Boxes of a track were marked, each of one of the `states` (FL-16).

    `name` is what the condition is called, where it is more than its state (FL-97). `lost` are boxes that were to be
    marked when none was left. `of` is the roll that did it. `permanent` boxes stay marked until all are cleared.
    """

    character: Character
    track: Track
    states: tuple[Label, ...]
    name: Label = ""
    permanent: bool = False
    lost: int = 0
    of: EventNumber | None = None


@event()
@value
class BoxesCleared(Event):
    """Boxes of a track were cleared, those of each state that were marked last first; `of` is the roll behind it."""

    character: Character
    track: Track
    states: tuple[Label, ...]
    reason: str = ""
    of: EventNumber | None = None


@event()
@value
class TracksCleared(Event):
    """All tracks of a character were cleared, permanent boxes too."""

    character: Character
    reason: str = ""


@event()
@value
class Tended(Event):
    """A few minutes were spent on what is least: the first state of each track that has an order (FL-18)."""

    character: Character
    by: Character | None = None


@event()
@value
class Recovered(Event):
    """A long recovery cleared every track (FL-20)."""

    character: Character


@event(brought="track", called="outs")
@value
class TakenOut(Event):
    """A character is out of play, and `how`: dead, incapacitated, fled, or as it was said (FL-21, FL-22, FL-64).

    `track` is the one that is full, if that is why.
    """

    character: Character
    how: Label
    track: Track = ""


@event()
@value
class Revived(Event):
    """A character is back in play, with what a few minutes' care clears (FL-23)."""

    character: Character
    by: Character | None = None
    reason: str = ""
