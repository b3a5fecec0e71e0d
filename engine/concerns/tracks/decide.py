"""Decide commands about tracks, and who is out of play by a command or a full track."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from engine.concerns.clocks.sheet import FIGHT
from engine.concerns.damage.events import WOUNDS, WoundHealed
from engine.concerns.tracks.commands import (
    Clear,
    DefineTrack,
    GiveTrack,
    Mark,
    Recover,
    Revive,
    TakeOut,
    Tend,
)
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
    TrackState,
)
from engine.concerns.tracks.project import must_be_calm
from engine.concerns.tracks.sheet import (
    OUT_OF_PLAY,
    actor_kind,
    boxes_by_degree,
    cared_for,
    find_unplaced,
    first_track,
    free_in,
    full_means,
    has_passing_marks,
    is_full,
    must_have_tracks,
    name_place,
    places,
    sound_size,
    stays_beside,
    the_track,
    tracks_of,
    wound_rows,
)
from engine.dice import Draw
from engine.known import new_name, positive, the_sheet, traits_to_be
from engine.project import state_after
from engine.refusal import Refused, unknown
from engine.registry import Event, decides, follows
from engine.rules.bans import advise_end, find_ban, spell_revive, why_banned
from engine.rules.parts import NOTHING
from engine.rules.ruleset import MOST_BOXES
from engine.state import Sheet, State
from engine.text import count_out, join_names, quote


@decides(DefineTrack)
def define_track(state: State, command: DefineTrack, draw: Draw) -> list[Event]:
    """Define a track of any shape, or give one its new shape (FL-94, FL-95)."""
    states = tuple(
        TrackState(each.state, positive(each.boxes, "boxes"), each.modifier, each.time) for each in command.boxes
    )
    names = [each.name for each in states]
    twice = next((name for name, times in Counter(map(str.casefold, names)).items() if times > 1), None)
    if twice:
        raise Refused(f"the state {twice} is named twice", about="boxes", value=twice)
    if sum(each.boxes for each in states) > MOST_BOXES:
        raise Refused(f"a track has at most {MOST_BOXES} boxes", about="boxes")
    final = next((name for name in names if name.casefold() == command.final.casefold()), "")
    if command.final and not final:
        raise unknown("state", command.final, names, about="final", hint=f"the states are {', '.join(names)}")
    name, traits = spell_track(state, command.name), traits_to_be(state, command.traits)
    kind, beside = "" if command.kind == "all" else command.kind, stays_beside(state) and not command.instead
    defined = TrackDefined(name, states, traits, command.order, final, kind, command.full, beside)
    must_keep_marks(state, defined, "name")
    return [defined]


def spell_track(state: State, typed: str) -> str:
    """Return the name of a track as it is known, or as boxes of it are marked, or as a new one."""
    marked = (each.track for sheet in state.sheets.values() for each in MARKED_BOXES.of(sheet))
    known = dict.fromkeys((*TRACKS.of(state), *marked))
    same = next((name for name in known if name.casefold() == typed.casefold()), None)
    return same or new_name("track", typed, known)


def must_keep_marks(state: State, event: Event, about: str) -> None:
    """Refuse a new shape of a track that has no box for one that somebody has marked."""
    after = state_after(state, event)
    for name, sheet in state.sheets.items():
        lost = find_unplaced(after, after.sheets[name]) - find_unplaced(state, sheet)
        for (track, marked), number in lost.items():
            said = f"{name} has {count_out(number, f'{marked} box')} of {track} marked, which would be lost"
            boxes = (each for each in MARKED_BOXES.of(sheet) if (each.track, each.state) == (track, marked))
            lasting = any(each.permanent for each in boxes)
            which = "all" if lasting else f"{number} {quote(name_place(state, sheet, track, marked))}"
            hint = f"“clear {quote(name)} {which}” comes first"
            raise Refused(said, about=about, hint=hint)


@decides(GiveTrack)
def give_track(state: State, command: GiveTrack, draw: Draw) -> list[Event]:
    """Give a character a track with an individual size (FL-63)."""
    sheet = the_sheet(state, command.who)
    track = command.track or first_track(state, actor_kind(sheet))
    given = TrackGiven(sheet.name, sound_size(command.amount, "amount"), track, graded=not command.alike)
    must_keep_marks(state, given, "amount")
    return [given]


@decides(Mark)
def mark(state: State, command: Mark, draw: Draw) -> list[Event]:
    """Mark boxes, in order or of a named state (FL-16, FL-17, FL-98, FL-104)."""
    sheet = the_sheet(state, command.who)
    track, named = the_place(state, sheet, command.where)
    if named is None and track.any_order and len(track.states) > 1:
        free = list(dict.fromkeys(free_in(sheet, track)))
        hint = f"such as “mark {quote(sheet.name)} {quote(free[0])}”" if free else None
        raise Refused(f"say which of {join_names(free)}" if free else no_box(sheet, track), about="who", hint=hint)
    wanted = boxes_wanted(state, command)
    free = free_in(sheet, track)
    found = [name for name in free if named in (None, name)]
    if not found:
        hint = f"free: {join_names(list(dict.fromkeys(free)))}" if free else advise_full(state, sheet, track)
        raise Refused(no_box(sheet, track, named), about="where" if named else "who", hint=hint)
    most = sum(each.boxes for each in track.states if named in (None, each.name))
    if wanted > most and not command.degree:
        what = f"{track.name} has {count_out(most, f'{named} box' if named else 'box')}"
        those = "them all" if len(found) == most else "all that are free"
        hint = f"“mark {quote(sheet.name)} {len(found)}{f' {quote(named)}' if named else ''}” marks {those}"
        raise Refused(f"{what}, not {wanted}", about="amount", hint=hint)
    found = found[:wanted]
    lost = wanted - len(found)
    return [BoxesMarked(sheet.name, track.name, tuple(found), command.name, command.permanent, lost, command.roll)]


def boxes_wanted(state: State, command: Mark) -> int:
    """Return how many boxes a line marks: as many as typed, or one more for each level above Mediocre (FL-98)."""
    if not command.degree:
        return positive(1 if command.amount is None else command.amount, "amount")
    boxes = boxes_by_degree(state.rules)
    if not boxes.get(command.degree):
        first = next((word for word, number in boxes.items() if number == 1), None)
        raise Refused(f"{command.degree} marks no box", about="degree", hint=f"{first} marks one" if first else None)
    return boxes[command.degree]


def advise_full(state: State, sheet: Sheet, track: TrackDefined) -> str:
    """Return the lines that are possible for a character whose track is full."""
    who, out = quote(sheet.name), OUT_OF_PLAY.of(sheet)
    lasting = all(each.permanent for each in MARKED_BOXES.of(sheet) if each.track == track.name)
    lines = [f"“clear {who} {'all' if lasting else quote(track.name)}” clears {'all boxes' if lasting else 'one'}"]
    if out is None:
        can_recover = FIGHT.of(state) is None and has_passing_marks(sheet)
        lines += [f"“recover {who}” is a long recovery"] * can_recover + [f"“out {who}” takes {sheet.name} out of play"]
    elif FIGHT.of(state) is None:
        lines.append(f"{spell_revive(sheet, out.how)} brings {sheet.name} back")
    return ", ".join(lines)


def no_box(sheet: Sheet, track: TrackDefined, named: str | None = None) -> str:
    """Return the message that no box is left."""
    return f"{sheet.name} has no {f'{named} ' if named else ''}box left on {track.name}"


def the_place(state: State, sheet: Sheet, where: str | None) -> tuple[TrackDefined, str | None]:
    """Return the track that is meant, and the state if one is named. Raise Refused if several could be."""
    tracks = must_have_tracks(state, sheet)
    if where is None:
        if len(tracks) > 1:
            hint = f"such as “mark {quote(sheet.name)} {quote(next(iter(tracks)))}”"
            raise Refused(f"say which track: {join_names(list(tracks))}", about="who", hint=hint)
        return next(iter(tracks.values())), None
    found = places(tracks)
    if where not in found:
        raise unknown("track or state", where, found, about="where", hint=f"there are {join_names(list(found))}")
    if len(found[where]) > 1:
        both = [quote(f"{track.name} {where}") for track, _ in found[where]]
        raise Refused(f"“{where}” could be {' or '.join(both)}", about="where")
    return found[where][0]


@decides(Clear)
def clear(state: State, command: Clear, draw: Draw) -> list[Event]:
    """Clear the boxes that were marked last, or all of them (FL-67, FL-68)."""
    sheet = the_sheet(state, command.who)
    healed = wounds_cleared(state, sheet, command)
    if healed:
        return healed
    must_have_tracks(state, sheet)
    if command.all:
        if not MARKED_BOXES.of(sheet):
            raise Refused(f"{sheet.name} has no box marked", about="who")
        return [TracksCleared(sheet.name, command.reason)]
    found = boxes_to_clear(state, sheet, command)
    tracks = dict.fromkeys(each.track for each in found)
    states = {track: tuple(each.state for each in found if each.track == track) for track in tracks}
    return [BoxesCleared(sheet.name, track, of, command.reason, command.roll) for track, of in states.items()]


def boxes_to_clear(state: State, sheet: Sheet, command: Clear) -> list[MarkedBox]:
    """Return the boxes that a line clears, the one marked last first. Raise Refused if there are fewer."""
    known = None if command.where is None else the_place(state, sheet, command.where)
    fits = [
        each
        for each in MARKED_BOXES.of(sheet)
        if known is None or (each.track == known[0].name and known[1] in (None, each.state))
    ]
    passing = [each for each in reversed(fits) if not each.permanent]
    wanted = positive(1 if command.amount is None else command.amount, "amount")
    if wanted > len(passing):
        raise Refused(
            describe_missing(sheet, command, len(passing)),
            about="amount" if command.amount else "who",
            hint=(f"“clear {quote(sheet.name)} all” also clears permanent ones" if len(fits) > len(passing) else None),
        )
    return passing[:wanted]


def wounds_cleared(state: State, sheet: Sheet, command: Clear) -> list[Event]:
    """Return the events that heal wounds, the latest wound first: all, or as many of the named ones as typed.

    Return none if the line means boxes of a track. Raise Refused for more wounds than there are.
    """
    named = [each for each in reversed(WOUNDS.of(sheet)) if command.where in (None, each.name)]
    rows, tracks = wound_rows(state.rules.tracks), tracks_of(state, sheet)
    kind = f"{command.where} " if command.where else ""
    if rows and not named and (not tracks or command.where in [row.name for row in rows]):
        raise Refused(f"{sheet.name} has no {kind}wound", about="where" if kind else "who")
    if not named or (tracks and command.where is None and (MARKED_BOXES.of(sheet) or not command.all)):
        return []
    wanted = len(named) if command.all else positive(1 if command.amount is None else command.amount, "amount")
    if wanted > len(named):
        has = count_out(len(named), f"{kind}wound")
        raise Refused(f"{sheet.name} has {has} to clear, not {wanted}", about="amount")
    return [WoundHealed(sheet.name, each.number, each.name, command.reason) for each in named[:wanted]]


def describe_missing(sheet: Sheet, command: Clear, number: int) -> str:
    """Return the message that fewer boxes are marked than should be cleared."""
    kind = f"{command.where} " if command.where else ""
    if not number:
        return f"{sheet.name} has no {kind}box to clear"
    return f"{sheet.name} has {count_out(number, f'{kind}box')} to clear, not {command.amount}"


@decides(Tend)
def tend(state: State, command: Tend, draw: Draw) -> list[Event]:
    """Spend a few minutes on somebody, which clears the least injuries (FL-18)."""
    sheet = the_sheet(state, command.who)
    has = f"“clear {quote(sheet.name)}” heals the last one" if WOUNDS.of(sheet) else f"{sheet.name} has none"
    tracks = must_have_tracks(state, sheet, has)
    must_be_calm(state, f"caring for {sheet.name}")
    must_take_part(sheet)
    if not is_tended(state, sheet, command.track):
        of = f" on {command.track}" if command.track else ""
        said = f"{sheet.name} has nothing{of} that a few minutes' care would clear"
        raise Refused(said, about="who", hint=advise_recovery(sheet, tracks))
    must_have_healer(state, command.healer, sheet)
    return [Tended(sheet.name, command.healer, command.track)]


def must_have_healer(state: State, healer: str | None, patient: Sheet) -> None:
    """Refuse the care of somebody else who cannot act (PF-11, FL-22)."""
    others = None if healer in (None, patient.name) else the_sheet(state, healer or "", "healer")
    said = None if others is None else why_banned(state, others)
    if said is not None:
        raise Refused(said, about="healer", hint="name somebody else")


def is_tended(state: State, sheet: Sheet, track: str = "") -> bool:
    """Return whether a few minutes' care clears a marked box of a track, or of any."""
    cared = cared_for(state, sheet, track)
    return any((each.track, each.state) in cared and not each.permanent for each in MARKED_BOXES.of(sheet))


def advise_recovery(sheet: Sheet, tracks: Mapping[str, TrackDefined]) -> str | None:
    """Return how boxes are cleared that take longer, and how long the marked ones take, or None without any."""
    if not MARKED_BOXES.of(sheet):
        return None
    marked = {(each.track, each.state) for each in MARKED_BOXES.of(sheet)}
    states = ((name, each) for name, track in tracks.items() for each in track.states if each.takes)
    times = [f"{each.name} takes {each.takes}" for name, each in states if (name, each.name) in marked]
    return f"“recover {quote(sheet.name)}” is for those that take long{f': {join_names(times)}' if times else ''}"


@decides(Recover)
def recover(state: State, command: Recover, draw: Draw) -> list[Event]:
    """Clear everything after a long recovery (FL-20)."""
    sheet = the_sheet(state, command.who)
    healed = [WoundHealed(sheet.name, each.number, each.name, "a long recovery") for each in reversed(WOUNDS.of(sheet))]
    if not wound_rows(state.rules.tracks):
        must_have_tracks(state, sheet)
    must_be_calm(state, f"{sheet.name}'s recovery")
    must_take_part(sheet)
    if has_passing_marks(sheet):
        return [Recovered(sheet.name, sum(each.permanent for each in MARKED_BOXES.of(sheet))), *healed]
    if not healed:
        raise Refused(f"{sheet.name} has nothing to recover from", about="who")
    return [*healed]


def must_take_part(sheet: Sheet) -> None:
    """Refuse an action that only characters in play can take."""
    out = OUT_OF_PLAY.of(sheet)
    if out is not None:
        hint = f"{spell_revive(sheet, out.how)} comes first"
        raise Refused(f"{sheet.name} is out of play: {out.how}", about="who", hint=hint)


@decides(TakeOut)
def take_out(state: State, command: TakeOut, draw: Draw) -> list[Event]:
    """Take a character out of play, even with boxes left (FL-57, FL-64)."""
    return [TakenOut(the_sheet(state, command.who).name, command.how or state.rules.full_track)]


@decides(Revive)
def revive(state: State, command: Revive, draw: Draw) -> list[Event]:
    """Bring a character back into play, or a whole party that is out (FL-23, FL-24)."""
    if command.who is None:
        return whole_party(state, command.reason)
    sheet = the_sheet(state, command.who)
    out = OUT_OF_PLAY.of(sheet)
    if out is not None and out.how == "dead" and not command.reason:
        hint = f"“revive {quote(sheet.name)} for REASON” says what brings back the dead"
        raise Refused(f"{sheet.name} is dead", about="who", hint=hint)
    banned = find_ban(state, sheet) if out is None else None
    if banned is not None:
        said = f"{sheet.name} is not out of play by a track or a command"
        raise Refused(said, about="who", hint=advise_end(sheet, banned))
    must_have_healer(state, command.healer, sheet)
    return [bring_back(state, sheet, command.reason, command.healer)]


def bring_back(state: State, sheet: Sheet, reason: str, healer: str | None = None) -> Revived:
    """Return that a character is back. Boxes stay as they were unless a full track had taken the character out."""
    out = OUT_OF_PLAY.of(sheet)
    full = any(is_full(sheet, track) for track in tracks_of(state, sheet).values())
    return Revived(sheet.name, healer, reason, as_they_were=not (full or (out and out.track)))


def can_come_back(sheet: Sheet) -> bool:
    """Return whether a character is out of play, and not dead."""
    out = OUT_OF_PLAY.of(sheet)
    return out is not None and out.how != "dead"


def whole_party(state: State, reason: str) -> list[Event]:
    """Return that all player characters are back. Raise Refused if one can act or all are dead."""
    party = [sheet for sheet in state.sheets.values() if sheet.kind == "pc"]
    there = [sheet.name for sheet in party if find_ban(state, sheet) is None]
    if there or not party:
        hint = next((f"“revive {quote(each.name)}” is for one of them" for each in party if can_come_back(each)), None)
        said = f"{join_names(there)} can still act" if there else "there are no player characters"
        raise Refused(said, about="all", hint=hint)
    back = [sheet for sheet in party if can_come_back(sheet)]
    if not back:
        raise Refused("all of them are dead", about="all")
    return [bring_back(state, sheet, reason) for sheet in back]


# --- what happens at once --------------------------------------------------------------------------------------


@follows(BoxesMarked)
def was_the_last_box(state: State, event: BoxesMarked) -> Iterator[Event]:
    """Yield that a character with any full track is out (FL-21, FL-22, FL-96)."""
    sheet = state.sheets[event.character]
    track = the_track(state, sheet, event.track)
    filled = len(event.states) == len(free_in(sheet, track)) or track.final in event.states
    how = full_means(state, sheet, track)
    if filled and how != NOTHING and OUT_OF_PLAY.of(sheet) is None:
        yield TakenOut(sheet.name, how, track.name)
