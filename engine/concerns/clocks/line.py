"""Write events about fights and rounds as the commands that would record them."""

from __future__ import annotations

from collections.abc import Iterable

from engine.concerns.clocks.commands import EndFight, NextRound, StartFight
from engine.concerns.clocks.events import FightBegan, FightEnded, RoundBegan
from engine.line import Before
from engine.registry import as_line


@as_line(FightBegan)
def _fight(event: FightBegan, before: Before) -> Iterable[object]:
    yield StartFight(event.title)


@as_line(RoundBegan)
def _round(event: RoundBegan, before: Before) -> Iterable[object]:
    yield NextRound()


@as_line(FightEnded)
def _fight_end(event: FightEnded, before: Before) -> Iterable[object]:
    yield EndFight()
