"""How a narrator tells events about fights and rounds."""

from __future__ import annotations

from engine.concerns.clocks.events import FightBegan, FightEnded, RoundBegan
from engine.retelling import FightOverTold, FightTold, RoundTold, Telling, retells


@retells(FightBegan)
def _fight(event: FightBegan, telling: Telling) -> FightTold:
    return FightTold(event.title)


@retells(RoundBegan)
def _round(event: RoundBegan, telling: Telling) -> RoundTold:
    return RoundTold(event.number)


@retells(FightEnded)
def _fight_end(event: FightEnded, telling: Telling) -> FightOverTold:
    return FightOverTold()
