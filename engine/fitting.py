"""Whether an event fits a state, which undo, import and audit ask."""

from __future__ import annotations

from engine.refusal import Refused, unknown
from engine.registry import REQUIRES
from engine.rooms import load
from engine.state import State


def violation(state: State, event: object) -> Refused | None:
    """Return why an event cannot follow on a state; None if it can.

    `decide` asks it about each new event, undo and redo about all later ones, and import, `verify` and `audit` about
    every event.
    """
    group: str = getattr(event, "group", "")
    if group != state.board.group:
        if group not in state.boards:
            return unknown("group", group, state.groups, about="name")
        state = state.seen_from(group)
    required = REQUIRES.get(type(event))
    if required is None:
        load("project")
        required = REQUIRES.get(type(event))
        if required is None:
            return None
    try:
        required(state, event)
    except Refused as refused:
        return refused
    return None
