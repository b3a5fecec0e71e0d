"""XP: awards, allocations, free practice: what can have happened."""

from __future__ import annotations

from engine.registry import Event, event
from engine.types import AwardNumber, Character, Property, Trait
from engine.value import value


@event()
@value
class PracticeRateFixed(Event):
    """What one XP is worth: `amount` `unit`s of dedicated practice are `xp` XP (PF-26)."""

    amount: int
    unit: str
    xp: int


@event(called="awards")
@value
class XpAwarded(Event):
    """XP was given to a character. The event's number names the award; allocations say which award paid for them.

    `only`, where it is not None, are the traits on which the award may be spent (PF-25). `source` names the rule that
    brought it by itself: “session” (FL-37) or “miss” (FL-133).
    """

    character: Character
    amount: int
    reason: str = ""
    only: tuple[Trait, ...] | None = None
    source: str = ""


@event(called="spending")
@value
class XpAllocated(Event):
    """XP was spent on a trait, paid for by `draws`: pairs of an award's event number and the amount from it.

    `level` is the step that it bought, where XP buy whole steps (FL-38), and `word` what that was called.
    """

    character: Character
    trait: Trait
    amount: int
    draws: tuple[tuple[AwardNumber, int], ...]
    level: int | None = None
    word: str | None = None


@event(called="bonuses")
@value
class BonusGranted(Event):
    """Free practice in a trait, not from the character's own XP (PF-31); `source` names the property it came with."""

    character: Character
    trait: Trait
    amount: int
    reason: str = ""
    source: Property = ""
