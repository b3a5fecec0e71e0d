"""Sentences for events about properties, gifts and faults."""

from __future__ import annotations

from engine.concerns.effects.sheet import end_of
from engine.concerns.properties.events import PropertyDefined, PropertyGained, PropertyLost
from engine.registry import narrates
from engine.text import count, describe_clock, describe_effect, describe_end


@narrates(PropertyDefined)
def _property(event: PropertyDefined) -> str:
    does = [describe_effect(each) for each in event.effects] + [f"{g.amount} XP for {g.trait}" for g in event.gifts]
    does += [f"gives {count(each.quantity, each.item)}" for each in event.things]
    if event.kind == "key":
        return f"Key {event.name}{f': {event.cause}' if event.cause else ''}"
    return f"{event.kind.capitalize()} {event.name}: {', '.join(does) if does else 'story only'}"


@narrates(PropertyGained)
def _gained(event: PropertyGained) -> str:
    return f"{event.character} now has {event.property}{describe_end(end_of(event))}"


@narrates(PropertyLost)
def _lost(event: PropertyLost) -> str:
    return f"{event.character} no longer has {event.property}{describe_clock(event.clock)}"
