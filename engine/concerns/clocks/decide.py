"""Decide commands about fights and rounds."""

from __future__ import annotations

from engine.concerns.clocks.commands import EndFight, NextRound, StartFight
from engine.concerns.clocks.events import FightBegan, FightEnded, RoundBegan
from engine.concerns.clocks.sheet import the_fight
from engine.dice import Draw
from engine.registry import Event, decides
from engine.state import State


@decides(StartFight)
def start_fight(state: State, command: StartFight, draw: Draw) -> list[Event]:
    """Start a fight (FL-19)."""
    return [FightBegan(command.title)]


@decides(NextRound)
def next_round(state: State, command: NextRound, draw: Draw) -> list[Event]:
    """Count the next round (FU-65)."""
    return [RoundBegan(the_fight(state).round + 1)]


@decides(EndFight)
def end_fight(state: State, command: EndFight, draw: Draw) -> list[Event]:
    """End the fight."""
    return [FightEnded()]
