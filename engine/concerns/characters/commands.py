"""Commands about characters."""

from __future__ import annotations

from engine.registry import Ask, chapter, command, in_short
from engine.types import Amount, AnyGroup, Character, Characteristic, Name, Player, Point, ReadyNpc, Text
from engine.value import value

chapter(120, "Characters and traits", __name__)


@command("pc NAME [by PLAYER]", each="name")
@value
class CreatePc:
    """Add a player character.

    NAME is the character, PLAYER the person who plays it.

    pc Kotorikh by Kurt
    """

    name: Name
    player: Player | None = None


@command("npc NAME [, OTHER, ...] [as READY] [track BOXES]", "npc AMOUNT NAME [as READY] [track BOXES]")
@value
class CreateNpc:
    """Add one or more of the GM's characters, from nothing or from a ready-made one.

    READY is the ready-made character, such as Troll, whose traits NAME and each OTHER get. AMOUNT adds that many of a
    kind, with numbers behind the name. BOXES is the size of a track of their own: one or two for minor NPCs, as the
    ready-made ones have.

    npc Nyrv, Polthova
    npc Grum as Troll track 4
    npc 3 Bandit as Brigand
    """

    name: Name
    ready: ReadyNpc | None = None
    others: tuple[Name, ...] = ()
    amount: Amount | None = None
    boxes: Amount | None = None


@command("set WHO NAME = TEXT", each="who")
@value
class SetCharacteristic:
    """Describe a character: profession, origin, looks.

    NAME is the characteristic, TEXT what it is for WHO. Neither changes any sum.

    set Kotorikh Profession = Archaeologist
    """

    who: Character
    name: Characteristic
    text: Text


@command("approve WHO", each="who")
@value
class Approve:
    """Approve a player character, in campaigns that ask for it.

    WHO is the character. The rule “approval” makes a campaign ask.

    approve Kotorikh
    """

    who: Character


@in_short("WHO")
@command("sheet WHO [at POINT] [corrected]", each="who")
@value
class ShowSheet(Ask):
    """Show a character sheet, now or at an earlier point.

    WHO is the character. POINT is an event (#57), the end of a session (session 3), its start (start of session 3),
    or a date, with or without a time as the log shows it (2026-11-21 19:30). “corrected” shows what the sheet should
    have said then, by all that is known now.

    sheet Kotorikh
    sheet Kotorikh at #57
    sheet Kotorikh at #57 corrected
    """

    who: Character
    point: Point | None = None
    corrected: bool = False


@command("party [at POINT] [corrected] [group GROUP]")
@value
class ShowParty(Ask):
    """Show every character in a line or two, now or at an earlier point.

    POINT and “corrected” are those of “help sheet”. If several groups play, it shows who is at yours. GROUP is another
    one, or “all”.
    """

    point: Point | None = None
    corrected: bool = False
    group: AnyGroup | None = None
