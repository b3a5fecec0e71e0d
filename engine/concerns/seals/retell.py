"""How a narrator tells a seal: not at all."""

from __future__ import annotations

from engine.concerns.seals.events import SealSpoken
from engine.retelling import says_nothing

says_nothing(SealSpoken)
