"""What players see of traits and their levels at creation."""

from __future__ import annotations

from engine.concerns.traits.events import AbilityDefined, SlotTraded, TraitGiven
from engine.players import seen_whole

seen_whole(AbilityDefined, TraitGiven, SlotTraded)
