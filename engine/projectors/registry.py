"""Which functions project which events."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from engine.state import State

Projector = Callable[[State, Any, int], None]
P = TypeVar("P", bound=Projector)

#: The projectors of each event class, in the order in which they were registered.
PROJECTORS: dict[type, tuple[Projector, ...]] = {}


def projects(*events: type) -> Callable[[P], P]:
    """Register the function that follows for these event classes."""

    def register(project: P) -> P:
        for event in events:
            PROJECTORS[event] = (*PROJECTORS.get(event, ()), project)
        return project

    return register
