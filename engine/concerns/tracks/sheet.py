"""A character's tracks, the wound table, marked boxes and penalties, and whether they are out of play."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from engine.concerns.tracks.events import MARKED_BOXES, TRACKS, TrackDefined, TrackState
from engine.own import Own
from engine.refusal import Refused, unknown
from engine.registry import lends, shows
from engine.rules.parts import Effect, Lent
from engine.rules.ruleset import MOST_BOXES, TRACK_STATE, Ruleset, track_states
from engine.state import Sheet, State
from engine.text import join_names, quote, with_sign
from engine.value import value

#: The gift of a creature that may regain a box when a player fails (FL-67).
REGENERATION = "regeneration"

#: The names of a game's own track, and of the only state of a track whose boxes are all alike.
GAMES_TRACK, ALIKE = "injury", "hit"


@value
class OutOfPlay:
    """How somebody went out of play, and the full track that caused it, if any."""

    how: str
    track: str = ""


#: How a character went out of play; None for one who takes part.
OUT_OF_PLAY: Own[OutOfPlay | None] = Own("out", None)

#: The boxes of a character's individual track; None for one with the campaign's tracks (FL-63).
OWN_BOXES: Own[int | None] = Own("size", None)


@value
class MarkView:
    """A marked box on a sheet: its condition, and whether it is permanent."""

    name: str = ""
    permanent: bool = False


@value
class StateView:
    """A state of a track on a sheet: its boxes, how many are marked and permanent, and names of conditions.

    `marks` are the marked boxes, oldest first.
    """

    state: str
    boxes: int
    marked: int
    modifier: int = 0
    permanent: int = 0
    names: tuple[str, ...] = ()
    marks: tuple[MarkView, ...] = ()


# --- which tracks there are ------------------------------------------------------------------------------------


def campaign_tracks(state: State) -> Mapping[str, TrackDefined]:
    """Return the tracks that the campaign defined, or else its rules' one (FL-15)."""
    return TRACKS.of(state) or games_track(state.rules)


def games_track(rules: Ruleset) -> dict[str, TrackDefined]:
    """Return the track of the rules, by its name, or nothing if they have none."""
    states = _states(rules.tracks)
    return {GAMES_TRACK: TrackDefined(GAMES_TRACK, states)} if states else {}


@lru_cache(maxsize=32)
def _states(entries: tuple[str, ...]) -> tuple[TrackState, ...]:
    return tuple(TrackState(*found) for found in track_states(entries) or ())


def sound_size(boxes: int, about: str) -> int:
    """Return the number of boxes of a track. Raise Refused for an impossible one."""
    if not 0 < boxes <= MOST_BOXES:
        raise Refused(f"a track has 1 to {MOST_BOXES} boxes, not {boxes}", about=about)
    return boxes


def tracks_of(state: State, sheet: Sheet) -> Mapping[str, TrackDefined]:
    """Return a character's tracks: the campaign's, or one with a size of the character's own (FL-63)."""
    boxes = OWN_BOXES.of(sheet)
    if boxes is None:
        return campaign_tracks(state)
    first = next(iter(campaign_tracks(state)), GAMES_TRACK)
    return {first: TrackDefined(first, (TrackState(ALIKE, boxes),))}


def the_track(state: State, sheet: Sheet, name: str) -> TrackDefined:
    """Return a track of a character. Raise Refused if there is no such track."""
    found = tracks_of(state, sheet)
    if name not in found:
        raise unknown("track", name, found, about="where", hint="“define track Injury: minor 2, serious 2” adds one")
    return found[name]


def places(tracks: Mapping[str, TrackDefined]) -> dict[str, list[tuple[TrackDefined, str | None]]]:
    """Return all that “mark” can name, each with its track and state.

    Names are tracks and states, and both together if several tracks have a state.
    """
    found: dict[str, list[tuple[TrackDefined, str | None]]] = {}
    for track in tracks.values():
        for each in track.states:
            found.setdefault(each.name, []).append((track, each.name))
    both = {f"{each[0].name} {each[1]}": [each] for several in found.values() if len(several) > 1 for each in several}
    return found | both | {name: [(track, None)] for name, track in tracks.items()}


# --- the wound table, which some games have in place of a track ------------------------------------------------

#: Names of wounds with which nobody can act, as in the rule “full-track”.
OUT = ("incapacitated", "dead")


@value
class WoundRow:
    """A row of the wound table: from `least` to `most` wound points, or no end."""

    name: str
    least: int
    most: int | None
    modifier: int = 0

    @property
    def span(self) -> str:
        """The wound points of the row in words."""
        upto = " or more" if self.most is None else f"–{self.most}" if self.most > self.least else ""
        return f"{self.least}{upto}"


@lru_cache(maxsize=32)
def wound_rows(entries: tuple[str, ...]) -> tuple[WoundRow, ...]:
    """Return the wound table of the rule “tracks” (RT-14).

    Its last wound has no end. A list in which every state has a number is a track of boxes and has no wounds.
    """
    *most, last = [TRACK_STATE.fullmatch(entry.strip()) for entry in entries] or [None]
    found = [each for each in most if each]
    if last is not None or not found or len(found) < len(most):
        return ()
    rows, least = [], 1
    for name, width, modifier in (each.groups() for each in found):
        rows.append(WoundRow(name, least, least + int(width) - 1, int((modifier or "0").replace("−", "-"))))
        least += int(width)
    return (*rows, WoundRow(entries[-1].strip(), least, None))


def wound_of(rules: Ruleset, points: int) -> str | None:
    """Return the wound that wound points cause, or None without any (PO-34, PO-35)."""
    rows = wound_rows(rules.tracks)
    return next((row.name for row in reversed(rows) if points >= row.least), None)


def disables(rules: Ruleset, wound: str) -> bool:
    """Return whether nobody acts with a wound: one whose name says so, any worse one, and always the worst."""
    names = [row.name for row in wound_rows(rules.tracks)]
    first = next((place for place, name in enumerate(names) if name.casefold() in OUT), len(names) - 1)
    return wound in names[first:]


def the_wound_below(rules: Ruleset, name: str) -> WoundRow | None:
    """Return the next smaller wound, or None for the least one and for one that is not in the table (FL-110)."""
    rows = wound_rows(rules.tracks)
    place = next((place for place, row in enumerate(rows) if row.name == name), 0)
    return rows[place - 1] if place else None


# --- what is marked --------------------------------------------------------------------------------------------


def marked_in(sheet: Sheet, track: TrackDefined) -> list[str]:
    """Return the state of each box of a track that is marked, oldest first."""
    return [each.state for each in MARKED_BOXES.of(sheet) if each.track == track.name]


def free_in(sheet: Sheet, track: TrackDefined) -> list[str]:
    """Return the states of a track's free boxes, in marking order (FL-17)."""
    marked = marked_in(sheet, track)
    return [each.name for each in track.states for _ in range(each.boxes - marked.count(each.name))]


def is_full(sheet: Sheet, track: TrackDefined) -> bool:
    """Return whether all boxes of a track are marked, or its final state is (FL-101)."""
    return not free_in(sheet, track) or track.final in marked_in(sheet, track)


def least(track: TrackDefined, reviving: bool = False) -> tuple[str, ...]:
    """Return the states that a few minutes' care clears: the first one of each track with an order (FL-18).

    In tracks without an order, reviving clears the final state, or all if none is final.
    """
    if not track.any_order:
        return (track.states[0].name,)
    names = tuple(each.name for each in track.states)
    return ((track.final,) if track.final else names) if reviving else ()


def can_regain(state: State) -> Iterator[str]:
    """Yield the characters in play who may regain a box when a player fails, by a gift and with a box to clear."""
    for sheet in state.sheets.values():
        gifted = any(name.casefold() == REGENERATION for name in state.list_held(sheet, "gift"))
        if gifted and OUT_OF_PLAY.of(sheet) is None and not all(each.permanent for each in MARKED_BOXES.of(sheet)):
            yield sheet.name


# --- what the sheet lends and shows ----------------------------------------------------------------------------


@lends(12)
def penalties(state: State, sheet: Sheet) -> Iterator[Lent]:
    """Yield each track's penalties to A: that of its worst state or all, by the rules (FL-102, FL-103)."""
    if not MARKED_BOXES.of(sheet):
        return
    for track in tracks_of(state, sheet).values():
        marked = marked_in(sheet, track)
        found = [each for each in track.states if each.modifier and each.name in marked]
        if found and state.rules.track_penalties == "worst":
            found = [min(found, key=lambda each: each.modifier)]
        if found:
            names = join_names([each.name for each in found])
            yield Lent(Effect("A", sum(each.modifier for each in found), track.on), names, "track")


@shows(60, "out", "Out of play")
def out_shown(state: State, sheet: Sheet) -> str | None:
    """Return how a character went out of play, or None for one who takes part."""
    out = OUT_OF_PLAY.of(sheet)
    return out.how if out else None


def track_views(state: State, sheet: Sheet) -> dict[str, tuple[StateView, ...]]:
    """Return every track of a character, state by state."""
    return {name: tuple(state_views(sheet, track)) for name, track in tracks_of(state, sheet).items()}


def state_views(sheet: Sheet, track: TrackDefined) -> Iterator[StateView]:
    """Yield the states of a track with their marks."""
    for each in track.states:
        found = [box for box in MARKED_BOXES.of(sheet) if (box.track, box.state) == (track.name, each.name)]
        names = tuple(box.name for box in found if box.name)
        permanent = sum(box.permanent for box in found)
        marks = tuple(MarkView(box.name, box.permanent) for box in found)
        yield StateView(each.name, each.boxes, len(found), each.modifier, permanent, names, marks)


def track_text(states: Iterable[StateView]) -> str:
    """Write a track in short, such as “minor 1/2, serious 0/2” for marked and all boxes of each state."""
    return ", ".join(f"{each.state} {each.marked}/{each.boxes}" for each in states)


def boxes_text(state: StateView) -> str:
    """Write the boxes of a state in order of marking, permanent ones with a `!`."""
    marks = [f"[{each.name}!]" if each.permanent else f"[{each.name or 'x'}]" for each in state.marks]
    boxes = [*marks, *["[ ]"] * (state.boxes - state.marked)]
    return f"{state.state}{f' ({with_sign(state.modifier)})' if state.modifier else ''} {''.join(boxes)}"


def must_have_tracks(state: State, sheet: Sheet, of_wounds: str = "") -> Mapping[str, TrackDefined]:
    """Return a character's tracks. Raise Refused if there are none, with `of_wounds` as hint in games with wounds."""
    found = tracks_of(state, sheet)
    if not found:
        if wound_rows(state.rules.tracks):
            hint = of_wounds or f"“damage {quote(sheet.name)} 5” does some damage"
            raise Refused("injuries are wounds in this game, not boxes on tracks", about="who", hint=hint)
        hint = "“define track Injury: minor 2, serious 2” adds one"
        raise Refused("this campaign has no tracks", about="who", hint=hint)
    return found
