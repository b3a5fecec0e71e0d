"""Fold events about tracks, and check their preconditions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from engine.concerns.checks.events import MINOR, CheckResolved
from engine.concerns.clocks.sheet import FIGHT
from engine.concerns.tracks.events import (
    MARKED_BOXES,
    TRACKS,
    BoxesCleared,
    BoxesMarked,
    MarkedBox,
    Recovered,
    Revived,
    TakenOut,
    Tended,
    TrackDefined,
    TrackGiven,
    TracksCleared,
)
from engine.concerns.tracks.sheet import (
    OUT,
    OUT_OF_PLAY,
    OWN_SIZES,
    OutOfPlay,
    cared_for,
    free_in,
    is_full,
    sound_size,
    the_track,
)
from engine.known import must_be_traits, the_roll, the_sheet
from engine.own import Own
from engine.refusal import Refused
from engine.registry import bears, projects, requires
from engine.rules.parts import ACTOR_KINDS, FULL
from engine.state import Sheet, State
from engine.text import count_out, join_names

#: How many boxes minor magic marked or cleared, by the roll for it.
MINOR_BOXES: Own[Mapping[int, int]] = Own("minor", {})


@projects(TrackDefined)
def track_defined(state: State, event: TrackDefined, seq: int) -> None:
    """Add the track to every sheet, or give a track of that name its new shape."""
    same = event.name.casefold()
    others = {name: each for name, each in TRACKS.of(state).items() if name.casefold() != same}
    state.own[TRACKS] = {**others, event.name: event}


@projects(TrackGiven)
def track_given(state: State, event: TrackGiven, seq: int) -> None:
    """Set the size of a character's own track. A track of alike boxes replaces, and is replaced by, all others."""
    sheet = state.sheets[event.character]
    others = {name: each for name, each in OWN_SIZES.of(sheet).items() if each.graded and event.graded}
    sheet.own[OWN_SIZES] = {**others, event.track: event}


@projects(BoxesMarked)
def boxes_marked(state: State, event: BoxesMarked, seq: int) -> None:
    """Mark the boxes."""
    sheet = state.sheets[event.character]
    new = (MarkedBox(event.track, name, event.name, event.permanent, seq) for name in event.states)
    sheet.own[MARKED_BOXES] = (*MARKED_BOXES.of(sheet), *new)


@projects(BoxesCleared)
def boxes_cleared(state: State, event: BoxesCleared, seq: int) -> None:
    """Clear a box for each state, the last one marked first."""
    sheet = state.sheets[event.character]
    left = list(MARKED_BOXES.of(sheet))
    for name in event.states:
        alike = [each for each in left if (each.track, each.state, each.permanent) == (event.track, name, False)]
        if alike:
            del left[len(left) - 1 - left[::-1].index(alike[-1])]
    sheet.own[MARKED_BOXES] = tuple(left)


@projects(TracksCleared)
def tracks_cleared(state: State, event: TracksCleared, seq: int) -> None:
    """Clear all boxes."""
    state.sheets[event.character].own.pop(MARKED_BOXES, None)


@projects(Recovered)
def recovered(state: State, event: Recovered, seq: int) -> None:
    """Clear all boxes but the permanent ones (FL-20)."""
    sheet = state.sheets[event.character]
    sheet.own[MARKED_BOXES] = tuple(each for each in MARKED_BOXES.of(sheet) if each.permanent)


@projects(Tended)
def tended(state: State, event: Tended, seq: int) -> None:
    """Clear the boxes that take minutes, or those of the first state, of the track or of each track (FL-18)."""
    care(state, state.sheets[event.character], only=event.track)


@projects(Revived)
def revived(state: State, event: Revived, seq: int) -> None:
    """Bring the character back, after a full track clearing as much as care clears (FL-23)."""
    sheet = state.sheets[event.character]
    if not event.as_they_were:
        care(state, sheet, reviving=True)
    sheet.own.pop(OUT_OF_PLAY, None)


@projects(TakenOut)
def taken_out(state: State, event: TakenOut, seq: int) -> None:
    """Remember how the character went out of play."""
    state.sheets[event.character].own[OUT_OF_PLAY] = OutOfPlay(event.how, event.track)


def care(state: State, sheet: Sheet, *, reviving: bool = False, only: str = "") -> None:
    """Clear the boxes that a few minutes' care clears, of one track or of all."""
    cared = cared_for(state, sheet, only, reviving=reviving)
    left = (each for each in MARKED_BOXES.of(sheet) if each.permanent or (each.track, each.state) not in cared)
    sheet.own[MARKED_BOXES] = tuple(left)


@projects(BoxesMarked, BoxesCleared)
def minor_magic_done(state: State, event: BoxesMarked | BoxesCleared, seq: int) -> None:
    """Count the boxes that a spell of minor magic marked or cleared (FL-122)."""
    if event.of is not None and is_minor(state, event.of):
        done = MINOR_BOXES.of(state)
        state.own[MINOR_BOXES] = {**done, event.of: done.get(event.of, 0) + len(event.states)}


@requires(TrackDefined)
def track_is_sound(state: State, event: TrackDefined) -> None:
    """Refuse a track on something that is no ability, for actors of no kind, or with another meaning if it is full."""
    must_be_traits(state, event.on)
    if event.kind and event.kind not in ACTOR_KINDS:
        hint = f"it can be {join_names([*ACTOR_KINDS, 'all'], 'or')}"
        raise Refused(f"{event.name} cannot be for “{event.kind}”", about="kind", value=event.kind, hint=hint)
    if event.full and event.full not in FULL:
        hint = f"it can be {join_names(list(FULL), 'or')}"
        raise Refused(f"a full {event.name} cannot mean “{event.full}”", about="full", value=event.full, hint=hint)


@requires(TrackGiven)
def size_is_sound(state: State, event: TrackGiven) -> None:
    """Refuse a track for nobody, or of an impossible size."""
    the_sheet(state, event.character, "character")
    sound_size(event.boxes, "amount")


@requires(BoxesMarked)
def boxes_are_free(state: State, event: BoxesMarked) -> None:
    """Refuse to mark boxes that the track lacks, or those of a missing roll."""
    sheet = the_sheet(state, event.character, "character")
    free = free_in(sheet, the_track(state, sheet, event.track))
    must_hold(free, event.states, f"{event.character}'s {event.track} has", "free")
    must_fit_roll(state, event.of, len(event.states))


@requires(BoxesCleared)
def boxes_are_marked(state: State, event: BoxesCleared) -> None:
    """Refuse to clear boxes that are not marked, or are permanent."""
    sheet = the_sheet(state, event.character, "character")
    marked = [each.state for each in MARKED_BOXES.of(sheet) if each.track == event.track and not each.permanent]
    must_hold(marked, event.states, f"{event.character}'s {event.track} has", "marked")
    must_fit_roll(state, event.of, len(event.states))


def must_hold(there: Sequence[str], states: Iterable[str], has: str, which: str) -> None:
    """Refuse states if fewer boxes of them are there."""
    states = list(states)
    for name in dict.fromkeys(states):
        if states.count(name) > there.count(name):
            raise Refused(
                f"{has} {count_out(there.count(name), f'{name} box')} {which}, not {states.count(name)}", about="amount"
            )


def is_minor(state: State, number: int | None) -> bool:
    """Return whether a roll of this session is minor magic."""
    roll = None if number is None else state.rolls.get(number)
    return isinstance(roll, CheckResolved) and MINOR in roll.spell


def must_fit_roll(state: State, of: int | None, boxes: int) -> None:
    """Refuse a missing roll, more boxes than minor magic may mark or clear, and a failed spell (FL-122, FL-123)."""
    if of is None:
        return
    the_roll(state, of, "roll")
    if not is_minor(state, of):
        return
    if not state.rolls[of].success:
        raise Refused(f"the spell #{of} failed", about="roll", value=of)
    done, most = MINOR_BOXES.of(state).get(of, 0), state.rules.minor_magic_boxes
    if done + boxes > most:
        said = f"minor magic marks or clears {'one box' if most == 1 else f'{most} boxes'}, not {done + boxes}"
        raise Refused(said, about="roll", value=of, hint="a ritual can do more")


@requires(Tended)
def can_be_tended(state: State, event: Tended) -> None:
    """Refuse care in a fight, of no track, by nobody known, or by somebody out of play (FL-19)."""
    sheet = heal_character(state, event)
    if event.track:
        the_track(state, sheet, event.track)


@requires(Recovered)
def can_recover(state: State, event: Recovered) -> None:
    """Refuse to recover in a fight."""
    sheet = the_sheet(state, event.character, "character")
    must_be_calm(state, f"{sheet.name}'s recovery")


@requires(Revived)
def can_be_revived(state: State, event: Revived) -> None:
    """Refuse to revive a character who is not out, in a fight unless they only went away, or by themselves (FL-23)."""
    out = OUT_OF_PLAY.of(the_sheet(state, event.character, "character"))
    hurt = not event.as_they_were or out is None or out.how in OUT
    sheet = heal_character(state, event, calm=hurt)
    if OUT_OF_PLAY.of(sheet) is None:
        raise Refused(f"{sheet.name} is not out of play", about="who", hint=f"“sheet {sheet.name}” shows the tracks")
    if event.by == sheet.name:
        raise Refused(f"{sheet.name} is out of play: somebody else has to do it", about="healer")


def heal_character(state: State, event: Tended | Revived, *, calm: bool = True) -> Sheet:
    """Return the sheet of a character who is cared for. Raise Refused if nobody can care now."""
    sheet = the_sheet(state, event.character, "character")
    if calm:
        must_be_calm(state, f"caring for {sheet.name}")
    if event.by is not None:
        healer = the_sheet(state, event.by, "healer")
        how = OUT_OF_PLAY.of(healer)
        if how is not None and healer is not sheet:
            raise Refused(f"{healer.name} is out of play: {how.how}", about="healer", hint="name somebody else")
    return sheet


def must_be_calm(state: State, what: str) -> None:
    """Refuse care and recovery while a fight is on (FL-19)."""
    if FIGHT.of(state) is not None:
        raise Refused(f"{what} must wait until the fight is over", hint="“fight end” ends it")


@requires(TracksCleared)
def is_there(state: State, event: TracksCleared) -> None:
    """Refuse to clear the tracks of nobody."""
    the_sheet(state, event.character, "character")


@requires(TakenOut)
def can_go_out(state: State, event: TakenOut) -> None:
    """Refuse to take out a character who is out so already, or whose track is not full."""
    sheet = the_sheet(state, event.character, "character")
    out = OUT_OF_PLAY.of(sheet)
    if out is not None and out.how == event.how:
        raise Refused(f"{sheet.name} is out of play already: {out.how}", about="who")
    if event.track and not is_full(sheet, the_track(state, sheet, event.track)):
        raise Refused(f"{sheet.name}'s {event.track} is not full", about="who")


@bears("track")
def tracks_named(state: State) -> Iterable[str]:
    """Return the tracks that the campaign defined."""
    return TRACKS.of(state)
