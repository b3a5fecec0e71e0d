"""Fold events about fights and rounds, and check their preconditions."""

from __future__ import annotations

from engine.concerns.clocks.events import FightBegan, FightEnded, RoundBegan
from engine.concerns.clocks.sheet import FIGHT, ROUND_SINCE, Fight, the_fight
from engine.refusal import Refused
from engine.registry import projects, requires
from engine.state import State
from engine.value import evolve


@projects(FightBegan)
def fight_began(state: State, event: FightBegan, seq: int) -> None:
    """Start a fight."""
    state.board.own[FIGHT] = Fight(event.title, seq)
    state.board.own[ROUND_SINCE] = seq


@projects(RoundBegan)
def round_began(state: State, event: RoundBegan, seq: int) -> None:
    """Set the round."""
    state.board.own[FIGHT] = evolve(the_fight(state), round=event.number)
    state.board.own[ROUND_SINCE] = seq


@projects(FightEnded)
def fight_ended(state: State, event: FightEnded, seq: int) -> None:
    """End the fight."""
    state.board.own.pop(FIGHT, None)
    state.board.own.pop(ROUND_SINCE, None)


@requires(FightBegan)
def no_other_fight(state: State, event: FightBegan) -> None:
    """Refuse a fight within a fight."""
    fight = FIGHT.of(state)
    if fight is not None:
        raise Refused(f"a fight is on already, since #{fight.start}", hint="“fight end” ends it")


@requires(RoundBegan)
def round_is_next(state: State, event: RoundBegan) -> None:
    """Refuse a round outside a fight, and one that was counted already."""
    fight = the_fight(state)
    if event.number <= fight.round:
        raise Refused(f"round {fight.round} has begun already")


@requires(FightEnded)
def a_fight_is_on(state: State, event: FightEnded) -> None:
    """Refuse to end a fight that did not begin."""
    the_fight(state)
