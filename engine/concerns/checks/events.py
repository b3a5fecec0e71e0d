"""Events about checks."""

from __future__ import annotations

from engine.briefs import Brief, brief_of
from engine.concerns.rolls.events import Act
from engine.naming import Steps, inverse, rename
from engine.registry import Event, event
from engine.rules.parts import Part, count_in_roll, count_largest, is_counted, name_opposition
from engine.types import Character, Countdown, Label, Tag, Trait
from engine.value import evolve, record, value

#: The value of a check's `spell` for minor magic.
MINOR = "minor"


@event(fell=True, witnessed=True, judged=True, called="checks")
@value
class CheckResolved(Act, Event):
    """A check, and what the rules in force made of it (PF-39 to PF-52).

    `level` is L: `unmodified` plus `level_modifiers`, less the `deduction` for a trait that almost fits. `modifiers`
    are the parts of A, and `difficulty_parts` all parts of D. `margin` is total - difficulty. If no dice were needed,
    `roll` is None and `automatic` says why. `default`: the trait was not on the sheet (FU-40). `chosen`: the GM gave
    the level for it (FU-41). `secondary` is a second trait that helped (FU-36), and `points` are fudge points spent on
    the roll (PO-23). `against` is the name of the difficulty. `as_modified`: D includes what the opponent's statuses,
    properties and items add, which early checks left out. `ticks` is the countdown that a success ticks (FL-77).
    `override`: a natural critical decided, whatever the total. `reading` is the reading of the rules by which it was
    decided. `spell`: how far a spell reaches, how long and whom, or “minor” (FL-35, FL-121). `use`: a fudge point took
    the place of the dice, “success” or “four” (FL-108, FL-112). `stakes` is the cost of a failure, as stated before the
    dice fell (FL-46). `outcome` is the house's word for a result of this margin. `ships` are those whose qualities are
    in the difficulty (FL-71). `best`: the upper end of the trait's range counted, `best_against`: that of the
    opponent's (FL-65).
    """

    character: Character
    trait: Trait | None
    unmodified: int
    level_modifiers: tuple[Part, ...]
    deduction: int
    level: int
    modifiers: tuple[Part, ...]
    when: tuple[Tag, ...]
    dice: str
    faces: tuple[int, ...]
    roll: int | None
    physical: bool
    total: int
    difficulty: int
    difficulty_parts: tuple[Part, ...]
    opponent: Character | None
    opposing: Trait | None
    margin: int
    success: bool
    degree: str | None = None
    critical: str | None = None
    automatic: str | None = None
    secret: bool = False
    default: bool = False
    points: int = 0
    against: str | None = None
    chosen: bool = False
    secondary: Trait | None = None
    as_modified: bool = False
    ticks: Countdown | None = None
    override: bool = False
    reading: int = 0
    use: str = ""
    spell: tuple[Label, ...] = ()
    stakes: str = ""
    outcome: str = ""
    ships: tuple[Character, ...] = ()
    best: bool = False
    best_against: bool = False

    @property
    def at_stake(self) -> bool:
        """Whether a failure costs something."""
        return costs_something(self.stakes)

    def rename(self, steps: Steps) -> CheckResolved:
        """Return the check with present names, also in the words for D and for parts that do not count."""
        level, parts, factors = self.level_modifiers, self.modifiers, self.difficulty_parts[1:]
        if is_counted(level, parts):
            level, parts = count_in_roll(level, parts)
        if is_counted(factors):
            (factors,) = count_largest(factors)
        difficulty = (*self._rename_opposition(steps), *factors)
        return evolve(self, level_modifiers=level, modifiers=parts, difficulty_parts=difficulty)

    def _rename_opposition(self, steps: Steps) -> tuple[Part, ...]:
        """Return the first part of D, if it is the opponent's trait under the present name."""
        if self.opponent is None or self.opposing is None or not self.difficulty_parts:
            return self.difficulty_parts[:1]
        first = self.difficulty_parts[0]
        back = inverse(steps)
        was = name_opposition(rename(back, "character", self.opponent), rename(back, "trait", self.opposing))
        renamed = evolve(first, reason=name_opposition(self.opponent, self.opposing))
        return (renamed if first.reason == was else first,)


@brief_of(CheckResolved)
@record
class CheckBrief(Act, Brief):
    """The fields of a check that a fold reads, and whose sheets it used."""

    character: Character
    trait: Trait | None
    opponent: Character | None
    opposing: Trait | None
    automatic: str | None = None
    secret: bool = False
    points: int = 0
    stakes: str = ""
    ships: tuple[Character, ...] = ()


def costs_something(stakes: str) -> bool:
    """Return whether a failure with these stakes costs something, which it does unless they say “nothing”."""
    return stakes.casefold() not in ("nothing", "none")
