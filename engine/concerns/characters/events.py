"""Events about characters."""

from __future__ import annotations

from engine.registry import Event, event
from engine.types import Character, Characteristic, Player
from engine.value import value


@event()
@value
class CharacterCreated(Event):
    """A character came into the campaign; `kind` is "pc" or "npc" (PF-03).

    It is `approved` unless the scheme of its creation needs the GM's approval (FL-86). A `ship` is an NPC too (FL-69).
    """

    name: Character
    kind: str
    player: Player | None = None
    approved: bool = True
    ship: bool = False


@event()
@value
class CharacteristicSet(Event):
    """A characteristic was written (PF-06)."""

    character: Character
    name: Characteristic
    text: str


@event()
@value
class CharacterApproved(Event):
    """The game master agreed to a player character (FL-86)."""

    character: Character
