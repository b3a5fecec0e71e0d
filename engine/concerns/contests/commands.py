"""Commands about contests."""

from __future__ import annotations

from typing import Any

from engine.concerns.rolls.commands import EFFORT, Effort
from engine.registry import Ask, chapter, command, in_short, phrase
from engine.types import Character, DiceSpec, Faces, Level, Trait
from engine.value import evolve, value

chapter(30, "Contests", __name__)

#: Stands for the first side's trait, for sides that name none.
AS_THE_FIRST = ""


@phrase(
    f"WHO [TRAIT] {EFFORT} [hidden HIDDEN] [with DICE] [rolled FACES] [point] [points POINTS] [at least LEAST] [yields]"
)
@value
class Side(Effort):
    """One side of a contest, with the level that it must reach.

    The first side's trait applies to those without one.
    """

    who: Character
    trait: Trait | None = AS_THE_FIRST
    faces: Faces | None = None
    yields: bool = False
    least: Level | None = None


@value
class Match:
    """The sides of a contest, and what holds for all of them.

    Dice, and a level to reach, that the last side names are everybody's: a line ends with them either way.
    """

    sides: tuple[Side, ...]
    dice: DiceSpec | None = None
    least: Level | None = None
    critical: bool = False

    def __attrs_post_init__(self) -> None:
        """Apply the last side's dice and least level to everybody, unless the contest names others."""
        for name in ("dice", "least"):
            own = getattr(self.sides[-1], name) if self.sides else None
            unsaid: Any = {name: None}
            if getattr(self, name) is None and own is not None:
                *others, last = self.sides
                object.__setattr__(self, name, own)
                object.__setattr__(self, "sides", (*others, evolve(last, **unsaid)))


#: Options for all sides.
FOR_ALL_SIDES = "[with DICE] [at least LEAST] [critical]"


@in_short(f"SIDE vs ... {FOR_ALL_SIDES} [secret] [anyway]")
@command(f"contest SIDE vs ... {FOR_ALL_SIDES} [secret] [anyway]")
@value
class Contest(Match):
    """Let characters act against each other: the highest total wins, equal totals tie.

    SIDE is a character and a trait, then whatever counts for them. It takes best, worst, less, modifiers, when, and,
    instead, default, advantage, disadvantage, hidden, with, rolled, point and points; “help check” explains them. It
    says them for itself alone, except that the first side's trait applies to those that name none. It can say “nothing”
    for no trait, and “yields” if it does not resist.

    DICE at the end replaces the game's dice for all sides that name none. LEAST is the level that the winner must
    reach; behind a side before the last, only that side. “critical” lets a natural critical decide, whatever the
    totals. “secret” hides the rolls from the players. “anyway” lets those roll who cannot act, or cannot defend.

    contest Gromanno Fitness +1 shoes rolled +2 vs Nyrv -1 dark vs Polthova
    contest Nyrv Charisma at least 1 vs Polthova Knowledge
    contest Nyrv Fitness with 2dF vs Polthova less 1 with 4dF
    """

    secret: bool = False
    anyway: bool = False


@command(f"odds SIDE vs ... {FOR_ALL_SIDES}", f"odds contest SIDE vs ... {FOR_ALL_SIDES}")
@value
class ContestOdds(Match, Ask):
    """Show the exact chances of a contest without rolling it.

    “help contest” explains the words.

    odds Gromanno Fitness vs Nyrv vs Polthova
    """
