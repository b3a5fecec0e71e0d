"""What players see of secrets, once they are revealed, and of who is shown."""

from __future__ import annotations

from engine.concerns.secrets.events import CharacterHidden, CharacterShown, SecretNoted
from engine.players import seen_whole

seen_whole(SecretNoted, CharacterShown, CharacterHidden)
