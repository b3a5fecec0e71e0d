"""Sections of a template about keys.

[keys]              Vow = "a vow shapes what you decide"
[[characters]]      properties = ["Vow"]
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.concerns.keys.commands import DefineKey
from engine.concerns.properties.commands import Gain
from engine.registry import section
from engine.template import define_new
from engine.types import Label, Name


@section("keys", 85, dict[Name, Label])
def keys_section(defined: dict[str, str]) -> Iterator[object]:
    """Yield a command for each key."""
    for name, cause in defined.items():
        yield DefineKey(name, cause)


@section("keys", 51, list[Name], of_character=True)
def keys_of_one_section(who: str, names: list[str]) -> Iterator[object]:
    """Yield the commands that give a character keys."""
    yield define_new("key", names, DefineKey)
    yield from (Gain(who, name) for name in names)
