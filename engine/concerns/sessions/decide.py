"""Decide commands about sessions, scenes and notes."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from engine.attendance import find_busy, is_busy, those_there
from engine.concerns.experience.events import XpAwarded
from engine.concerns.files.events import NotesBrought
from engine.concerns.sessions.commands import EndSession, MakeNote, SetScene, StartPastSession, StartSession
from engine.concerns.sessions.events import NoteMade, SceneSet, SessionEnded, SessionStarted
from engine.dice import Draw
from engine.known import list_players
from engine.refusal import Refused
from engine.registry import Event, decides
from engine.state import State


@decides(StartSession)
def start_session(state: State, command: StartSession, draw: Draw) -> list[Event]:
    """Start the next evening, with those present."""
    there = who_comes(state, command.present)
    return [SessionStarted(state.next_session, command.title or command.named, *there)]


def who_comes(state: State, names: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the players among those present, and the characters. Refuse to name somebody twice.

    Where there are several groups, a player brings the characters that are free, and somebody has to be there.
    """
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice:
        raise Refused(f"{twice} is named twice", about="present", value=twice)
    players = list_players(state)
    if state.boards:
        return come_to_group(state, names, players)
    return tuple(name for name in names if name in players), tuple(name for name in names if name not in players)


def come_to_group(
    state: State, names: Sequence[str], players: Collection[str]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the players and characters who come to a group's session: without names those who were there last.

    At the first group these are all who are in no other session. Raise Refused for nobody, or for somebody who is.
    """
    party = [sheet for sheet in state.sheets.values() if sheet.kind == "pc"]
    busy = find_busy(state)
    free = [sheet for sheet in party if sheet.name not in busy]
    if not names and state.group:
        return (), tuple(sheet.name for sheet in those_there(state, party))
    if not names:
        if party and not free:
            raise is_busy(state, party[0])
        return (), () if len(free) == len(party) else tuple(sheet.name for sheet in free)
    come: list[str] = []
    for name in names:
        own = [sheet for sheet in party if sheet.player == name] if name in players else []
        come += (
            [name]
            if name not in players or all(sheet in free for sheet in own)
            else [sheet.name for sheet in own if sheet in free] or [name]
        )
    here = tuple(dict.fromkeys(come))
    return tuple(name for name in here if name in players), tuple(name for name in here if name not in players)


@decides(StartPastSession)
def start_past_session(state: State, command: StartPastSession, draw: Draw) -> list[Event]:
    """Start an evening of the past, all of which is from notes."""
    number = state.next_session if command.number is None else command.number
    if number < state.next_session:
        said = f"session {state.next_session - 1} has begun already, so this one needs a higher number"
        raise Refused(said, about="number", hint="without a number it is the next one")
    there = who_comes(state, command.present)
    return [NotesBrought(kind="evening", events=1), SessionStarted(number, command.named, *there, held=command.date)]


@decides(EndSession)
def end_session(state: State, command: EndSession, draw: Draw) -> list[Event]:
    """End the evening. One from notes brings no XP by itself."""
    return [SessionEnded(state.session), *_for_the_session(state)]


def _for_the_session(state: State) -> list[XpAwarded]:
    """Award the XP that every player character gets at the end of an evening (FL-37)."""
    amount, reason = state.rules.xp_per_session, f"session {state.session}"
    there = those_there(state, state.sheets.values())
    is_past = state.session_open and state.last_session is not None and bool(state.last_session.held)
    party = [sheet.name for sheet in there if sheet.kind == "pc" and amount and not is_past]
    return [XpAwarded(name, amount, reason, None, "session") for name in party]


@decides(SetScene)
def set_scene(state: State, command: SetScene, draw: Draw) -> list[Event]:
    """Set where the story is now."""
    return [SceneSet(not_empty(command.text))]


@decides(MakeNote)
def make_note(state: State, command: MakeNote, draw: Draw) -> list[Event]:
    """Note something worth remembering."""
    return [NoteMade(not_empty(command.text))]


def not_empty(text: str) -> str:
    """Return text. Raise Refused if it is empty."""
    if not text.strip():
        raise Refused("the text is empty", about="text", hint="write it after the command")
    return text
