"""Rolls for no check, reactions, critical results, and secrets: what can have happened."""

from __future__ import annotations

from engine.registry import Event, event
from engine.types import Character, EventNumber
from engine.value import value


@value
class Part:
    """One term of a sum, and where it comes from.

    `source` is `typed`, `status`, `property`, `item`, `secondary`, `stacking`, `rules` or `hidden`.
    """

    value: int
    reason: str = ""
    source: str = "typed"


@event(fell=True, witnessed=True, called="rolls")
@value
class DiceRolled(Event):
    """Dice were rolled for no check. `total` is the roll with its modifiers."""

    dice: str
    faces: tuple[int, ...]
    roll: int
    physical: bool
    modifiers: tuple[Part, ...]
    total: int
    character: Character | None = None
    degree: str | None = None
    secret: bool = False


@event(fell=True, witnessed=True, called="reactions")
@value
class ReactionRolled(Event):
    """A roll for how an NPC takes to somebody, counted from `base` (FU-68 to FU-71). `reading` is what it means."""

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


@event(fell=True, witnessed=True)
@value
class CriticalDrawn(Event):
    """The table of critical results was asked, and said this (FU-66)."""

    dice: str
    faces: tuple[int, ...]
    roll: int
    physical: bool
    effect: str
    character: Character | None = None


@event()
@value
class SecretRevealed(Event):
    """A secret event became public."""

    event: EventNumber
