"""Sentences for events about groups."""

from __future__ import annotations

from engine.concerns.groups.events import GroupJoined
from engine.groups import say_group
from engine.registry import narrates


@narrates(GroupJoined)
def _joined(event: GroupJoined) -> str:
    return f"{event.who or 'You'} sits down at {say_group(event.name)}".replace("You sits", "You sit")
