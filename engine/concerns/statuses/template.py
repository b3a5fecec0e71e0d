"""Sections of a template about statuses.

[statuses.Energy]   states = { Tired = -1, Neutral = 0 }, on = ["Muscle"], when = "dark", start = "Tired", moved = "…"
[[characters]]      statuses = { Energy = "Tired" }
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import Factory

from engine.concerns.statuses.commands import ChangeStatus, DefineStatus, Step
from engine.registry import section
from engine.types import Label, Name, Offset, StateName, Status, Tag, Trait
from engine.value import value


@value
class StatusEntry:
    """A status, its states worst first."""

    states: dict[Name, Offset]
    on: list[Trait] = Factory(list)
    start: Name | None = None
    moved: Label = ""
    when: Tag | None = None


@section("statuses", 50, dict[Name, StatusEntry])
def statuses_section(defined: dict[str, StatusEntry]) -> Iterator[object]:
    """Yield a command for each status."""
    for name, status in defined.items():
        steps = tuple(Step(state, modifier) for state, modifier in status.states.items())
        yield DefineStatus(name, steps, tuple(status.on), status.start, status.moved, status.when)


@section("statuses", 60, dict[Status, StateName], of_character=True)
def first_states_section(who: str, states: dict[str, str]) -> Iterator[object]:
    """Yield a command for each status that a character begins in."""
    for status, state in states.items():
        yield ChangeStatus(who, status, state, "at the start")
