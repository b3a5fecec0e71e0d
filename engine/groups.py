"""Groups: who plays together. What is recorded at a group carries its name, and nothing at the first group does."""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from typing import TYPE_CHECKING, Any, TypeVar

from engine.registry import Event, marks
from engine.types import FIRST_GROUP
from engine.value import evolve

if TYPE_CHECKING:
    from engine.state import State

E = TypeVar("E")


def put_in_group(event: E, group: str) -> E:
    """Return an event as recorded at a group."""
    held: Any = event
    if group == held.group:
        return event
    made = copy(event)
    vars(made)["group"] = group
    return made


def with_speaker(events: Iterable[Event], who: str, group: str) -> tuple[Event, ...]:
    """Return events as recorded at a group, with the speaker in those that record who speaks."""
    spoken: list[Any] = [evolve(each, who=who) if marks(each).spoken else each for each in events]
    return tuple([put_in_group(each, group) for each in spoken])


def say_group(group: str) -> str:
    """Return the name of a group as a sentence has it.

    >>> say_group("North"), say_group("")
    ('North', 'the first group')
    """
    return group or "the first group"


def group_called(word: str) -> str:
    """Return the group that a word in a line stands for: the first one, or that of this name."""
    return "" if word == FIRST_GROUP else word


def list_groups(state: State) -> tuple[str, ...]:
    """Return every group, the first one first and the others in the order in which they were made."""
    return ("", *state.groups)
