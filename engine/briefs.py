"""Briefs: the few fields of a large event that its projectors read.

Most fields of a roll record how its result was reached, and projectors need the result alone. So a fold decodes a
brief, and keeps the stored event for callers that ask for the whole.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from engine.registry import MARKS, PROJECTS, event_classes


class Brief:
    """The fields of an event that projectors read. `stored` is the type and the stored body of the whole event."""

    stored: tuple[str, str]
    group = ""


B = TypeVar("B", bound=type[Brief])

#: The brief of each class of events that has one.
BRIEFS: dict[type, type[Brief]] = {}


def brief_of(cls: type) -> Callable[[B], B]:
    """Register a class as the brief of a class of events, whose marks it has."""

    def register(brief: B) -> B:
        BRIEFS[cls], MARKS[brief] = brief, MARKS[cls]
        return brief

    return register


def find_brief(cls: type) -> type[Brief] | None:
    """Return the brief of a class of events, or None, also if a concern from elsewhere projects the whole event."""
    brief = BRIEFS.get(cls)
    return brief if brief is not None and PROJECTS.get(brief) == PROJECTS.get(cls) else None


def find_projected(holds: Callable[[type], bool]) -> list[type]:
    """Return the classes of events for which a condition holds, each followed by its brief if it has one."""
    found = filter(holds, event_classes().values())
    return [each for cls in found for each in (cls, BRIEFS.get(cls)) if each is not None]
