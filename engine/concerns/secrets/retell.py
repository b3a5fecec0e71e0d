"""How a narrator tells events that hide and reveal."""

from __future__ import annotations

from engine.concerns.secrets.events import CharacterHidden, CharacterShown, SecretNoted
from engine.retelling import Telling, WordsTold, retells, says_nothing

says_nothing(CharacterShown, CharacterHidden)


@retells(SecretNoted)
def _noted(event: SecretNoted, telling: Telling) -> WordsTold:
    return WordsTold(event.text)
