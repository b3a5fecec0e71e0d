"""Events about characters."""

from __future__ import annotations

from collections.abc import Mapping

from engine.registry import Event, event
from engine.types import Character, Characteristic, Player
from engine.value import value

#: The characteristic by which an NPC says that it is a ship.
KIND, SHIP = "Kind", "ship"

#: The characteristic that says what a recap calls somebody.
CALLED = "called"


def is_ship(characteristics: Mapping[str, str]) -> bool:
    """Return whether a character has the characteristic of a ship."""
    return any((each.casefold(), said.casefold()) == (KIND.casefold(), SHIP) for each, said in characteristics.items())


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
