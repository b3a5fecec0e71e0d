"""How a narrator tells events about passing effects."""

from __future__ import annotations

from engine.concerns.effects.events import EffectBegan, EffectEnded
from engine.retelling import DeedTold, Telling, retells, says_nothing

says_nothing(EffectEnded)


@retells(EffectBegan)
def _began(event: EffectBegan, telling: Telling) -> DeedTold:
    return DeedTold(event.character, "came under", f"“{event.name}”")
