"""Events about contests."""

from __future__ import annotations

from collections.abc import Sequence

from engine.briefs import Brief, brief_of
from engine.concerns.rolls.events import Act
from engine.naming import Steps
from engine.registry import Event, event
from engine.rules.parts import Entrant
from engine.types import Character, Trait
from engine.value import evolve, record, value

#: Why a contest needed no dice, following the names of the sides that yield.
UNRESISTED = " does not resist"


@record
class EntrantBrief:
    """The fields of a contest's side that a fold reads."""

    character: Character
    trait: Trait | None
    points: int = 0


def explain_unresisted(sides: Sequence[Entrant]) -> str:
    """Return why a contest needs no dice: who of its sides yields."""
    return f"{' and '.join(side.character for side in sides if side.yields)}{UNRESISTED}"


@event(fell=True, witnessed=True, judged=True, called="contests")
@value
class ContestResolved(Act, Event):
    """An opposed action of two or more (PF-53 to PF-57).

    Equal totals share a place; a tie for first has no winner. If only one side rolled, it had to meet the others and
    wins ties (FU-53, FL-29). `automatic` says why no dice were needed, and `against` is the name of the level that the
    winner had to reach. `override` and `reading` are as in a check.
    """

    dice: str
    participants: tuple[Entrant, ...]
    winner: Character | None
    tied: tuple[Character, ...]
    relative: int
    least: int | None = None
    secret: bool = False
    automatic: str | None = None
    against: str | None = None
    override: bool = False
    reading: int = 0

    @property
    def sides(self) -> tuple[Entrant, ...]:
        """The participants."""
        return self.participants

    def rename(self, steps: Steps) -> ContestResolved:
        """Return the contest with the yielding sides' names after some steps."""
        if not (self.automatic or "").endswith(UNRESISTED):
            return self
        return evolve(self, automatic=explain_unresisted(self.participants))


@brief_of(ContestResolved)
@record
class ContestBrief(Act, Brief):
    """The fields of a contest that a fold reads."""

    participants: tuple[EntrantBrief, ...]
    secret: bool = False

    @property
    def sides(self) -> tuple[EntrantBrief, ...]:
        """The participants."""
        return self.participants
