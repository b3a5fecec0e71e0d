"""Decide commands about sessions, scenes and notes."""

from __future__ import annotations

from engine.concerns.experience.events import XpAwarded
from engine.concerns.sessions.commands import EndSession, MakeNote, SetScene, StartSession
from engine.concerns.sessions.events import NoteMade, SceneSet, SessionEnded, SessionStarted
from engine.dice import Draw
from engine.refusal import Refused
from engine.registry import Event, decides
from engine.state import State


@decides(StartSession)
def start_session(state: State, command: StartSession, draw: Draw) -> list[Event]:
    """Start the next evening."""
    return [SessionStarted(state.session + 1, command.title)]


@decides(EndSession)
def end_session(state: State, command: EndSession, draw: Draw) -> list[Event]:
    """End the evening."""
    return [SessionEnded(state.session), *_for_the_session(state)]


def _for_the_session(state: State) -> list[XpAwarded]:
    """Award what every player character gets by itself when an evening ends (FL-37)."""
    amount, reason = state.rules.xp_per_session, f"session {state.session}"
    party = [sheet.name for sheet in state.sheets.values() if sheet.kind == "pc" and amount]
    return [XpAwarded(name, amount, reason, None, "session") for name in party]


@decides(SetScene)
def set_scene(state: State, command: SetScene, draw: Draw) -> list[Event]:
    """Set where the story is now."""
    return [SceneSet(_not_empty(command.text))]


@decides(MakeNote)
def make_note(state: State, command: MakeNote, draw: Draw) -> list[Event]:
    """Note something worth remembering."""
    return [NoteMade(_not_empty(command.text))]


def _not_empty(text: str) -> str:
    if not text.strip():
        raise Refused("the text is empty", about="text", hint="write it after the command")
    return text
