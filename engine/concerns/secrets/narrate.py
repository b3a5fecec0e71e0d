"""Sentences for events that hide and reveal."""

from __future__ import annotations

from engine.concerns.secrets.events import CharacterHidden, CharacterShown, SecretNoted
from engine.registry import narrates
from engine.text import mark_secret


@narrates(SecretNoted)
def _noted(event: SecretNoted) -> str:
    return f"{mark_secret(event.secret)}{event.text}"


@narrates(CharacterShown)
def _shown(event: CharacterShown) -> str:
    return f"{event.character} is shown to the players"


@narrates(CharacterHidden)
def _hidden(event: CharacterHidden) -> str:
    return f"{mark_secret(event.secret)}{event.character} is {'fully ' if event.fully else ''}hidden from the players"
