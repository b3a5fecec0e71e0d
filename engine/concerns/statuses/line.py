"""Write events about statuses as the commands that would record them."""

from __future__ import annotations

from collections.abc import Iterable

from engine.concerns.statuses.commands import ChangeStatus, DefineStatus, Step
from engine.concerns.statuses.events import StatusChanged, StatusDefined
from engine.line import Before
from engine.registry import as_line


@as_line(StatusDefined)
def _status(event: StatusDefined, before: Before) -> Iterable[object]:
    steps = tuple(Step(state.name, state.modifier, state.on, state.out) for state in event.states)
    yield DefineStatus(event.name, steps, event.on, event.start, event.cause, event.when)


@as_line(StatusChanged)
def _status_changed(event: StatusChanged, before: Before) -> Iterable[object]:
    state = event.state
    yield ChangeStatus(event.character, event.status, state, event.trigger)
