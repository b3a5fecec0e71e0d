"""Fold events about statuses, and check their preconditions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.concerns.statuses.events import StatusChanged, StatusDefined
from engine.concerns.statuses.sheet import STATUS_SINCE
from engine.known import must_be_traits, the_sheet
from engine.refusal import unknown
from engine.registry import bears, projects, requires
from engine.state import State


@projects(StatusDefined)
def status_defined(state: State, event: StatusDefined, seq: int) -> None:
    """Put every character in one of its states, from now on (PF-10)."""
    state.statuses[event.name] = event
    names = {step.name for step in event.states}
    for sheet in state.sheets.values():
        if sheet.statuses.get(event.name) not in names:
            sheet.statuses[event.name] = event.start


@projects(StatusChanged)
def status_changed(state: State, event: StatusChanged, seq: int) -> None:
    """Set the state."""
    sheet = state.sheets[event.character]
    sheet.statuses[event.status] = event.state
    sheet.own[STATUS_SINCE] = {**STATUS_SINCE.of(sheet), event.status: (seq, event.state)}


@requires(StatusDefined)
def traits_are_there(state: State, event: StatusDefined) -> None:
    """Refuse a status on something that is no ability."""
    effects = (effect.on for each in event.states for effect in each.effects)
    named = (event.on, *(each.on for each in event.states), *effects)
    must_be_traits(state, (trait for on in named for trait in on))


@requires(StatusChanged)
def can_move(state: State, event: StatusChanged) -> None:
    """Refuse a status or a state that is not there."""
    the_sheet(state, event.character, "character")
    names = [step.name for step in the_status(state, event.status).states]
    if event.state not in names:
        raise unknown("state", event.state, names, about="state", hint=f"{event.status} can be {', '.join(names)}")


def the_status(state: State, name: str, about: str = "status") -> StatusDefined:
    """Return a known status. Raise Refused for others."""
    if name not in state.statuses:
        hint = "“define status” adds one" if not state.statuses else None
        raise unknown("status", name, state.statuses, about=about, hint=hint)
    return state.statuses[name]


@bears("status")
def statuses_named(state: State) -> Iterable[str]:
    """Return the statuses that are defined."""
    return state.statuses


@bears("state")
def states_named(state: State) -> Iterator[str]:
    """Yield the states of every status."""
    yield from dict.fromkeys(step.name for status in state.statuses.values() for step in status.states)
