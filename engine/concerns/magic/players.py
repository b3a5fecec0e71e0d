"""Reduce events about rituals to the parts that players see."""

from __future__ import annotations

from engine.concerns.magic.events import NeedMet, RitualPerformed, RitualPlanned
from engine.players import seen_whole

seen_whole(RitualPlanned, NeedMet, RitualPerformed)
