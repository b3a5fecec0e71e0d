"""From events to the state: every concern's projectors in one pass.

Projectors are pure in the sense that counts: the same events give the same state on every machine, for ever.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.fitting import violation
from engine.registry import PROJECTS, marks, projects
from engine.rooms import load
from engine.state import State
from engine.store.codec import Unknown, decode_whole

load("project")
load("sheet")


@projects(Unknown)
def remember_unknown(state: State, event: Unknown, seq: int) -> None:
    """Remember an event that a newer program recorded."""
    state.unknown.append(seq)


def apply(state: State, event: Any, seq: int) -> None:
    """Fold one event, numbered `seq`, into the state, which is then seen from the event's group."""
    state.arrive(seq, event.group)
    if state.unknown and may_miss(state, event):
        state.passed_over.append(seq)
    else:
        for project in PROJECTS.get(type(event), ()):
            project(state, event, seq)
    state.seq = seq


def state_after(state: State, event: Any) -> State:
    """Return the state after an event, leaving the given one as it is."""
    made = state.apart()
    apply(made, event, state.seq + 1)
    made.settle()
    return made


def may_miss(state: State, event: Any) -> bool:
    """Return whether an event may miss something that an unknown one made."""
    event = decode_whole(event)
    if marks(event).owes:
        return event.character not in state.sheets
    return violation(state, event) is not None


def fold(events: Iterable[Any], state: State | None = None) -> State:
    """Return the state after these events, numbered on from `state` or from an empty one."""
    state = State() if state is None else state
    for event in events:
        apply(state, event, state.seq + 1)
    return state
