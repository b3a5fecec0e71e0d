"""Sentences for events about sessions, scenes and notes."""

from __future__ import annotations

from engine.concerns.sessions.events import NoteMade, SceneSet, SessionEnded, SessionStarted
from engine.registry import narrates
from engine.text import join_names, mark_secret


@narrates(SessionStarted)
def _session(event: SessionStarted) -> str:
    there = (*event.present, *event.characters)
    who = f", with {join_names(there)}" if there else ""
    held = f" on {event.held}" if event.held else ""
    at = f" at {event.group}" if event.group else ""
    return f"Session {event.number} begins{at}{held}{f': {event.title}' if event.title else ''}{who}"


@narrates(SessionEnded)
def _session_end(event: SessionEnded) -> str:
    return f"Session {event.number} ends"


@narrates(SceneSet)
def _scene(event: SceneSet) -> str:
    return f"{mark_secret(event.secret)}Scene: {event.text}"


@narrates(NoteMade)
def _note(event: NoteMade) -> str:
    return event.text
