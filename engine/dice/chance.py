"""The program's source of chance."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from random import SystemRandom

Draw = Callable[[int], int]
"""A source of chance: takes a number of sides and returns any of 1..sides, each equally likely."""


@lru_cache(maxsize=1)
def _system() -> SystemRandom:
    from random import SystemRandom

    return SystemRandom()


def program_draw(sides: int) -> int:
    """Return one of 1..sides, equally likely, from the operating system."""
    return _system().randint(1, sides)
