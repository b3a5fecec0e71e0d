"""Events that hide and reveal."""

from __future__ import annotations

from engine.registry import Event, event
from engine.types import Character
from engine.value import value


@event(called="secrets")
@value
class SecretNoted(Event):
    """A note that is not for players, until it is revealed.

    It is no `NoteMade`: those need not be folded, and there are many.
    """

    text: str
    secret: bool = True


@event()
@value
class CharacterShown(Event):
    """An NPC was shown to the players."""

    character: Character


@event()
@value
class CharacterHidden(Event):
    """An NPC was hidden from the players, the name too if `fully`. The event is secret until the NPC is shown."""

    character: Character
    secret: bool = True
    fully: bool = False
