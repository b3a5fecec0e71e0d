"""From events to state: one concern a file, all of them folded in one pass.

A projector is a function of the state, an event and the event's number, registered for the event's class. It is
pure in the sense that counts: the same events give the same state on every machine, for ever.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.events import Event
from engine.projectors import belongings, campaign, experience, sheets, timeline
from engine.projectors.registry import PROJECTORS, Projector
from engine.state import State

__all__ = ["PROJECTORS", "Projector", "apply", "belongings", "campaign", "experience", "fold", "sheets", "timeline"]


def apply(state: State, event: Event, seq: int) -> None:
    """Fold one event, numbered `seq`, into the state."""
    for project in PROJECTORS.get(type(event), ()):
        project(state, event, seq)
    state.seq = seq


def fold(events: Iterable[Event], state: State | None = None) -> State:
    """The state after these events, numbered on from where `state` (by default: nothing) stands."""
    state = State() if state is None else state
    for event in events:
        apply(state, event, state.seq + 1)
    return state
