"""Events about properties, gifts and faults."""

from __future__ import annotations

from operator import attrgetter

from engine.registry import Event, event
from engine.rules.parts import Effect
from engine.types import Character, Clock, EventNumber, Label, Property, Trait
from engine.value import value


@value
class Gift:
    """Free XP in a trait that comes once with a property (PF-14, PF-31)."""

    trait: Trait
    amount: int


@value
class Bringing:
    """Things that come once with a property (PF-14)."""

    item: Label
    quantity: int = 1


@event(for_all=True, defined_in=attrgetter("properties"))
@value
class PropertyDefined(Event):
    """A property that characters can gain, with what it does (PF-13, PF-14).

    Without effects it is part of the story. `kind` is "property", or "gift" or "fault" in games with those (FL-61,
    FL-81), or "key". `cause` describes what hits a key (FL-128). `things` come with it the first time.
    """

    name: Property
    effects: tuple[Effect, ...] = ()
    gifts: tuple[Gift, ...] = ()
    kind: str = "property"
    cause: str = ""
    things: tuple[Bringing, ...] = ()


@event()
@value
class PropertyGained(Event):
    """A property began to apply to a character (PF-13).

    It applies for good or `until` a clock ends. Or it ends when what event `lasts` began ends.
    """

    character: Character
    property: Property
    until: Clock = ""
    lasts: EventNumber | None = None


@event(brought="clock")
@value
class PropertyLost(Event):
    """A property ceased to apply to a character (PF-13). `clock` is the clock whose end was the reason, if any."""

    character: Character
    property: Property
    clock: Clock = ""
