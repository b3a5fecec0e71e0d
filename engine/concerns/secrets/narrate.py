"""Sentences for events about what players see."""

from __future__ import annotations

from engine.concerns.rolls.narrate import mark_secret
from engine.concerns.secrets.events import CharacterHidden, CharacterShown
from engine.registry import narrates


@narrates(CharacterShown)
def _shown(event: CharacterShown) -> str:
    return f"{event.character} is shown to the players"


@narrates(CharacterHidden)
def _hidden(event: CharacterHidden) -> str:
    return f"{mark_secret(event.secret)}{event.character} is hidden from the players"
