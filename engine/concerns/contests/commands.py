"""Commands about contests."""

from __future__ import annotations

from engine.concerns.rolls.commands import Modifier
from engine.registry import Ask, chapter, command, phrase
from engine.types import Amount, Character, DiceSpec, Faces, Level, Signed, Tag, Trait
from engine.value import value

chapter(30, "Contests", __name__)


#: What a side may say, as a check does.
ENTERING = (
    "WHO [TRAIT] [less DEDUCTION] [MODIFIER...] [when TAG, ...] [and SECONDARY] [default DEFAULT]"
    " [advantage ADVANTAGE] [disadvantage DISADVANTAGE] [hidden HIDDEN] [rolled FACES] [point] [points POINTS] [yields]"
)

#: The trait of a side that names none: the first side's.
AS_THE_FIRST = ""


@phrase(ENTERING)
@value
class Side:
    """One side of a contest. The first side's trait and tags apply to those that name none."""

    who: Character
    trait: Trait | None = AS_THE_FIRST
    modifiers: tuple[Modifier, ...] = ()
    tags: tuple[Tag, ...] = ()
    faces: Faces | None = None
    yields: bool = False
    deduction: Amount | None = None
    secondary: Trait | None = None
    default: Level | None = None
    advantage: Amount | None = None
    disadvantage: Amount | None = None
    point: bool = False
    points: Amount | None = None
    hidden: Signed | None = None


@command("contest SIDE vs ... [with DICE] [at least LEAST] [secret]")
@value
class Contest:
    """Let characters act against each other: the highest total wins, equal totals tie.

    A SIDE is a character, a trait, modifiers with their reasons, “when” the kind of action, and “rolled” what real
    dice showed. The first side's trait applies to those that name none; “nothing” is for no trait at all. Who “yields”
    does not resist. What else a side takes, such as “less”, “and” or “point”, is what a check takes: see “help check”.
    DICE replaces the game's dice. LEAST is the level that the winner must reach. “secret” hides the rolls from the
    players.

    contest Gromanno Fitness +1 shoes vs Nyrv -1 dark rolled +2 vs Polthova
    """

    sides: tuple[Side, ...]
    dice: DiceSpec | None = None
    least: Level | None = None
    secret: bool = False


@command("odds SIDE vs ... [with DICE] [at least LEAST]", "odds contest SIDE vs ... [with DICE] [at least LEAST]")
@value
class ContestOdds(Ask):
    """Show the exact chances of a contest without rolling it.

    “help contest” explains the words.

    odds Gromanno Fitness vs Nyrv vs Polthova
    """

    sides: tuple[Side, ...]
    dice: DiceSpec | None = None
    least: Level | None = None
