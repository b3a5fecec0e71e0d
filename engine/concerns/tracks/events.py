"""Events about tracks, and about characters out of play."""

from __future__ import annotations

from collections.abc import Mapping

from engine.own import Own
from engine.registry import Event, event
from engine.types import ActorKind, Character, EventNumber, FullTrack, Label, Track, Trait
from engine.value import value


@value
class TrackState:
    """A state of a track, with its boxes and a marked one's modifier of A (FL-102).

    `takes` is how long its boxes take to heal (FL-95). “” leaves that to the place of the state.
    """

    name: Label
    boxes: int
    modifier: int = 0
    takes: Label = ""


@value
class MarkedBox:
    """A marked box: its track, state, condition, whether it is permanent, and the `number` of its event."""

    track: str
    state: str
    name: str = ""
    permanent: bool = False
    number: EventNumber = 0


#: The boxes of a character that are marked, oldest first.
MARKED_BOXES: Own[tuple[MarkedBox, ...]] = Own("marks", ())

#: The tracks that the campaign defined, by name.
TRACKS: Own[Mapping[str, TrackDefined]] = Own("tracks", {})


@event(for_all=True, defined_in=TRACKS.of)
@value
class TrackDefined(Event):
    """A track with its states, in marking order unless `any_order` (FL-95, FL-99).

    Penalties bear on the traits in `on` (all, if none are named). Who marks a box of the `final` state is out of play.
    `kind` are those who have it: “pcs”, “npcs”, “ships”, or everybody if it is “”. `full` is what a full one means:
    “dead”, “incapacitated”, “nothing”, or what is usual for the kind. With every track `beside` it, the game's own
    track stays; the first tracks of early logs took its place.
    """

    name: Track
    states: tuple[TrackState, ...]
    on: tuple[Trait, ...] = ()
    any_order: bool = False
    final: Label = ""
    kind: ActorKind = ""
    full: FullTrack = ""
    beside: bool = False


@event()
@value
class TrackGiven(Event):
    """A character got a `track` of an individual size: the first one, if it has no name here (FL-63).

    If it is `graded`, half of its boxes are minor and the rest serious. Otherwise its boxes are all alike, and it takes
    the place of all tracks of the character.
    """

    character: Character
    boxes: int
    track: Track = ""
    graded: bool = False


@event(called="marks")
@value
class BoxesMarked(Event):
    """Boxes of a track were marked, each of one of the `states` (FL-16).

    `name` is the condition's name if it is more than its state (FL-97). `lost` are boxes that were to be marked when
    none was left. `of` is the roll that did it. `permanent` boxes stay marked until all are cleared.
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
    """Boxes of a track were cleared, in each state those marked last first. `of` is the roll that caused it."""

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
    """A few minutes' care cleared what that clears of the `track`, or of each track if it is “” (FL-18)."""

    character: Character
    by: Character | None = None
    track: Track = ""


@event()
@value
class Recovered(Event):
    """A long recovery cleared every track (FL-20). `staying` counts the permanent boxes, which stay marked."""

    character: Character
    staying: int = 0


@event(brought="track", called="outs")
@value
class TakenOut(Event):
    """A character went out of play, and `how` (FL-21, FL-22, FL-64).

    `how` is dead, incapacitated, fled, or typed text. `track` is the one that is full, if that is why.
    """

    character: Character
    how: Label
    track: Track = ""


@event()
@value
class Revived(Event):
    """A character is back in play (FL-23).

    What a few minutes' care clears is cleared, unless the boxes stay `as_they_were`: then no full track had taken the
    character out.
    """

    character: Character
    by: Character | None = None
    reason: str = ""
    as_they_were: bool = False
