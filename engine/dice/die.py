"""One die: its faces, and their values."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter

from engine.dice.wording import number_span, reach, signed_number
from engine.rules.odds import Alike, Finite, make_counted
from engine.value import value

DieRow = tuple[int, int, int]
"""A row of a table: from this number, to this number, this result."""


@value
class DieTable:
    """Results by ranges of numbers that ascend and leave nothing out."""

    rows: tuple[DieRow, ...]

    def __str__(self) -> str:
        return "|".join(f"{number_span(low, high)}>{signed_number(result)}" for low, high, result in self.rows)

    def result(self, number: int) -> int:
        """Return the result of a number that a row holds."""
        return self.rows[bisect_left(self.rows, number, key=lambda row: row[1])][2]

    def pmf(self) -> Finite:
        """Return the chances of each result if all numbers are equally likely."""
        ways: Counter[int] = Counter()
        for low, high, result in self.rows:
            ways[result] += high - low + 1
        return make_counted(ways)


@value
class Die:
    """One die, with the faces `first` to `first + sides - 1`.

    A face counts for itself, or for its result in `table`; with `sign` -1 it is subtracted.
    """

    sides: int
    first: int = 1
    table: DieTable | None = None
    sign: int = 1

    @property
    def faces(self) -> range:
        """The numbers that can fall."""
        return range(self.first, self.first + self.sides)

    @property
    def reach(self) -> str:
        """The faces in words, with the meaning of 00 on a die of a hundred (FU-27)."""
        return reach(self.faces[0], self.faces[-1]) + ", and 00 is 100" * (self.sides == 100)

    def worth(self, face: int) -> int:
        """Return how much a face adds to the total."""
        return self.sign * (self.table.result(face) if self.table else face)

    def pmf(self) -> Finite:
        """Return the chances of the values of the faces."""
        if self.table:
            return self.table.pmf()
        return Alike(1, self.sides, min(self.worth(self.faces[0]), self.worth(self.faces[-1])))


D6 = Die(6)
