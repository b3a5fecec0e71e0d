"""What may be asked: things that characters carry."""

from __future__ import annotations

from engine.registry import chapter, command, phrase
from engine.types import Amount, Character, Container, Item, Label, NewItem, Signed, Tag, Text, Trait
from engine.value import value

chapter(70, "Things", __name__)


@phrase("VALUE [REASON] [on TRAIT, ...] [when TAG]")
@value
class Loan:
    """What an item adds to A, for which traits, and for which kind of action."""

    value: Signed
    reason: Label = ""
    traits: tuple[Trait, ...] = ()
    tag: Tag | None = None


@command("give WHO [COUNT] ITEM [in CONTAINER] [note NOTE] [LOAN...]")
@value
class Give:
    """Put things into a character's hands, or into something they carry.

    give Kotorikh 12 stones in pouch
    give Kotorikh "vial of ink" in pack note full
    give Gromanno "old running shoes" +1 on Fitness when running
    """

    who: Character
    item: NewItem
    count: Amount = 1
    container: Container | None = None
    note: Label = ""
    loans: tuple[Loan, ...] = ()


@command("drop WHO [COUNT] ITEM [from CONTAINER]")
@value
class Drop:
    """Let go of things, with all that is in them; without a number, of the whole stack.

    drop Obazana 3 jewels
    """

    who: Character
    item: Item
    count: Amount | None = None
    container: Container | None = None


@command("move WHO [COUNT] ITEM [from CONTAINER] to TARGET", "move WHO [COUNT] ITEM [from CONTAINER] out")
@value
class Move:
    """Put things elsewhere on the character: into something, to a place on the body, or out of what holds them.

    move Kotorikh pouch to belt
    """

    who: Character
    item: Item
    target: Container | None = None
    count: Amount | None = None
    container: Container | None = None
    out: bool = False


@command("pass WHO [COUNT] ITEM [from CONTAINER] to OTHER")
@value
class Pass:
    """Hand things to another character, with all that is in them.

    pass Obazana 2 jewels to Kotorikh
    """

    who: Character
    item: Item
    other: Character
    count: Amount | None = None
    container: Container | None = None


@command("condition WHO ITEM = TEXT")
@value
class NoteCondition:
    """Write down the condition of something carried.

    condition Kotorikh "vial of ink" = half full
    """

    who: Character
    item: Item
    text: Text
