"""Reduce events about secrets and shown NPCs to the parts that players see."""

from __future__ import annotations

from engine.concerns.secrets.events import CharacterHidden, CharacterShown, SecretNoted
from engine.players import seen_whole

seen_whole(SecretNoted, CharacterShown, CharacterHidden)
