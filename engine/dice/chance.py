"""The source of chance, unless real dice are rolled."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from random import SystemRandom

Draw = Callable[[int], int]
"""A source of chance: for a number of sides, any of 1..sides, each alike."""


@lru_cache(maxsize=1)
def _system() -> SystemRandom:
    from random import SystemRandom

    return SystemRandom()


def program_draw(sides: int) -> int:
    """Any of 1..sides, each alike, from the operating system's source of chance."""
    return _system().randint(1, sides)
