"""Write events about sessions, scenes and notes as the commands to record them."""

from __future__ import annotations

from collections.abc import Iterable

from engine.concerns.secrets.commands import KeepSecret
from engine.concerns.sessions.commands import EndSession, MakeNote, SetScene, StartPastSession, StartSession
from engine.concerns.sessions.events import NoteMade, SceneSet, SessionEnded, SessionStarted
from engine.line import Before
from engine.registry import as_line


@as_line(SessionStarted)
def _session(event: SessionStarted, before: Before) -> Iterable[object]:
    there = (*event.present, *event.characters)
    if event.held:
        yield StartPastSession(event.held, event.number, event.title, there)
    elif there:
        yield StartSession(named=event.title, present=there)
    else:
        yield StartSession(event.title)


@as_line(SessionEnded)
def _session_end(event: SessionEnded, before: Before) -> Iterable[object]:
    yield EndSession()


@as_line(SceneSet)
def _scene(event: SceneSet, before: Before) -> Iterable[object]:
    yield KeepSecret(event.text, scene=True) if event.secret else SetScene(event.text)


@as_line(NoteMade)
def _note(event: NoteMade, before: Before) -> Iterable[object]:
    yield MakeNote(event.text)
