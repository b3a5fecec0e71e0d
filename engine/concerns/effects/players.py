"""Reduce events about passing effects to the parts that players see."""

from __future__ import annotations

from engine.concerns.effects.events import EffectBegan, EffectEnded
from engine.players import leave_out_causes, leave_out_clock, reduces

reduces(EffectBegan)(leave_out_causes)
reduces(EffectEnded)(leave_out_clock)
