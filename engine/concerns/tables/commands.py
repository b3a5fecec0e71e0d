"""Commands about tables."""

from __future__ import annotations

from engine.registry import Ask, chapter, command, phrase
from engine.types import (
    Ban,
    Character,
    Clock,
    DiceSpec,
    EventNumber,
    Faces,
    Label,
    Name,
    Offset,
    RowSpan,
    Table,
    Timing,
)
from engine.value import value

chapter(41, "Other rolls", __name__)


@phrase("SPAN RESULT [TIMING] [BAN...] [a ACTION] [skill SKILL] [damage DAMAGE] [armour ARMOUR] [until CLOCK]")
@value
class RowOf:
    """A row of a table: its numbers, their meaning, and the effect on a character, with what it forbids."""

    span: RowSpan
    result: Label
    action: Offset | None = None
    clock: Clock = ""
    damage: Offset | None = None
    armour: Offset | None = None
    bans: tuple[Ban, ...] = ()
    skill: Offset | None = None
    timing: Timing = ""


@command("define table NAME [with DICE] : ROW, ...")
@value
class DefineTable:
    """Define a table to roll on, such as weather, hit locations or fumbles.

    NAME is the table, DICE what is rolled on it; without them, one die whose sides the rows from 1 on give. A ROW is a
    number or a range such as 3-5, and what it means; the GM decides what has no row. “a ACTION” or “skill SKILL” adds a
    number to every action of the character that it happens to, DAMAGE to the damage that they do and ARMOUR to what
    their armour keeps off. BAN forbids something: no action, no defence or no armour. All that lasts until the CLOCK
    ends: next roll, round, next round, fight, scene, session or hit, or for a TIMING: on next turn, or on this hit. A
    table of a name that is known is replaced.

    define table Weather with 2d6: 2 storm, 3-6 "light rain", 7-12 clear
    define table Fumble: 1-3 "drops something", 4-5 dazed no defence on next turn, 6 falls a -2 until round
    """

    name: Name
    rows: tuple[RowOf, ...]
    dice: DiceSpec | None = None


@command("table NAME [for WHO] [of ROLL] [rolled FACES] [secret]")
@value
class RollTable:
    """Roll on a table of the game or of the campaign.

    NAME is the table; “tables” lists them. WHO is the character it happens to: what the row does to a character begins
    at once. ROLL is the number of the roll that it came of, such as #57. FACES is what real dice showed. “secret” hides
    the roll from the players.

    table Weather
    table Weather for Nyrv of #57 rolled 3 4
    """

    name: Table
    who: Character | None = None
    roll: EventNumber | None = None
    faces: Faces | None = None
    secret: bool = False


@command("tables [NAME]")
@value
class ShowTables(Ask):
    """Show the tables that can be rolled on, each row with its chance.

    NAME is one of them.

    tables
    tables Weather
    """

    name: Table | None = None


@command("odds table NAME")
@value
class TableOdds(Ask):
    """Show the exact chance of every row of a table.

    NAME is the table.

    odds table Weather
    """

    name: Table
