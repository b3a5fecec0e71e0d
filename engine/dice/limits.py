"""The limits of dice, and the error for dice beyond them."""

from __future__ import annotations

MOST_DICE = 100
MOST_SIDES = 1_000_000
MOST_ADDED = 1_000_000_000
MOST_UNLIKE = 5_000  # totals of a sum of different dice, whose chances are a table
MOST_ROWS = 200
MOST_TEXT = 10_000


class DiceError(ValueError):
    """An error for impossible dice: one sentence, with the likely spelling in `hint` if there is one."""

    def __init__(self, sentence: str, hint: str | None = None) -> None:
        super().__init__(sentence)
        self.hint = hint


def check_sides(sides: int) -> None:
    """Raise DiceError for a die with too few or too many sides."""
    if not 2 <= sides <= MOST_SIDES:
        raise DiceError(f"d{sides} is no die: a die has 2 to {MOST_SIDES:,} sides")


def check_added(number: int) -> None:
    """Raise DiceError for a number that is too large to add."""
    if abs(number) > MOST_ADDED:
        raise DiceError(f"{number:,} is too large: results and modifiers go to ±{MOST_ADDED:,}")


def check_count(dice: int) -> None:
    """Raise DiceError for more dice than are rolled at once."""
    if dice > MOST_DICE:
        raise DiceError(f"{dice:,} dice are too many: {MOST_DICE} at once is the limit")
