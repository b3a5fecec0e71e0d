"""Which function decides which command."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from engine.dice import Draw
from engine.events import Event
from engine.state import State

Decision = Callable[[State, Any, Draw], Sequence[Event]]
D = TypeVar("D", bound=Decision)

#: The deciding function of each command class.
DECISIONS: dict[type, Decision] = {}


def decides(command: type) -> Callable[[D], D]:
    """Register the function that follows as deciding this command."""

    def register(function: D) -> D:
        DECISIONS[command] = function
        return function

    return register
