"""Briefs: the few fields of a large event that its projectors read.

Most of what a roll holds says how it came about, and only its log asks for that. So a fold decodes a brief of it, and
keeps what is stored for those who ask for the whole.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from engine.registry import PROJECTS


class Brief:
    """What projectors read of an event.

    `stored` is the type and the body of the whole.
    """

    stored: tuple[str, str]


B = TypeVar("B", bound=type[Brief])

#: The brief of each class of events that has one.
BRIEFS: dict[type, type[Brief]] = {}


def brief_of(cls: type) -> Callable[[B], B]:
    """Register a class as the brief of a class of events."""

    def register(brief: B) -> B:
        BRIEFS[cls] = brief
        return brief

    return register


def find_brief(cls: type) -> type[Brief] | None:
    """Return the brief of a class of events, or None.

    It has none while somebody folds the events and not their briefs.
    """
    brief = BRIEFS.get(cls)
    return brief if brief is not None and PROJECTS.get(brief) == PROJECTS.get(cls) else None
