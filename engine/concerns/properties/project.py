"""Fold events about properties, gifts and faults, and check their preconditions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.concerns.effects.sheet import end_of, keep_end, must_last, must_run
from engine.concerns.properties.events import PropertyDefined, PropertyGained, PropertyLost
from engine.known import must_be_traits, the_property, the_sheet
from engine.refusal import Refused
from engine.registry import bears, projects, requires
from engine.state import State


@projects(PropertyDefined)
def property_defined(state: State, event: PropertyDefined, seq: int) -> None:
    """Store the definition of a property."""
    state.properties[event.name] = event


@projects(PropertyGained)
def property_gained(state: State, event: PropertyGained, seq: int) -> None:
    """Add a property to the sheet."""
    state.sheets[event.character].properties[event.property] = seq
    keep_end(state.sheets[event.character], event.property, end_of(event))


@projects(PropertyLost)
def property_lost(state: State, event: PropertyLost, seq: int) -> None:
    """Remove a property from the sheet."""
    state.sheets[event.character].properties.pop(event.property, None)
    keep_end(state.sheets[event.character], event.property, "")


@requires(PropertyDefined)
def effects_are_possible(state: State, event: PropertyDefined) -> None:
    """Refuse a property whose effects name something that is no ability."""
    must_be_traits(state, (trait for effect in event.effects for trait in effect.on), "changes")
    must_be_traits(state, (gift.trait for gift in event.gifts), "practice")


@requires(PropertyGained)
def can_be_gained(state: State, event: PropertyGained) -> None:
    """Refuse a property that is not defined, or that the character has already."""
    sheet = the_sheet(state, event.character, "character")
    if the_property(state, event.property) in sheet.properties:
        raise Refused(f"{event.character} has {event.property} already", about="property")
    must_run(state, event.until)
    must_last(state, event.lasts)


@requires(PropertyLost)
def can_be_lost(state: State, event: PropertyLost) -> None:
    """Refuse a property that the character does not have."""
    sheet = the_sheet(state, event.character, "character")
    if event.property not in sheet.properties:
        has = ", ".join(sheet.properties)
        hint = f"{event.character} has {has}" if has else f"{event.character} has no properties"
        raise Refused(f"{event.character} does not have {event.property}", about="property", hint=hint)


@bears("property")
def properties_named(state: State) -> Iterable[str]:
    """Return the properties, gifts and faults that are defined."""
    return state.properties


@bears("tag")
def tags_named(state: State) -> Iterator[str]:
    """Yield the kinds of action that a property, an item or a status asks about."""
    effects = [effect for each in state.properties.values() for effect in each.effects]
    effects += [e for sheet in state.sheets.values() for stack in sheet.stacks.values() for e in stack.effects]
    named = [effect.when for effect in effects] + [status.when for status in state.statuses.values()]
    yield from dict.fromkeys(tag for tag in named if tag)
