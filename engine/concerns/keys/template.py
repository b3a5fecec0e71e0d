"""Sections of a template about keys.

[keys]              Vow = "a vow shapes what you decide"
[[characters]]      properties = ["Vow"]
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.concerns.keys.commands import DefineKey
from engine.registry import section
from engine.types import Label, Name


@section("keys", 85, dict[Name, Label])
def keys_section(defined: dict[str, str]) -> Iterator[object]:
    """Yield a command for each key."""
    for name, cause in defined.items():
        yield DefineKey(name, cause)
