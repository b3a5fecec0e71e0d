"""Sentences for events about statuses."""

from __future__ import annotations

from engine.concerns.statuses.events import StatusChanged, StatusDefined, StatusState
from engine.registry import narrates
from engine.text import because, join_names, with_sign


@narrates(StatusDefined)
def _status(event: StatusDefined) -> str:
    states = ", ".join(map(describe_state, event.states))
    touches = f", on {join_names(event.on)}" if event.on else ""
    touches += f", when {event.when}" if event.when else ""
    moves = f"; moved by {event.cause.removeprefix('by ')}" if event.cause else ""
    return f"Status {event.name}: {states}{touches}; starts at {event.start}{moves}"


def describe_state(state: StatusState) -> str:
    """Return a state with its effects."""
    on = f" on {join_names(state.on)}" if state.on else ""
    does = list_levels(state)
    does += [f"{with_sign(state.modifier)}{on}"] if state.modifier or not does else []
    return f"{state.name} {join_names(does)}{' (cannot act)' if state.out else ''}"


def list_levels(state: StatusState) -> list[str]:
    """Return a state's changes of traits' levels."""
    return [f"{trait} {with_sign(effect.value)}" for effect in state.effects for trait in effect.on]


@narrates(StatusChanged)
def _status_changed(event: StatusChanged) -> str:
    moved = f"stays {event.state}" if event.before == event.state else f"{event.before} → {event.state}"
    return f"{event.character}'s {event.status}: {moved}{because(event.trigger)}"
