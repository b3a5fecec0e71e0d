"""Reduce events about fights and rounds to the parts that players see."""

from __future__ import annotations

from engine.concerns.clocks.events import FightBegan, FightEnded, RoundBegan
from engine.players import seen_whole

seen_whole(FightBegan, RoundBegan, FightEnded)
