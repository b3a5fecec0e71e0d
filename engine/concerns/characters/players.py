"""What players see of events about characters."""

from __future__ import annotations

from engine.concerns.characters.events import CharacterApproved, CharacterCreated, CharacteristicSet
from engine.players import seen_whole

seen_whole(CharacterCreated, CharacteristicSet, CharacterApproved)
