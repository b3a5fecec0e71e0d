"""What players see of fights and rounds."""

from __future__ import annotations

from engine.concerns.clocks.events import FightBegan, FightEnded, RoundBegan
from engine.players import seen_whole

seen_whole(FightBegan, RoundBegan, FightEnded)
