"""Looking: commands that write nothing."""

from engine.commands.parts import Modifier, Opponent, Side
from engine.commands.usage import Ask, command
from engine.value import value
from engine.words import Amount, Character, DiceSpec, EventType, Level, Point, Tag, Trait


@command("sheet WHO [at POINT]")
@value
class ShowSheet(Ask):
    """Show a character sheet, as it is or as it was.

    sheet Kotorikh
    sheet Kotorikh at #57
    """

    who: Character
    point: Point | None = None


@command("party [at POINT]")
@value
class ShowParty(Ask):
    """Show every character in a line or two."""

    point: Point | None = None


@command(
    "odds WHO TRAIT [less DEDUCTION] [MODIFIER...] [when TAG, ...] vs DIFFICULTY [FACTOR...] [with DICE]",
    "odds check WHO TRAIT [less DEDUCTION] [MODIFIER...] [when TAG, ...] vs OPPONENT [FACTOR...] [with DICE]",
)
@value
class CheckOdds(Ask):
    """The exact chance of a check, which is not rolled.

    odds Kotorikh Perception vs 3
    odds check Kotorikh Knowledge vs Obazana Charisma
    """

    who: Character
    trait: Trait | None
    difficulty: Level | None = None
    opponent: Opponent | None = None
    deduction: Amount | None = None
    modifiers: tuple[Modifier, ...] = ()
    tags: tuple[Tag, ...] = ()
    factors: tuple[Modifier, ...] = ()
    dice: DiceSpec | None = None


@command("odds SIDE vs ... [with DICE]")
@value
class ContestOdds(Ask):
    """The exact chances of a contest, which is not rolled.

    odds Gromanno Fitness vs Nyrv vs Polthova
    """

    sides: tuple[Side, ...]
    dice: DiceSpec | None = None


@command("odds DICE")
@value
class DiceOdds(Ask):
    """The exact chances of every total of some dice.

    odds 4dF
    """

    dice: DiceSpec


@command("log [session SESSION] [WHO] [TYPE] [last LAST]")
@value
class ShowLog(Ask):
    """Show what was recorded.

    log last 20
    log session 3 Kotorikh
    log CheckResolved
    """

    session: Amount | None = None
    who: Character | None = None
    type: EventType | None = None
    last: Amount | None = None


@command("ledger WHO [at POINT]")
@value
class ShowLedger(Ask):
    """Show a character's XP as a bank would: every award and allocation, with the balance.

    ledger Kotorikh
    """

    who: Character
    point: Point | None = None


@command("head")
@value
class ShowHead(Ask):
    """Show how long the log is, and the hash that stands for all of it."""
