"""Commands about things that characters carry."""

from __future__ import annotations

from engine.registry import chapter, command, phrase
from engine.types import (
    Character,
    Container,
    Count,
    DiceSpec,
    Item,
    Label,
    Level,
    NewItem,
    Offset,
    Remark,
    Signed,
    Tag,
    Text,
    Trait,
)
from engine.value import value

chapter(70, "Things", __name__)


@phrase("VALUE [REASON] [on TRAIT, ...] [when TAG]")
@value
class Loan:
    """A modifier that an item lends: for which traits, and for which kind of action."""

    value: Signed
    reason: Label = ""
    traits: tuple[Trait, ...] = ()
    tag: Tag | None = None


@command(
    "give WHO [, OTHER, ...] [COUNT] ITEM [in CONTAINER] [note NOTE] [weapon WEAPON] [lethality LETHALITY] [dice DICE]"
    " [armour ARMOUR] [LOAN...]",
    "give all [COUNT] ITEM [in CONTAINER] [note NOTE] [weapon WEAPON] [lethality LETHALITY] [dice DICE]"
    " [armour ARMOUR] [LOAN...]",
)
@value
class Give:
    """Give things to a character, or put them into something they carry.

    WHO gets COUNT of ITEM, one if you leave COUNT out. Each OTHER gets as many; “all” are all player characters.
    CONTAINER is another thing on the sheet, or a place on the body. NOTE is the things' condition, in quotes if more
    follows. A LOAN is a modifier that they lend: a signed number and a reason, “on” the traits it is for (all, if you
    name none), “when” the kind of action. In a fight a WEAPON adds so much to the damage, or rolls the die of a
    LETHALITY, which is a level, or DICE; ARMOUR is what the thing keeps off.

    give Kotorikh 12 stones in pouch
    give Kotorikh "vial of ink" in pack note full
    give Gromanno "old running shoes" +1 on Fitness when running
    give Nyrv "chain mail" armour 3
    """

    who: Character = ""
    item: NewItem = ""
    count: Count = 1
    container: Container | None = None
    note: Remark = ""
    loans: tuple[Loan, ...] = ()
    others: tuple[Character, ...] = ()
    all: bool = False
    weapon: Offset | None = None
    lethality: Level | None = None
    dice: DiceSpec | None = None
    armour: Offset | None = None


@command("drop WHO [COUNT] [all] ITEM [from CONTAINER]", each="who")
@value
class Drop:
    """Drop things, with everything in them.

    Without COUNT, WHO drops one; with “all”, the whole stack of ITEM. CONTAINER is where the things are, if WHO has
    several stacks of the same ITEM.

    drop Obazana jewel
    drop Obazana 3 jewels
    drop Obazana all jewels
    """

    who: Character
    item: Item
    count: Count | None = None
    container: Container | None = None
    all: bool = False


@command(
    "move WHO [COUNT] [all] ITEM [from CONTAINER] to TARGET",
    "move WHO [COUNT] [all] ITEM [from CONTAINER] out",
    each="who",
)
@value
class Move:
    """Move things on a character: into something, to a place on the body, or out.

    Without COUNT, WHO moves the whole stack of ITEM, or one if you name ITEM in the singular: “stone”. TARGET is
    another thing on the sheet, or a place on the body; “out” takes the things out of what holds them. CONTAINER is
    where they are now.

    move Kotorikh pouch to belt
    """

    who: Character
    item: Item
    target: Container | None = None
    count: Count | None = None
    container: Container | None = None
    out: bool = False
    all: bool = False


@command("pass WHO [COUNT] [all] ITEM [from CONTAINER] to OTHER", each="who")
@value
class Pass:
    """Hand things to another character, with everything in them.

    Without COUNT, the whole stack of ITEM goes from WHO to OTHER, or one if you name ITEM in the singular: “jewel”.
    CONTAINER is where the things are now.

    pass Obazana 2 jewels to Kotorikh
    pass Obazana jewel to Kotorikh
    """

    who: Character
    item: Item
    other: Character
    count: Count | None = None
    container: Container | None = None
    all: bool = False


@command("condition WHO ITEM = TEXT", each="who")
@value
class NoteCondition:
    """Note the condition of something that a character carries.

    TEXT replaces what was noted of WHO's ITEM before.

    condition Kotorikh "vial of ink" = half full
    """

    who: Character
    item: Item
    text: Text
