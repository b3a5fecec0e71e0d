"""Events about XP and free practice."""

from __future__ import annotations

from engine.naming import Steps, rename
from engine.registry import Event, event
from engine.types import Character, EventNumber, Goal, Property, Question, Trait
from engine.value import evolve, value


@event()
@value
class PracticeRateFixed(Event):
    """The practice that one XP stands for (PF-26). `amount` `unit`s of dedicated practice are `xp` XP."""

    amount: int
    unit: str
    xp: int


#: The reason of an award for a miss, followed by the trait (FL-133).
MISS = "a miss with "

#: The reason of an award for hitting a key, followed by the key (FL-129).
FOR_THE_KEY = "the key "


@event(makes="award", called="awards", brought="source")
@value
class XpAwarded(Event):
    """XP was given to a character.

    The event's number names the award; allocations say which award paid for them. `only`, if not None, are the traits
    on which the award may be spent (PF-25). `source` names the rule that caused it: “session” (FL-37), “miss” (FL-133)
    or “key” (FL-129). `answers` is how many of the session's questions it pays for, and `question` is the question if
    it is a single known one (FL-132).
    """

    character: Character
    amount: int
    reason: str = ""
    only: tuple[Trait, ...] | None = None
    source: str = ""
    answers: int = 0
    question: Question = ""

    def rename(self, steps: Steps) -> XpAwarded:
        """Return the award with the trait or key in its reason after some steps."""
        key = self.reason.removeprefix(FOR_THE_KEY)
        if self.source == "key" and key != self.reason:
            return evolve(self, reason=f"{FOR_THE_KEY}{rename(steps, 'property', key)}")
        trait = self.reason.removeprefix(MISS)
        if self.source != "miss" or trait == self.reason:
            return self
        return evolve(self, reason=f"{MISS}{rename(steps, 'trait', trait)}")


@event()
@value
class QuestionDenied(Event):
    """One of the session's questions was answered with no (FL-132)."""

    character: Character
    question: Question


@event(owes=True, called="spending")
@value
class XpAllocated(Event):
    """XP was spent on a trait; `draws` pairs each paying award with an amount.

    A draw is an award's event number and the amount from it. `level` is the step that it bought, if XP buy whole steps
    (FL-38), and `word` the level's name then. `after` is the goal that had to be reached first. While it is `pending`,
    the XP are paid and the trait waits (FL-135).
    """

    character: Character
    trait: Trait
    amount: int
    draws: tuple[tuple[EventNumber, int], ...]
    level: int | None = None
    word: str | None = None
    after: Goal | None = None
    pending: bool = False


#: Why XP were taken: they are lost, or were spent before this log began.
LOST, BEFORE = "lost", "before"


@event(owes=True, called="losses")
@value
class XpTaken(Event):
    """XP were taken from a character; `draws` pairs each award that they come from with an amount.

    `kind` is “lost”, or “before” for XP spent before this log began, on levels that the character has already.
    """

    character: Character
    amount: int
    draws: tuple[tuple[EventNumber, int], ...]
    reason: str = ""
    kind: str = LOST


#: An event that draws XP from awards.
Drawing = XpAllocated | XpTaken


@event(brought="paid", part=True)
@value
class TraitRaised(Event):
    """A trait rose once a goal was reached (FL-135).

    With `paid`, XP were paid before. Without it, none were required. `level` and `word` are those of `XpAllocated`.
    `after` is the goal if no XP were paid.
    """

    character: Character
    trait: Trait
    amount: int
    paid: EventNumber | None = None
    level: int | None = None
    word: str | None = None
    after: Goal | None = None


@event(called="bonuses")
@value
class BonusGranted(Event):
    """Free practice in a trait, not from the character's XP (PF-31). `source` names the property that brought it."""

    character: Character
    trait: Trait
    amount: int
    reason: str = ""
    source: Property = ""

    def rename(self, steps: Steps) -> BonusGranted:
        """Return the free practice with the name of its source's property as its reason."""
        return evolve(self, reason=rename(steps, "property", self.reason)) if self.source else self
