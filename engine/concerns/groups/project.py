"""Fold events about groups, and check their preconditions."""

from __future__ import annotations

from collections.abc import Iterable

from engine.concerns.groups.events import GroupJoined
from engine.known import untaken_name
from engine.registry import bears, projects, requires
from engine.state import GroupBoard, State


@projects(GroupJoined)
def group_joined(state: State, event: GroupJoined, seq: int) -> None:
    """Store where the speaker sits, and lay out the board of a new group."""
    state.seats[event.who] = event.name
    if event.name and event.name not in state.boards:
        state.boards.setdefault("", state.board)
        state.boards[event.name] = GroupBoard(event.name)


@requires(GroupJoined)
def can_be_joined(state: State, event: GroupJoined) -> None:
    """Refuse a new group whose name is empty, reserved, or like another one's."""
    if event.name and event.name not in state.groups:
        untaken_name("group", event.name, state.groups)


@bears("group")
def groups_named(state: State) -> Iterable[str]:
    """Return the groups that have a name."""
    return state.groups
