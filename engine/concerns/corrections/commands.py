"""What may be asked: undo, redo, amend, rename, rule and sign."""

from __future__ import annotations

from engine.registry import Ask, chapter, command
from engine.types import Amount, Character, EventNumber, KnownName, Name, NameKind, Player, Point, Status, Text
from engine.value import value

chapter(100, "Correcting", __name__)


@command("undo [EVENT] [last LAST] [session SESSION] [to POINT] [cascade] [keep] [for REASON]")
@value
class Undo:
    """Take back the last command that counts, or what you name; it stays on record.

    Where later events stand on what goes, “cascade” takes them back too, and “keep” leaves what was spent, as a debt.

    undo
    undo #57 cascade for it was the other mage
    undo last 3
    undo session 7
    undo to #120
    """

    event: EventNumber | None = None
    last: Amount | None = None
    session: Amount | None = None
    point: Point | None = None
    cascade: bool = False
    keep: bool = False
    reason: Text = ""


@command("redo [EVENT]")
@value
class Redo:
    """Put back what the last undo took, until something new is recorded; or, at any time, what took an event.

    redo
    redo #57
    """

    event: EventNumber | None = None


@command("amend EVENT AMOUNT [for REASON]")
@value
class Amend:
    """Correct the amount of an award, without taking it back.

    amend #57 7 for we had agreed on seven
    """

    event: EventNumber
    amount: Amount
    reason: Text = ""


@command("whatif UNDO", "whatif AMEND", "whatif drop EVENT")
@value
class WhatIf(Ask):
    """Show what an undo, an amendment, or an event that never was would change; nothing is written.

    whatif undo #57 cascade
    whatif amend #57 7
    whatif drop #57
    """

    undo: Undo | None = None
    amend: Amend | None = None
    event: EventNumber | None = None


@command("ruling EVENT stands [for REASON]", "ruling EVENT void [for REASON]")
@value
class Rule:
    """Settle a check whose level is no longer what it was: it stands, or it is void.

    ruling #57 stands for nobody noticed at the time
    """

    event: EventNumber
    stands: bool = False
    void: bool = False
    reason: Text = ""


@command("sign WHO [by PLAYER]")
@value
class Sign:
    """The player agrees to the sheet as it is now; a later dispute starts from here.

    sign Kotorikh by Kurt
    """

    who: Character
    player: Player | None = None


@command("rename [KIND] NAME [of STATUS] to NEW")
@value
class Rename:
    """Correct a name: of a character, player, trait, status, state, property, item, characteristic or tag.

    It is as if it had been right from the start: every look, account and search shows the new name. Say the kind where
    several things are called so: character, player, trait, status, state, property (gifts and faults too), item,
    characteristic, or tag for a kind of action. Two spellings of an item, a player or a tag become one.

    rename Nyrv to Nyvr
    rename character Nyrv to "Old Nyvr"
    rename state Tired of Energy to Weary
    """

    name: KnownName
    new: Name
    kind: NameKind | None = None
    status: Status | None = None
