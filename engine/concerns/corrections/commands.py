"""Commands that undo, redo, amend, rename, rule and sign."""

from __future__ import annotations

from engine.registry import Ask, OfTheLog, chapter, command
from engine.types import (
    Amount,
    Character,
    Command,
    EventNumber,
    KnownName,
    Name,
    NameKind,
    OtherEvent,
    Player,
    Point,
    Signed,
    Status,
    Text,
)
from engine.value import value

chapter(110, "Correcting", __name__)


@command("undo [EVENT [OTHER...]] [last LAST] [session SESSION] [to POINT] [cascade] [keep] [for REASON]", short="u")
@value
class Undo(OfTheLog):
    """Undo the last command, or the one you name. The log keeps both.

    EVENT is an event such as #57, with what it brought about by itself. OTHER is one more. LAST is a number of
    commands, SESSION the number of a session; “to POINT” undoes everything after POINT. REASON is shown in the log.

    If later events depend on what goes, “cascade” undoes them too, and “keep” leaves XP that was spent, as a debt.

    undo
    undo #57 cascade for it was the other mage
    undo #57 #58
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
    others: tuple[OtherEvent, ...] = ()


@command("redo [EVENT]", short="r")
@value
class Redo(OfTheLog):
    """Redo the last undo, or restore the event you name.

    “redo” alone works until something new is recorded, “redo EVENT” at any time.

    redo
    redo #57
    """

    event: EventNumber | None = None


@command("amend EVENT AMOUNT [keep] [for REASON]", "amend WHO AMOUNT [keep] [for REASON]", "amend WHO")
@value
class Amend(OfTheLog):
    """Correct the amount of an award without undoing it.

    EVENT is the award, such as #57. With WHO instead, it is that character's last award since the session began or
    ended; “amend WHO” alone lists them. AMOUNT is the XP it should have been. REASON is shown in the log.

    If more than AMOUNT was spent of it, “keep” leaves what was spent, as a debt.

    amend #57 7 for we had agreed on seven
    amend Kotorikh 7
    amend #57 3 keep
    """

    event: EventNumber | None = None
    amount: Amount | None = None
    reason: Text = ""
    keep: bool = False
    who: Character | None = None


@command("whatif COMMAND", "whatif drop EVENT")
@value
class WhatIf(Ask):
    """Preview a command, or “what if #N had not happened”. Writes nothing.

    COMMAND is any command that records something. It says what the prompt shows before Enter; of an undo or an amend
    it says all that would change. “drop EVENT” leaves out one event.

    whatif undo #57 cascade
    whatif amend #57 7
    whatif drop #57
    whatif award all 2
    """

    command: Command | None = None
    event: EventNumber | None = None


@command("ruling EVENT stands [for REASON]", "ruling EVENT void [for REASON]")
@value
class Rule:
    """Rule on a check whose trait was corrected later: stands or void.

    EVENT is the check or contest; “audit” lists those to rule on. REASON is shown in the log. Fudge points spent on a
    void roll stay spent.

    ruling #57 stands for nobody noticed at the time
    """

    event: EventNumber
    stands: bool = False
    void: bool = False
    reason: Text = ""


@command("ruling EVENT beyond [for REASON]", "ruling EVENT CHANGE [for REASON]")
@value
class RuleOnCritical:
    """Let a natural critical decide a roll, beyond all levels, or give it a bonus.

    EVENT is a check or contest of this session that was critical by its dice alone. “beyond” puts it beyond the best
    level, or below the worst: it succeeds or fails whatever it is up against. CHANGE is a signed number. REASON is
    shown in the log.

    ruling #57 beyond for the leap of a lifetime
    ruling #57 +2 for a clean strike
    """

    event: EventNumber
    beyond: bool = False
    change: Signed | None = None
    reason: Text = ""


@command("sign WHO [by PLAYER]", each="who")
@value
class Sign(OfTheLog):
    """Sign a sheet: the player agrees to it as it is now.

    WHO is the character, PLAYER the person who signs. “dispute” looks first at what came after.

    sign Kotorikh by Kurt
    """

    who: Character
    player: Player | None = None


@command("rename [KIND] NAME [of STATUS] to NEW")
@value
class Rename(OfTheLog):
    """Correct a name everywhere, as if it had been right from the start.

    NAME becomes NEW on every sheet, in every account and search. If several things have the name, KIND says which:
    character, player, trait, status, state, counter, track, property (gifts and faults too), item, characteristic,
    goal, need (of a goal or ritual), ritual, countdown, table, or tag (a kind of action). STATUS is the status that a
    state belongs to. Two spellings of an item, a player or a tag become one.

    rename Nyrv to Nyvr
    rename character Nyrv to "Old Nyvr"
    rename state Tired of Energy to Weary
    """

    name: KnownName
    new: Name
    kind: NameKind | None = None
    status: Status | None = None
