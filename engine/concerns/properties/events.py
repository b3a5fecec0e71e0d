"""Events about properties, gifts and faults."""

from __future__ import annotations

from engine.registry import Event, event
from engine.types import Character, Property, Tag, Trait
from engine.value import value


@value
class Effect:
    """A modifier that something lends its bearer.

    `target` is "A" for actions or "level" for a trait's level. It holds for the traits in `on` (all, if none are
    named), and if `when` is given only for actions that are said to be of that kind.
    """

    target: str
    value: int
    on: tuple[Trait, ...] = ()
    when: Tag | None = None
    reason: str = ""


@value
class Gift:
    """Free XP in a trait that comes once with a property (PF-14, PF-31)."""

    trait: Trait
    amount: int


@event(for_all=True)
@value
class PropertyDefined(Event):
    """A property that characters can gain, with what it does (PF-13, PF-14). No effects: it is part of the story.

    `kind` is "property", or "gift" or "fault" where the game has those (FL-61, FL-81).
    """

    name: Property
    effects: tuple[Effect, ...] = ()
    gifts: tuple[Gift, ...] = ()
    kind: str = "property"


@event()
@value
class PropertyGained(Event):
    """A property began to apply to a character (PF-13)."""

    character: Character
    property: Property


@event()
@value
class PropertyLost(Event):
    """A property ceased to apply to a character (PF-13)."""

    character: Character
    property: Property
