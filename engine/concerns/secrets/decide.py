"""Decide commands that hide and reveal."""

from __future__ import annotations

from collections.abc import Iterator

from engine.concerns.secrets.commands import HideNpc, KeepSecret, ShowNpc
from engine.concerns.secrets.events import CharacterHidden, CharacterShown, SecretNoted
from engine.concerns.sessions.decide import not_empty
from engine.concerns.sessions.events import SceneSet
from engine.dice import Draw
from engine.known import the_sheet
from engine.refusal import Refused
from engine.registry import Event, decides
from engine.state import State
from engine.types import Character


@decides(KeepSecret)
def keep_secret(state: State, command: KeepSecret, draw: Draw) -> list[Event]:
    """Make a note, or set a scene, that players do not see."""
    text = not_empty(command.text)
    return [SceneSet(text, secret=True) if command.scene else SecretNoted(text)]


@decides(ShowNpc)
def show_npc(state: State, command: ShowNpc, draw: Draw) -> list[Event]:
    """Show NPCs to the players."""
    return [CharacterShown(name) for name in each_once(state, command.who)]


@decides(HideNpc)
def hide_npc(state: State, command: HideNpc, draw: Draw) -> list[Event]:
    """Hide NPCs from the players."""
    return [CharacterHidden(name, fully=command.fully) for name in each_once(state, command.who)]


def each_once(state: State, names: tuple[str, ...]) -> Iterator[Character]:
    """Yield the names of characters. Raise Refused for a repeated one."""
    found = [the_sheet(state, name).name for name in names]
    for place, name in enumerate(found):
        if name in found[:place]:
            raise Refused(f"{name} is named twice", about="who", value=name)
        yield name
