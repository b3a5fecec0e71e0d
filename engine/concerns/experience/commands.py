"""Commands about XP: awards, spending and free practice."""

from __future__ import annotations

from engine.registry import Ask, chapter, command, in_short, phrase
from engine.types import (
    Amount,
    Character,
    CharacterOfPlayer,
    Goal,
    Percent,
    Point,
    Quantity,
    Question,
    Text,
    Trait,
    Unit,
)
from engine.value import value

chapter(80, "XP and fudge points", __name__)


@phrase("AMOUNT on TRAIT")
@value
class Share:
    """XP for one trait."""

    amount: Amount
    trait: Trait


@in_short("xp AMOUNT [for REASON]", all=True)
@command("award WHO, ... AMOUNT [for REASON]", "award all AMOUNT [for REASON]", short="xp")
@value
class Award:
    """Give XP to characters, or to all player characters.

    AMOUNT is what each WHO gets. REASON is shown in the log.

    award Kotorikh, Obazana 10 for the golden teapot
    """

    whos: tuple[Character, ...] = ()
    amount: Amount = 0
    reason: Text = ""
    all: bool = False


@phrase("WHO AMOUNT")
@value
class Prize:
    """XP for one character."""

    who: Character
    amount: Amount


@command("award PRIZE, MORE, ... [for REASON]")
@value
class AwardEach:
    """Give characters different amounts of XP, with one command.

    PRIZE is a character and an amount, and so is each MORE. REASON is shown in the log.

    award Kotorikh 3, Obazana 1 for the golden teapot
    """

    prize: Prize
    more: tuple[Prize, ...]
    reason: Text = ""


@command("spend WHO SHARE, ... [permitted]", each="who")
@value
class Spend:
    """Spend a character's XP on traits. The oldest award pays first.

    A SHARE is an amount and a trait. WHO is the character. “permitted” is that of “help raise”.

    spend Kotorikh 7 on "Construction Magic", 3 on Mycology
    """

    who: Character
    shares: tuple[Share, ...]
    permitted: bool = False


@command("forfeit WHO AMOUNT [before] [for REASON]", whole=True, each="who")
@value
class Forfeit:
    """Take XP away from a character, from the oldest award first.

    WHO loses AMOUNT of the XP to spend. “before” is for XP that were spent before this log began, on levels that are on
    the sheet already. REASON is shown in the log. “amend” corrects an award that was wrong.

    forfeit Kotorikh 2 for the burnt library
    """

    who: Character
    amount: Amount
    before: bool = False
    reason: Text = ""


@in_short("WHO TRAIT + [permitted]")
@command("raise WHO TRAIT [permitted] [after GOAL [pending] [free]]", each="who")
@value
class Raise:
    """Spend exactly the XP that a trait needs for its next level.

    WHO is the character. “permitted” is the GM's permission to raise TRAIT beyond the game's usual limit, or to put
    practice in it while a level of it waits for a goal. GOAL is what has to be reached first, such as finding a
    teacher: see “help goal”. With “pending” the XP are paid now, and TRAIT rises once the goal is reached; “free” takes
    no XP.

    raise Kotorikh Perception
    raise Kotorikh Stealth after Heist pending
    """

    who: Character
    trait: Trait
    permitted: bool = False
    goal: Goal | None = None
    pending: bool = False
    free: bool = False


@command("questions")
@value
class ShowQuestions(Ask):
    """Show the questions that are asked at the end of a session."""


@command("questions WHO, ... COUNT", "questions all COUNT")
@value
class AnswerQuestions:
    """Award XP for the session's questions answered with yes.

    COUNT is how many of them each WHO answered with yes. “question” answers them one by one.

    questions Kotorikh, Obazana 3
    """

    whos: tuple[Character, ...] = ()
    count: Amount = 0
    all: bool = False


@command("question WHO QUESTION yes", "question WHO QUESTION no", each="who")
@value
class AnswerQuestion:
    """Answer one of the session's questions: 1 XP for yes.

    WHO is the character. QUESTION is a question or its number; “questions” lists them. Each is answered once for every
    player and session.

    question Kotorikh 1 yes
    question Kotorikh "Did we learn something?" no
    """

    who: Character
    question: Question
    yes: bool = False
    no: bool = False


@command("bonus WHO AMOUNT on TRAIT [for REASON]", each="who")
@value
class Bonus:
    """Grant free practice in a trait, apart from the character's own XP.

    AMOUNT is what WHO gets in TRAIT. REASON is shown in the log.

    bonus Kotorikh 7 on Perception for a keen eye
    """

    who: Character
    amount: Amount
    trait: Trait
    reason: Text = ""


@command("practice AMOUNT UNIT = XP")
@value
class FixPracticeRate:
    """Set how many XP a stretch of dedicated practice is worth.

    AMOUNT is how much of UNIT, such as month, is worth XP. A later rate counts from then on.

    practice 1 month = 2
    """

    amount: Amount
    unit: Unit
    xp: Amount


@command("practice AMOUNT UNIT [at QUALITY]")
@value
class WeighPractice(Ask):
    """Convert practice time into XP, and into the difficulty it masters half the time.

    AMOUNT is how much of UNIT, such as 1.5 months or 1 year. QUALITY is how dedicated the practice was, from 1% to
    100%.

    practice 1.5 months
    practice 1 year
    practice 3 months at 50%
    """

    amount: Quantity
    unit: Unit
    quality: Percent = 100


@command("ledger WHO [at POINT] [corrected]", each="who")
@value
class ShowLedger(Ask):
    """Show a character's XP account: every award and expense, with the balance.

    WHO is the character. POINT and “corrected” are those of “help sheet”.

    ledger Kotorikh
    ledger Kotorikh at session 3
    """

    who: Character
    point: Point | None = None
    corrected: bool = False


@command("dispute WHO AMOUNT [at POINT]")
@value
class Dispute(Ask):
    """Find out why a player expects a number of unspent XP that the log does not show.

    WHO is the character, or the player whose only character it is. AMOUNT is the unspent XP that the player expects.
    With POINT, that was the number then, by what was logged by then.

    dispute Kotorikh 12
    dispute Kurt 12 at session 3
    """

    who: CharacterOfPlayer
    amount: Amount
    point: Point | None = None
