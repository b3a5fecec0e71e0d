"""Sessions, scenes and notes."""

from __future__ import annotations

from engine.commands import EndSession, MakeNote, SetScene, StartSession
from engine.decide.registry import decides
from engine.dice import Draw
from engine.events import Event, NoteMade, SceneSet, SessionEnded, SessionStarted, XpAwarded
from engine.refusal import Refused
from engine.state import State


@decides(StartSession)
def start_session(state: State, command: StartSession, draw: Draw) -> list[Event]:
    """The next evening."""
    if state.session_open:
        raise Refused(f"session {state.session} is still open", hint="“session end” closes it")
    return [SessionStarted(state.session + 1, command.title)]


@decides(EndSession)
def end_session(state: State, command: EndSession, draw: Draw) -> list[Event]:
    """The end of the evening."""
    if not state.session_open:
        raise Refused("no session is open", hint="“session start” opens one")
    return [SessionEnded(state.session), *_for_the_session(state)]


def _for_the_session(state: State) -> list[XpAwarded]:
    """What every player character gets by itself when an evening ends (FL-37)."""
    amount, reason = state.rules.xp_per_session, f"session {state.session}"
    party = [sheet.name for sheet in state.sheets.values() if sheet.kind == "pc" and amount]
    return [XpAwarded(name, amount, reason, None, "session") for name in party]


@decides(SetScene)
def set_scene(state: State, command: SetScene, draw: Draw) -> list[Event]:
    """Where the story is now."""
    return [SceneSet(_said(command.text))]


@decides(MakeNote)
def make_note(state: State, command: MakeNote, draw: Draw) -> list[Event]:
    """Something worth remembering."""
    return [NoteMade(_said(command.text))]


def _said(text: str) -> str:
    if not text.strip():
        raise Refused("there is nothing to write down", about="text")
    return text
