"""Fold events about sessions, scenes and notes, and check what each requires."""

from __future__ import annotations

from attrs import evolve

from engine.concerns.sessions.events import NoteMade, SceneSet, SessionEnded, SessionStarted
from engine.refusal import Refused
from engine.registry import always_fits, projects, projects_nothing, requires
from engine.state import Session, State


@projects(SessionStarted)
def session_started(state: State, event: SessionStarted, seq: int) -> None:
    """Open a session, with no scene. Everybody who is there is in play from now on (PF-30)."""
    state.sessions.append(Session(event.number, event.title, seq))
    state.scene = ""
    state.rolls.clear()
    for sheet in state.sheets.values():
        sheet.join_play(seq)
        sheet.answers.clear()


@projects(SessionEnded)
def session_ended(state: State, event: SessionEnded, seq: int) -> None:
    """Close the session."""
    state.sessions[-1] = evolve(state.sessions[-1], end=seq)


@projects(SceneSet)
def scene_set(state: State, event: SceneSet, seq: int) -> None:
    """Set the scene."""
    state.scene = event.text


@requires(SessionStarted)
def next_session(state: State, event: SessionStarted) -> None:
    """Refuse a session whose number was used, or that begins within another."""
    if event.number <= state.session:
        raise Refused(f"session {state.session} has begun already")
    if state.session_open:
        raise Refused(f"session {state.session} is still open", hint="“session end” closes it")


@requires(SessionEnded)
def session_is_open(state: State, event: SessionEnded) -> None:
    """Refuse to end a session that is not open."""
    if not state.session_open:
        raise Refused("no session is open", hint="“session start” opens one")


always_fits(SceneSet, NoteMade)
projects_nothing(NoteMade)
