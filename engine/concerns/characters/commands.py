"""What may be asked: characters."""

from __future__ import annotations

from engine.registry import Ask, chapter, command
from engine.types import Character, Characteristic, Name, Player, Point, ReadyNpc, Text
from engine.value import value

chapter(120, "Characters", __name__)


@command("pc NAME [by PLAYER]")
@value
class CreatePc:
    """Add a player's character.

    pc Kotorikh by Kurt
    """

    name: Name
    player: Player | None = None


@command("npc NAME [as READY]")
@value
class CreateNpc:
    """Add a character of the game master's, from nothing or from one that is ready.

    npc Nyrv
    npc Grum as Troll
    """

    name: Name
    ready: ReadyNpc | None = None


@command("set WHO NAME = TEXT")
@value
class SetCharacteristic:
    """Write a characteristic: who the character is, where they come from.

    set Kotorikh Profession = Archaeologist
    """

    who: Character
    name: Characteristic
    text: Text


@command("approve WHO")
@value
class Approve:
    """Agree to a player character, where the way it was made asks for that.

    approve Kotorikh
    """

    who: Character


@command("sheet WHO [at POINT] [corrected]")
@value
class ShowSheet(Ask):
    """Show a character sheet: as it is, as it stood at a point, or as it should have stood by all that is known now.

    sheet Kotorikh
    sheet Kotorikh at #57
    sheet Kotorikh at #57 corrected
    """

    who: Character
    point: Point | None = None
    corrected: bool = False


@command("party [at POINT] [corrected]")
@value
class ShowParty(Ask):
    """Show every character in a line or two."""

    point: Point | None = None
    corrected: bool = False
