"""Sections of a template about statuses.

[statuses.Energy]   states = { Tired = -1, Neutral = 0 }, on = ["Muscle"], when = "dark", start = "Tired", moved = "…"
[statuses.Health]   states = { Dying = { out = true }, Ill = { action = -1, only = ["Magic"], levels = { Wits = -1 } } }
[[characters]]      statuses = { Energy = "Tired" }
"""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from engine.concerns.properties.commands import LevelChange
from engine.concerns.statuses.commands import ChangeStatus, DefineStatus, Step
from engine.registry import section
from engine.template import ALONE
from engine.types import Label, Name, Offset, StateName, Status, Tag, Trait
from engine.value import Factory, value


@value
class StateEntry:
    """The effects of a state. A bare number is added to actions."""

    action: Offset = attrs.field(default=0, metadata={ALONE: int})
    only: list[Trait] = Factory(list)
    out: bool = False
    levels: dict[Trait, Offset] = Factory(dict)


@value
class StatusEntry:
    """A status, its states worst first."""

    states: dict[Name, StateEntry]
    on: list[Trait] = Factory(list)
    start: Name | None = None
    moved: Label = ""
    when: Tag | None = None


@section("statuses", 50, dict[Name, StatusEntry])
def statuses_section(defined: dict[str, StatusEntry]) -> Iterator[object]:
    """Yield a command for each status."""
    for name, status in defined.items():
        steps = tuple(_step(state, entry) for state, entry in status.states.items())
        yield DefineStatus(name, steps, tuple(status.on), status.start, status.moved, status.when)


def _step(state: str, entry: StateEntry) -> Step:
    changes = tuple(LevelChange(trait, change) for trait, change in entry.levels.items())
    return Step(state, entry.action, tuple(entry.only), entry.out, changes)


@section("statuses", 60, dict[Status, StateName], of_character=True)
def first_states_section(who: str, states: dict[str, str]) -> Iterator[object]:
    """Yield a command for each status that a character begins in."""
    for status, state in states.items():
        yield ChangeStatus(who, status, state, "at the start")
