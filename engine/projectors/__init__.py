"""From events to state: one concern a file, all of them folded in one pass.

A projector is a function of the state, an event and the event's number, registered for the event's class. It is
pure in the sense that counts: the same events give the same state on every machine, for ever.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.events import Event, XpAllocated
from engine.projectors import belongings, campaign, experience, sheets, timeline
from engine.projectors.registry import PROJECTORS, Projector
from engine.state import State

__all__ = ["PROJECTORS", "Projector", "apply", "belongings", "campaign", "experience", "fold", "sheets", "timeline"]


def apply(state: State, event: Event, seq: int) -> None:
    """Fold one event, numbered `seq`, into the state."""
    if not passed_over(state, event):
        for project in PROJECTORS.get(type(event), ()):
            project(state, event, seq)
    state.seq = seq


def passed_over(state: State, event: object) -> bool:
    """Whether an event cannot be folded because it stands on one before it that this program does not know."""
    if not state.unknown:
        return False
    from engine.fit import misfit  # hardly any log has such an event

    if isinstance(event, XpAllocated):  # what it draws from awards that are not there is a debt
        return event.character not in state.sheets
    return misfit(state, event) is not None


def fold(events: Iterable[Event], state: State | None = None) -> State:
    """The state after these events, numbered on from where `state` (by default: nothing) stands."""
    state = State() if state is None else state
    for event in events:
        apply(state, event, state.seq + 1)
    return state
