"""Write events about statuses as the commands that would record them."""

from __future__ import annotations

from collections.abc import Iterable

from engine.concerns.properties.commands import LevelChange
from engine.concerns.statuses.commands import ChangeStatus, DefineStatus, Step
from engine.concerns.statuses.events import StatusChanged, StatusDefined, StatusState
from engine.line import Before
from engine.registry import as_line


@as_line(StatusDefined)
def _status(event: StatusDefined, before: Before) -> Iterable[object]:
    yield DefineStatus(event.name, tuple(map(_step, event.states)), event.on, event.start, event.cause, event.when)


def _step(state: StatusState) -> Step:
    changes = tuple(LevelChange(trait, effect.value) for effect in state.effects for trait in effect.on)
    return Step(state.name, state.modifier, state.on, state.out, changes)


@as_line(StatusChanged)
def _status_changed(event: StatusChanged, before: Before) -> Iterable[object]:
    state = event.state
    yield ChangeStatus(event.character, event.status, state, event.trigger)
