"""What may be asked: XP awards, allocations and free practice."""

from __future__ import annotations

from engine.registry import Ask, chapter, command, phrase
from engine.types import Amount, Character, Percent, Point, Text, Trait, Unit
from engine.value import value

chapter(80, "XP", __name__)


@phrase("AMOUNT on TRAIT")
@value
class Share:
    """XP for one trait."""

    amount: Amount
    trait: Trait


@command("award WHO, ... AMOUNT [for REASON]", "award all AMOUNT [for REASON]")
@value
class Award:
    """Give XP to characters, or to all player characters.

    award Kotorikh, Obazana 10 for the golden teapot
    """

    whos: tuple[Character, ...] = ()
    amount: Amount = 0
    reason: Text = ""
    all: bool = False


@command("spend WHO SHARE, ...")
@value
class Spend:
    """Spend a character's XP on traits; the oldest award pays first.

    spend Kotorikh 7 on "Construction Magic", 3 on Mycology
    """

    who: Character
    shares: tuple[Share, ...]


@command("raise WHO TRAIT [permitted]")
@value
class Raise:
    """Spend just what a trait lacks to its next level; beyond what the game allows, the GM has to permit it.

    raise Kotorikh Perception
    """

    who: Character
    trait: Trait
    permitted: bool = False


@command("questions")
@value
class ShowQuestions(Ask):
    """Show the questions that are asked when a session ends."""


@command("questions WHO, ... COUNT", "questions all COUNT")
@value
class AnswerQuestions:
    """Award XP for so many of the session's questions answered with yes.

    questions Kotorikh, Obazana 3
    """

    whos: tuple[Character, ...] = ()
    count: Amount = 0
    all: bool = False


@command("bonus WHO AMOUNT on TRAIT [for REASON]")
@value
class Bonus:
    """Grant free practice in a trait, apart from the character's own XP.

    bonus Kotorikh 7 on Perception for a keen eye
    """

    who: Character
    amount: Amount
    trait: Trait
    reason: Text = ""


@command("practice AMOUNT UNIT = XP")
@value
class FixPracticeRate:
    """Fix what one XP is worth in practice time.

    practice 1 month = 2
    """

    amount: Amount
    unit: Unit
    xp: Amount


@command("practice AMOUNT UNIT [at QUALITY]")
@value
class WeighPractice(Ask):
    """Convert practice time into XP, and into the difficulty that such practice masters half the time.

    practice 12 months
    practice 3 months at 50%
    """

    amount: Amount
    unit: Unit
    quality: Percent = 100


@command("ledger WHO [at POINT] [corrected]")
@value
class ShowLedger(Ask):
    """Show a character's XP as a bank would: every award and allocation, with the balance.

    ledger Kotorikh
    ledger Kotorikh at session 3
    """

    who: Character
    point: Point | None = None
    corrected: bool = False


@command("dispute WHO AMOUNT")
@value
class Dispute(Ask):
    """Look for what explains that a player remembers another number of XP to spend than the log does.

    dispute Kotorikh 12
    """

    who: Character
    amount: Amount
