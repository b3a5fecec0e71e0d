"""Reduce events about levels at creation to the parts that players see."""

from __future__ import annotations

from engine.concerns.traits.events import AbilityDefined, SlotTraded, TraitGiven
from engine.players import seen_whole

seen_whole(AbilityDefined, TraitGiven, SlotTraded)
