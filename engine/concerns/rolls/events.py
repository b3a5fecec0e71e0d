"""Events about other rolls, reactions, critical results and secrets."""

from __future__ import annotations

from typing import Any

from engine.briefs import Brief, brief_of
from engine.naming import Steps
from engine.registry import Event, event
from engine.rules.parts import Part, count_largest, is_counted
from engine.types import Character, EventNumber, Label
from engine.value import evolve, record, value

#: Separates a table's text from its dice in a sentence.
AND_ROLLED = "; rolled "


class Act:
    """An action of one or several characters, by dice or without: a check, a contest, or dice for anything else."""

    __slots__ = ()

    @property
    def sides(self) -> tuple[Any, ...]:
        """The actors, each with its roll: the act itself, unless several take part."""
        return (self,)


@event(fell=True, witnessed=True, called="rolls")
@value
class DiceRolled(Act, Event):
    """Dice were rolled for no check.

    `total` is the roll with its modifiers, `points` the fudge points in it. `asked` is “even” or “odd” if the roll
    answers yes or no, by whether the total is that.
    """

    dice: str
    faces: tuple[int, ...]
    roll: int
    physical: bool
    modifiers: tuple[Part, ...]
    total: int
    character: Character | None = None
    degree: str | None = None
    secret: bool = False
    points: int = 0
    asked: Label = ""


@brief_of(DiceRolled)
@record
class DiceBrief(Act, Brief):
    """The fields of a roll without a check that a fold reads."""

    character: Character | None = None
    secret: bool = False
    points: int = 0


@event(fell=True, witnessed=True, called="reactions")
@value
class ReactionRolled(Event):
    """A roll for how an NPC takes to somebody, counted from `base` (FU-68 to FU-71).

    `reading` is its meaning. `towards` is whom it is about. `automatic`: nothing was rolled because the attitude was
    set, for this reason (FU-67).
    """

    character: Character
    dice: str
    faces: tuple[int, ...]
    roll: int
    physical: bool
    modifiers: tuple[Part, ...]
    base: int
    total: int
    degree: str | None
    reading: str
    secret: bool = False
    towards: Character | None = None
    automatic: str | None = None

    def rename(self, steps: Steps) -> ReactionRolled:
        """Return the reaction with parts that do not count under their present names."""
        return evolve(self, modifiers=count_largest(self.modifiers)[0]) if is_counted(self.modifiers) else self


@event(called="attitudes", known_by=("character", "towards"))
@value
class AttitudeSet(Event):
    """The game master set how an NPC takes to somebody, without dice (FU-67)."""

    character: Character
    towards: Character
    attitude: Label
    reason: str = ""
    secret: bool = False


@event(fell=True, witnessed=True)
@value
class CriticalDrawn(Event):
    """The table of critical results was asked, and said this (FU-66). `of` is the roll that was critical."""

    dice: str
    faces: tuple[int, ...]
    roll: int
    physical: bool
    effect: str
    character: Character | None = None
    of: EventNumber | None = None


@event(for_all=True)
@value
class SecretRevealed(Event):
    """A secret event became public."""

    event: EventNumber
