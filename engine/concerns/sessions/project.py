"""Fold events about sessions, scenes and notes, and check their preconditions."""

from __future__ import annotations

from collections.abc import Sequence

from engine.clock import must_be_an_offset
from engine.concerns.characters.events import CharacterCreated
from engine.concerns.sessions.events import NoteMade, SceneSet, SessionEnded, SessionStarted
from engine.concerns.sessions.sheet import ATTENDANCE, AWAY, SCENE_SINCE, Attendance, attendees, is_present, too_early
from engine.refusal import Refused, unknown
from engine.registry import always_fits, projects, projects_nothing, requires
from engine.state import Session, State
from engine.value import evolve


@projects(SessionStarted)
def session_started(state: State, event: SessionStarted, seq: int) -> None:
    """Open a session without a scene. All who are present are in play from now on (PF-30)."""
    before = state.sessions[-1].offset if state.sessions else state.offset
    offset = before if event.offset is None else event.offset
    state.sessions.append(Session(event.number, event.title, seq, offset=offset, held=event.held))
    state.scene = ""
    state.own.pop(SCENE_SINCE, None)
    state.rolls.clear()
    for sheet in state.sheets.values():
        sheet.join_play(seq)
        sheet.answers.clear()


@projects(SessionStarted)
def who_is_there(state: State, event: SessionStarted, seq: int) -> None:
    """Store who is present until the next session, and who was away."""
    state.own.pop(ATTENDANCE, None)
    if event.present or event.characters:
        state.own[ATTENDANCE] = Attendance(event.present, event.characters)
        for sheet in state.sheets.values():
            if not is_present(state, sheet):
                sheet.own[AWAY] = (*AWAY.of(sheet), event.number)


@projects(CharacterCreated)
def who_joins_is_there(state: State, event: CharacterCreated, seq: int) -> None:
    """Count a character who joins in a session as present."""
    named = ATTENDANCE.of(state)
    if named is not None and state.session_open:
        state.own[ATTENDANCE] = evolve(named, characters=(*named.characters, event.name))


@projects(SessionEnded)
def session_ended(state: State, event: SessionEnded, seq: int) -> None:
    """Close the session."""
    state.sessions[-1] = evolve(state.sessions[-1], end=seq)


@projects(SceneSet)
def scene_set(state: State, event: SceneSet, seq: int) -> None:
    """Set the scene."""
    state.scene = event.text
    state.own[SCENE_SINCE] = (seq,)


@requires(SessionStarted)
def next_session(state: State, event: SessionStarted) -> None:
    """Refuse a session whose number was used, that begins within another or too early, or whose clock cannot be."""
    if event.number <= state.session:
        raise Refused(f"session {state.session} has begun already")
    known = attendees(state)
    for name in (*event.present, *event.characters):
        if name not in known:
            raise unknown("player or character", name, known, about="present")
    if state.session_open:
        raise Refused(f"session {state.session} is still open", hint="“session end” closes it")
    must_be_an_offset(event.offset)
    if event.held:
        must_come_after(state.sessions, event.held)


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
        raise Refused("no session is open", hint="“session start” opens one")


always_fits(SceneSet, NoteMade)
projects_nothing(NoteMade)
