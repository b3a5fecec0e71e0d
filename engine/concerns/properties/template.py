"""Sections of a template about properties, gifts and faults.

[properties.X]      levels = { Strength = -1 }, action = -1, on = ["Muscle"], xp = { Perception = 7 }, when = "dark",
                    gives = { jewels = 10 }
gifts = ["Night Vision"], faults = ["Greedy"]
[[characters]]      properties = ["X", "Night Vision"]
[[characters]]      gifts = ["Night Vision"], faults = ["Greedy"]: defined here if they are new
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.concerns.properties.commands import DefineFault, DefineGift, DefineProperty, Gain, LevelChange, ThingBrought
from engine.refusal import Refused
from engine.registry import section
from engine.template import define_new
from engine.types import Amount, Name, Offset, Property, Tag, Trait
from engine.value import Factory, value


@value
class PropertyEntry:
    """A property with its effects."""

    levels: dict[Trait, Offset] = Factory(dict)
    action: Offset | None = None
    on: list[Trait] = Factory(list)
    xp: dict[Trait, Amount] = Factory(dict)
    gives: dict[Name, Amount] = Factory(dict)
    when: Tag | None = None


@section("properties", 60, dict[Name, PropertyEntry])
def properties_section(defined: dict[str, PropertyEntry]) -> Iterator[object]:
    """Yield a command for each property. Raise Refused for others."""
    for name, entry in defined.items():
        yield definition(name, entry)


def definition(name: str, entry: PropertyEntry) -> DefineProperty:
    """Return the command that defines a property. Raise Refused for others."""
    if len(entry.xp) > 1:
        raise Refused(f"the property {name} can bring XP for one ability only", about="file")
    practice, bonus = next(iter(entry.xp.items()), (None, None))
    changes = tuple(LevelChange(trait, change) for trait, change in entry.levels.items())
    things = tuple(ThingBrought(item, count) for item, count in entry.gives.items())
    return DefineProperty(name, changes, entry.action, tuple(entry.on), bonus, practice, entry.when, things=things)


@section("gifts", 70, list[Name])
def gifts_section(names: list[str]) -> Iterator[object]:
    """Yield one command for all gifts."""
    if names:
        yield DefineGift(tuple(names))


@section("faults", 80, list[Name])
def faults_section(names: list[str]) -> Iterator[object]:
    """Yield one command for all faults."""
    if names:
        yield DefineFault(tuple(names))


@section("properties", 50, list[Property], of_character=True)
def gained_section(who: str, names: list[str]) -> Iterator[object]:
    """Yield a command for each property, gift or fault that a character begins with."""
    for name in names:
        yield Gain(who, name)


@section("gifts", 52, list[Name], of_character=True)
def gifts_of_one_section(who: str, names: list[str]) -> Iterator[object]:
    """Yield the commands that give a character gifts."""
    yield define_new("gift", names, lambda name: DefineGift((name,)))
    yield from (Gain(who, name) for name in names)


@section("faults", 53, list[Name], of_character=True)
def faults_of_one_section(who: str, names: list[str]) -> Iterator[object]:
    """Yield the commands that give a character faults."""
    yield define_new("fault", names, lambda name: DefineFault((name,)))
    yield from (Gain(who, name) for name in names)
