"""Reduce events about keys to the parts that players see."""

from __future__ import annotations

from engine.concerns.keys.events import KeyHit, KeySwapped
from engine.players import seen_whole

seen_whole(KeyHit, KeySwapped)
