"""Fold events about sessions, scenes and notes, and check their preconditions."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from engine.attendance import (
    ATTENDANCE,
    find_busy,
    is_busy,
    list_named,
    read_attendance,
)
from engine.clock import must_be_an_offset
from engine.concerns.characters.events import CharacterCreated
from engine.concerns.sessions.events import NoteMade, SceneSet, SessionEnded, SessionStarted
from engine.concerns.sessions.sheet import AWAY, SCENE_SINCE, attendees, too_early
from engine.groups import say_group
from engine.refusal import Refused, unknown
from engine.registry import always_fits, projects, projects_nothing, requires
from engine.state import Session, State
from engine.text import quote
from engine.value import evolve


@projects(SessionStarted)
def session_started(state: State, event: SessionStarted, seq: int) -> None:
    """Open a session without a scene. All who are present are in play from now on (PF-30)."""
    before = state.sessions[-1].offset if state.sessions else state.offset
    offset = before if event.offset is None else event.offset
    began = Session(event.number, event.title, seq, offset=offset, held=event.held, group=state.group)
    state.sessions.append(began)
    state.board.session = began
    state.board.scene = ""
    state.board.own.pop(SCENE_SINCE, None)
    state.rolls.clear()
    state.board.own.pop(ATTENDANCE, None)
    store_presence(state, event, seq)


def store_presence(state: State, event: SessionStarted, seq: int) -> None:
    """Store who is present until the next session, and who is away, unless everybody is there.

    The session begins for everybody, or if there are several groups for those present.
    """
    named = read_attendance(state, event.present, event.characters)
    there, is_whole = list_named(state, named), not state.boards
    for name, sheet in state.sheets.items():
        is_there = name in there
        if is_there or is_whole:
            sheet.join_play(seq)
            sheet.answers.clear()
        if not is_there:
            sheet.own[AWAY] = (*AWAY.of(sheet), event.number)
    if named is not None:
        state.board.own[ATTENDANCE] = named


@projects(CharacterCreated)
def who_joins_is_there(state: State, event: CharacterCreated, seq: int) -> None:
    """Count a character who joins in a session as present."""
    named = ATTENDANCE.of(state)
    if named is not None and state.session_open:
        state.board.own[ATTENDANCE] = evolve(named, characters=(*named.characters, event.name))


@projects(SessionEnded)
def session_ended(state: State, event: SessionEnded, seq: int) -> None:
    """Close the session."""
    last = state.last_session
    if last is None:
        raise LookupError("no session has begun")
    place = bisect_left(state.sessions, last.start, key=lambda session: session.start)
    state.sessions[place] = state.board.session = evolve(last, end=seq)


@projects(SceneSet)
def scene_set(state: State, event: SceneSet, seq: int) -> None:
    """Set the scene."""
    state.board.scene = event.text
    state.board.own[SCENE_SINCE] = (seq,)


@requires(SessionStarted)
def next_session(state: State, event: SessionStarted) -> None:
    """Refuse a session whose number was used, that begins within another or too early, or whose clock cannot be."""
    if event.number < state.next_session:
        raise Refused(f"session {state.next_session - 1} has begun already")
    known = attendees(state)
    for name in (*event.present, *event.characters):
        if name not in known:
            raise unknown("player or character", name, known, about="present")
    if state.session_open:
        raise Refused(f"session {state.session} is still open", hint="“session end” closes it")
    if state.boards:
        must_be_free(state, event)
    must_be_an_offset(event.offset)
    if event.held:
        must_come_after([each for each in state.sessions if each.group == state.group], event.held)


def must_be_free(state: State, event: SessionStarted) -> None:
    """Refuse a session of a group without anybody, or with somebody who is in one of another group."""
    sheets, busy = state.sheets.values(), find_busy(state)
    if state.group and not (event.present or event.characters):
        pcs = [sheet.name for sheet in sheets if sheet.kind == "pc"]
        free = [name for name in pcs if name not in busy]
        if pcs and not free:
            raise is_busy(state, state.sheets[pcs[0]])
        example = ", ".join(map(quote, free[:2])) or "NAME"
        said = f"{state.group} has not played yet: say who is there"
        raise Refused(said, about="present", hint=f"“session start with {example}”")
    players_free = {sheet.player for sheet in sheets if sheet.name not in busy}
    for name in busy:
        player = state.sheets[name].player
        if name in event.characters or (player in event.present and player not in players_free):
            raise is_busy(state, state.sheets[name])


def must_come_after(sessions: Sequence[Session], day: str) -> None:
    """Refuse a date that is none, or is before that of an evening from notes."""
    from engine.dates import is_iso_date  # few evenings are of the past

    if not is_iso_date(day):
        raise Refused(f"“{day}” is not a date", about="date", value=day)
    last = next((each for each in reversed(sessions) if each.held), None)
    if last is not None and day < last.held:
        raise too_early(last.number, last.held, day)


@requires(SessionEnded)
def session_is_open(state: State, event: SessionEnded) -> None:
    """Refuse to end a session that is not open."""
    if not state.session_open:
        raise none_is_open(state)


def none_is_open(state: State) -> Refused:
    """Return the refusal to end a session of a group that has none open, with where one is."""
    at = f" at {say_group(state.group)}" if state.boards else ""
    other = next((each for each in state.sessions if each.end is None), None)
    if other is None:
        return Refused(f"no session is open{at}", hint="“session start” opens one")
    goes = f"group {quote(other.group)}" if other.group else "group leave"
    hint = f"session {other.number} is open at {say_group(other.group)}: “{goes}” goes there"
    return Refused(f"no session is open{at}", hint=hint)


always_fits(SceneSet, NoteMade)
projects_nothing(NoteMade)
