"""Decide to seal an evening."""

from __future__ import annotations

from engine.concerns.seals.commands import SealEvening
from engine.concerns.seals.events import SealSpoken
from engine.dice import Draw
from engine.registry import Event, decides
from engine.state import State


@decides(SealEvening)
def seal(state: State, command: SealEvening, draw: Draw) -> list[Event]:
    """Record who said which number."""
    return [SealSpoken(command.player, command.number)]
