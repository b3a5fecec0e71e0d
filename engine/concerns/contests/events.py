"""Events about contests."""

from __future__ import annotations

from collections.abc import Sequence

from engine.briefs import Brief, brief_of
from engine.concerns.rolls.events import Part
from engine.naming import Steps
from engine.registry import Event, event
from engine.types import Character, Tag, Trait
from engine.value import evolve, record, value

#: Why a contest needed no dice, after the names of those who yield.
UNRESISTED = " does not resist"


@value
class Entrant:
    """One side of a contest: what it had, what it rolled, and where it came in.

    `dice` are its own where they are not the contest's: “diceless” for a side that did not roll. Who `yields` does not
    resist (FU-50). `least` is the level that it must reach to win, and `against` what that was called (FU-51).
    `deduction`, `default`, `chosen`, `secondary` and `points` are as in a check.
    """

    character: Character
    trait: Trait | None
    unmodified: int
    level: int
    level_modifiers: tuple[Part, ...]
    modifiers: tuple[Part, ...]
    when: tuple[Tag, ...]
    faces: tuple[int, ...]
    roll: int
    physical: bool
    total: int
    degree: str | None
    place: int
    dice: str = ""
    yields: bool = False
    critical: str | None = None
    deduction: int = 0
    default: bool = False
    chosen: bool = False
    secondary: Trait | None = None
    points: int = 0
    least: int | None = None
    against: str | None = None


@record
class EntrantBrief:
    """What a fold reads of one side of a contest."""

    character: Character
    trait: Trait | None
    points: int = 0


def explain_unresisted(sides: Sequence[Entrant]) -> str:
    """Return why a contest needs no dice: who of its sides yields."""
    return f"{' and '.join(side.character for side in sides if side.yields)}{UNRESISTED}"


@event(fell=True, witnessed=True, judged=True, called="contests")
@value
class ContestResolved(Event):
    """An opposed action of two or more (PF-53 to PF-57).

    Equal totals share a place; a tie for first has no winner. Where only one side rolled it has to meet the others, and
    wins ties (FU-53, FL-29). `automatic` says why no dice were needed, and `against` is what the level was called that
    the winner had to reach. `override` and `reading` are as in a check.
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

    def rename(self, steps: Steps) -> ContestResolved:
        """Return the contest with those who yield as they are called after some steps."""
        if not (self.automatic or "").endswith(UNRESISTED):
            return self
        return evolve(self, automatic=explain_unresisted(self.participants))


@brief_of(ContestResolved)
@record
class ContestBrief(Brief):
    """What a fold reads of a contest."""

    participants: tuple[EntrantBrief, ...]
    secret: bool = False
