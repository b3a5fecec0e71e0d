"""Sections of a template about traits and their levels at creation.

[abilities]         Muscle = { poor = 2, decent = 4, great = 6 }
[[characters]]      traits = { Perception = 5 }
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.concerns.traits.commands import DefineAbility, GiveTrait, Labelled, TraitLevel
from engine.registry import section
from engine.types import Level, Name, NewTrait


@section("abilities", 40, dict[Name, dict[Name, Level]])
def abilities_section(defined: dict[str, dict[str, int]]) -> Iterator[object]:
    """Yield a command for each ability."""
    for name, labels in defined.items():
        yield DefineAbility((name,), tuple(Labelled(word, level) for word, level in labels.items()))


@section("traits", 20, dict[NewTrait, Level], of_character=True)
def traits_section(who: str, levels: dict[str, int]) -> Iterator[object]:
    """Yield one command for all levels that a character is given."""
    if levels:
        yield GiveTrait(who, tuple(TraitLevel(trait, level) for trait, level in levels.items()))
