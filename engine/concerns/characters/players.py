"""Reduce events about characters to the parts that players see."""

from __future__ import annotations

from engine.concerns.characters.events import CharacterApproved, CharacterCreated, CharacteristicSet
from engine.players import seen_whole

seen_whole(CharacterCreated, CharacteristicSet, CharacterApproved)
