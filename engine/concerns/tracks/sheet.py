"""A character's tracks, the wound table, marked boxes and penalties, and whether they are out of play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from engine.concerns.characters.events import is_ship
from engine.concerns.tracks.events import MARKED_BOXES, TRACKS, TrackDefined, TrackGiven, TrackState
from engine.own import Own
from engine.refusal import Refused, unknown
from engine.registry import lends, shows
from engine.rules.creation import FUDGE_LEAST, FUDGE_WORDS, fair
from engine.rules.ladder import Ladder
from engine.rules.parts import NO_ACTION, NOTHING, OUTSIDE, Effect, Lent
from engine.rules.ruleset import MOST_BOXES, TRACK_STATE, Ruleset, track_states
from engine.state import Sheet, State
from engine.text import join_names, quote, with_sign
from engine.types import Track
from engine.value import evolve, value

#: The gift of a creature that may regain a box when a player fails (FL-67).
REGENERATION = "regeneration"

#: The word in a time that a few minutes' care needs.
CARED_FOR = "minute"

#: The names of a game's own track, and of the only state of a track whose boxes are all alike.
GAMES_TRACK, ALIKE = "injury", "hit"

#: The states of a track with a size of its own.
MINOR, SERIOUS = "minor", "serious"

#: What a full track means for each kind of actor, unless it says so itself. Of player characters the rules say that.
USUALLY_FULL = {"npcs": "dead", "ships": NOTHING}


@value
class OutOfPlay:
    """How somebody went out of play, and the full track that caused it, if any."""

    how: str
    track: str = ""


#: How a character went out of play; None for one who takes part.
OUT_OF_PLAY: Own[OutOfPlay | None] = Own("out", None)

#: The tracks of a character that have a size of their own, by their names: one of alike boxes, or several (FL-63).
OWN_SIZES: Own[Mapping[Track, TrackGiven]] = Own("sizes", {})


@value
class MarkView:
    """A marked box on a sheet: its condition, and whether it is permanent."""

    name: str = ""
    permanent: bool = False


@value
class StateView:
    """A state of a track on a sheet: its boxes, how many are marked and permanent, and names of conditions.

    `marks` are the marked boxes, oldest first. `takes` is how long they take to heal, if the track says so.
    """

    state: str
    boxes: int
    marked: int
    modifier: int = 0
    permanent: int = 0
    names: tuple[str, ...] = ()
    marks: tuple[MarkView, ...] = ()
    takes: str = ""


# --- which tracks there are ------------------------------------------------------------------------------------


def actor_kind(sheet: Sheet) -> str:
    """Return the kind of actor that a character is: “pcs”, “npcs” or “ships”."""
    if sheet.kind == "pc":
        return "pcs"
    return "ships" if is_ship(sheet.characteristics) else "npcs"


def every_track(state: State) -> dict[str, TrackDefined]:
    """Return the tracks of all kinds: the rules' one, unless another is there instead, and the campaign's (FL-15)."""
    defined = TRACKS.of(state)
    return {**(games_track(state.rules) if stays_beside(state) else {}), **defined}


def stays_beside(state: State) -> bool:
    """Return whether the game's own track is in force beside the campaign's tracks."""
    return all(each.beside for each in TRACKS.of(state).values())


def campaign_tracks(state: State, kind: str) -> dict[str, TrackDefined]:
    """Return the tracks of a kind of actors. The game's own is no ship's once a track is for ships (FL-69)."""
    defined = TRACKS.of(state)
    own = {name: each for name, each in defined.items() if each.kind in ("", kind)}
    taken = {name.casefold() for name in own}
    if not stays_beside(state) or (kind == "ships" and any(each.kind == kind for each in own.values())):
        return own
    return {**{name: each for name, each in games_track(state.rules).items() if name not in taken}, **own}


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
    """Return a character's tracks: those of its kind, some with a size of its own (FL-63), and all with marks.

    The size of a track that its kind lost is that of the first one which it has.
    """
    found, sizes = campaign_tracks(state, actor_kind(sheet)), OWN_SIZES.of(sheet)
    alone = next((each for each in sizes.values() if not each.graded), None)
    if alone is not None:
        name = alone.track or first_track(state, actor_kind(sheet))
        return {name: TrackDefined(name, (TrackState(ALIKE, alone.boxes),))}
    marked = dict.fromkeys(each.track for each in MARKED_BOXES.of(sheet))
    every = every_track(state) if sizes or not found.keys() >= marked.keys() else found
    for called, given in sizes.items():
        name = called if called in found or called in marked else next(iter(found), called)
        found[name] = resize(found.get(name) or every.get(name) or TrackDefined(name, ()), given.boxes)
    return {**found, **{name: every[name] for name in marked if name in every and name not in found}}


def first_track(state: State, kind: str) -> str:
    """Return the name of the first track of a kind of actors, whose size one of them can have of its own."""
    return next(iter(campaign_tracks(state, kind)), GAMES_TRACK)


def resize(track: TrackDefined, boxes: int) -> TrackDefined:
    """Return a track of so many boxes: half of them minor, also the odd one, and the rest serious (FL-63, FL-69)."""
    sizes = {MINOR: boxes - boxes // 2, SERIOUS: boxes // 2}
    had = {each.name: each for each in track.states}
    states = (evolve(had.get(name, TrackState(name, 0)), boxes=size) for name, size in sizes.items() if size)
    return evolve(track, states=tuple(states), any_order=False, final="")


def full_means(state: State, sheet: Sheet, track: TrackDefined) -> str:
    """Return what happens to a character whose track is full: dead, incapacitated or nothing (FL-21, FL-22)."""
    return track.full or USUALLY_FULL.get(actor_kind(sheet)) or state.rules.full_track


def boxes_by_degree(rules: Ruleset) -> dict[str, int]:
    """Return the words of the ladder, or Fudge's, each with the boxes that it marks: one below Fair (FL-98)."""
    fudge = {word: FUDGE_LEAST + step for step, word in enumerate(FUDGE_WORDS)}
    steps = {word: level - fair(rules) for word, level in Ladder.of(rules).levels.items()} or fudge
    return {word: max(0, step + 2) for word, step in steps.items()}


def find_unplaced(state: State, sheet: Sheet) -> Counter[tuple[str, str]]:
    """Return the marks for which a character's tracks have no box, by track and state."""
    marks = Counter((each.track, each.state) for each in MARKED_BOXES.of(sheet))
    return marks - Counter(
        {(name, each.name): each.boxes for name, track in tracks_of(state, sheet).items() for each in track.states}
    )


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


def name_place(state: State, sheet: Sheet, track: str, name: str) -> str:
    """Return how a command names a state of a track, with the track if others have it too."""
    found = places(tracks_of(state, sheet))
    return name if len(found.get(name, ())) == 1 else f"{track} {name}"


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


def has_passing_marks(sheet: Sheet) -> bool:
    """Return whether a character has a marked box that is not permanent."""
    return any(not each.permanent for each in MARKED_BOXES.of(sheet))


def free_in(sheet: Sheet, track: TrackDefined) -> list[str]:
    """Return the states of a track's free boxes, in marking order (FL-17)."""
    marked = marked_in(sheet, track)
    return [each.name for each in track.states for _ in range(each.boxes - marked.count(each.name))]


def is_full(sheet: Sheet, track: TrackDefined) -> bool:
    """Return whether all boxes of a track are marked, or its final state is (FL-101)."""
    return not free_in(sheet, track) or track.final in marked_in(sheet, track)


def least(track: TrackDefined, reviving: bool = False) -> tuple[str, ...]:
    """Return the states that a few minutes' care clears (FL-18).

    Those are the ones that take minutes (FL-95), and the first one of a track with an order, unless it takes longer. In
    tracks without an order, reviving clears the final state, or all if none is final.
    """
    names = tuple(each.name for each in track.states)
    if track.any_order and reviving:
        return (track.final,) if track.final else names
    first = () if track.any_order or track.states[0].takes else names[:1]
    return (*first, *(each.name for each in track.states if CARED_FOR in each.takes.casefold()))


def cared_for(state: State, sheet: Sheet, only: str = "", *, reviving: bool = False) -> set[tuple[str, str]]:
    """Return the tracks and states that a few minutes' care clears, of one track or of all."""
    tracks = tracks_of(state, sheet).items()
    return {(name, each) for name, track in tracks if only in ("", name) for each in least(track, reviving)}


def can_regain(state: State) -> Iterator[str]:
    """Yield the characters in play who may regain a box when a player fails, by a gift and with a box to clear."""
    for sheet in state.sheets.values():
        gifted = any(name.casefold() == REGENERATION for name in state.list_held(sheet, "gift"))
        if gifted and OUT_OF_PLAY.of(sheet) is None and has_passing_marks(sheet):
            yield sheet.name


# --- what the sheet lends and shows ----------------------------------------------------------------------------


@lends(12)
def penalties(state: State, sheet: Sheet) -> Iterator[Lent]:
    """Yield each track's penalties to A: that of its worst state or all, by the rules (FL-102, FL-103)."""
    if not MARKED_BOXES.of(sheet):
        return
    for track in tracks_of(state, sheet).values():
        found = hampering_states(state.rules, sheet, track)
        if found:
            yield penalty_of(track, found)


def hampering_states(rules: Ruleset, sheet: Sheet, track: TrackDefined) -> list[TrackState]:
    """Return the marked states of a track whose modifiers count: the worst one or all, by the rules."""
    marked = marked_in(sheet, track)
    found = [each for each in track.states if each.modifier and each.name in marked]
    return [min(found, key=lambda each: each.modifier)] if found and rules.track_penalties == "worst" else found


def penalty_of(track: TrackDefined, states: Sequence[TrackState]) -> Lent:
    """Return what a track lends to A for some of its states."""
    names = join_names([each.name for each in states])
    return Lent(Effect("A", sum(each.modifier for each in states), track.on), names, "track")


@lends(14, NO_ACTION)
def ban_outside(state: State, sheet: Sheet) -> Iterator[Lent]:
    """Yield that a character who is out of play cannot act (FL-22)."""
    out = OUT_OF_PLAY.of(sheet)
    if out is not None:
        yield Lent(Effect(NO_ACTION, 0), out.how, OUTSIDE)


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
        yield StateView(each.name, each.boxes, len(found), each.modifier, permanent, names, marks, each.takes)


def track_text(states: Iterable[StateView]) -> str:
    """Write a track in short, such as “minor 1/2, serious 0/2” for marked and all boxes of each state."""
    return ", ".join(f"{each.state} {each.marked}/{each.boxes}" for each in states)


def boxes_text(state: StateView) -> str:
    """Write the boxes of a state in order of marking, permanent ones with a `!`."""
    marks = [f"[{each.name}!]" if each.permanent else f"[{each.name or 'x'}]" for each in state.marks]
    boxes = [*marks, *["[ ]"] * (state.boxes - state.marked)]
    takes = f" takes {state.takes}" if state.takes else ""
    return f"{state.state}{f' ({with_sign(state.modifier)})' if state.modifier else ''} {''.join(boxes)}{takes}"


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
