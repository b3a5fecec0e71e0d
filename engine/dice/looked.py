"""Tables over the totals of any dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from engine.dice.die import Die, DieTable
from engine.dice.limits import MOST_ADDED, DiceError
from engine.dice.technique import Dice
from engine.rules.odds import Finite, Pmf, make_counted
from engine.value import value

#: The most totals that a table can cover.
MOST_SPAN = 10_000


@value
class Looked(Dice):
    """Any dice whose total is looked up in a table, such as 2d10 or the best three of 4d6 (FU-28)."""

    inner: Dice
    rows: DieTable

    @property
    def table(self) -> DieTable:
        """The table that totals are looked up in."""
        return self.rows

    @property
    def count(self) -> int | None:
        """The number of faces that a roll shows."""
        return self.inner.count

    def due(self, faces: Sequence[int]) -> Die | None:
        """Return the die to roll after these faces."""
        return self.inner.due(faces)

    def total(self, faces: Sequence[int]) -> int:
        """Return the row's result for the total of the faces."""
        return self.rows.result(self.inner.total(faces))

    def _chances(self) -> Pmf:
        inner = self.inner.pmf()
        assert isinstance(inner, Finite)
        ways: Counter[int] = Counter()
        for total in inner.totals:
            ways[self.rows.result(total)] += inner.ways(total)
        return make_counted(ways)


def check_cover(name: str, dice: Dice, rows: Iterable[tuple[int, int, int]]) -> None:
    """Raise DiceError unless the rows hold each total exactly once, and the dice have few enough totals."""
    pmf = dice.pmf()
    if not isinstance(pmf, Finite) or pmf.high - pmf.low > MOST_SPAN:
        raise DiceError(f"the totals of {dice.title} are too many for a table")
    due = pmf.low
    for low, high, result in rows:
        if abs(result) > MOST_ADDED:
            raise DiceError(f"{result:,} is too large: results and modifiers go to ±{MOST_ADDED:,}")
        if low > high or low < pmf.low or high > pmf.high:
            raise DiceError(f"{name} has a row {low} to {high}, but {dice.title} gives {pmf.low} to {pmf.high}")
        if low != due:
            least, most = sorted((low, due))
            said = f"leaves out {least}" if low > due else f"has {least} twice"
            raise DiceError(f"{name} {said}{'' if most - 1 == least or low < due else f' to {most - 1}'}")
        due = high + 1
    if due <= pmf.high:
        raise DiceError(f"{name} leaves out {due}{'' if due == pmf.high else f' to {pmf.high}'}")
