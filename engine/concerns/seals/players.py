"""Players see seals whole."""

from __future__ import annotations

from engine.concerns.seals.events import SealSpoken
from engine.players import seen_whole

seen_whole(SealSpoken)
