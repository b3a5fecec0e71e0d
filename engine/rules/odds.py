"""Exact chances of a total: cases are counted, and nothing is rounded.

Chances are returned as `fractions.Fraction`, or as counts over the full sample space, so that 15/81 need not be shown
as 5/27. `fractions` is imported when the first fraction is made: it takes longer to load than this module, and few
sessions ask for a chance.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, count, takewhile
from math import comb, prod
from typing import TYPE_CHECKING

from engine.types import FUMBLE
from engine.value import value

if TYPE_CHECKING:
    from fractions import Fraction

FARTHEST = 1_000_000  # totals of an exploding die: larger ones have a chance below 1 in 10**89000
MOST_TABLED = 2_000  # totals of like dice in a table: with more, each answer is computed
MOST_LISTED = 2_000  # totals that are listed one by one
RARE = 1_000_000  # an endless list of totals ends where the chance of more is 1 in so many


class OddsError(ValueError):
    """Chances that would take too long to compute. The message states the limit."""


def check_limit(number: int, most: int, what: str) -> None:
    """Raise OddsError for a number above the limit for which chances are computed."""
    if number > most:
        raise OddsError(f"chances are worked out for at most {most:,} {what}, not {number:,}")


def fraction(top: int = 0, bottom: int = 1) -> Fraction:
    """Return a fraction. The first call imports `fractions`."""
    from fractions import Fraction

    return Fraction(top, bottom)


class Pmf(ABC):
    """The chance of each total of some dice, in which a fumble has the total `FUMBLE`."""

    __slots__ = ()

    @property
    @abstractmethod
    def low(self) -> int:
        """The least possible total."""

    @property
    @abstractmethod
    def high(self) -> int | None:
        """The greatest possible total, None without an end."""

    @property
    @abstractmethod
    def out_of(self) -> int | None:
        """The number of equally likely cases, 81 for 4dF, or None if they are endless."""

    @property
    @abstractmethod
    def totals(self) -> Iterable[int]:
        """The possible totals, least first; endless if `high` is None."""

    @property
    @abstractmethod
    def steady(self) -> int:
        """The total from which chances are 0, or shrink by a constant factor each time all sides are passed."""

    @abstractmethod
    def ways_at_least(self, n: int) -> int:
        """Return how many cases give `n` or more. Raise ValueError if they are endless."""

    @abstractmethod
    def at_least(self, n: int) -> Fraction:
        """Return the chance of `n` or more."""

    @property
    @abstractmethod
    def mean(self) -> Fraction:
        """The average total. Fumbles are left out, here and in the variance."""

    @property
    @abstractmethod
    def variance(self) -> Fraction:
        """The average squared distance from the mean: 2N/3 for NdF (PF-62)."""

    def ways(self, n: int) -> int:
        """Return how many cases give exactly `n`. Raise ValueError if they are endless."""
        return self.ways_at_least(n) - self.ways_at_least(n + 1)

    def chance(self, n: int) -> Fraction:
        """Return the chance of exactly `n`."""
        return self.at_least(n) - self.at_least(n + 1)

    def cases_at_least(self, n: int) -> tuple[int, int]:
        """Return the cases of `n` or more and all cases, such as (15, 81), reduced if the cases are endless."""
        if self.out_of is None:
            return self.at_least(n).as_integer_ratio()
        return self.ways_at_least(n), self.out_of

    @abstractmethod
    def list_totals(self) -> Sequence[int]:
        """Return the totals worth a line each, only the likely ones if endless. Raise OddsError for too many."""

    def __iter__(self) -> Iterator[tuple[int, Fraction]]:
        """Yield each possible total with its chance, least first, without end if `high` is None."""
        return ((total, self.chance(total)) for total in self.totals)


class Finite(Pmf):
    """Chances over a finite number of equally likely cases."""

    __slots__ = ()

    @property
    @abstractmethod
    def high(self) -> int:
        """The greatest possible total."""

    @property
    @abstractmethod
    def out_of(self) -> int:
        """The number of equally likely cases."""

    @property
    @abstractmethod
    def totals(self) -> Sequence[int]:
        """The possible totals, least first."""

    @property
    def steady(self) -> int:
        """The total from which chances are 0."""
        return self.high + 1

    def list_totals(self) -> Sequence[int]:
        """Return the totals worth line by line."""
        check_limit(len(self.totals), MOST_LISTED, "totals in a list")
        return self.totals

    def at_least(self, n: int) -> Fraction:
        """Return the chance of `n` or more."""
        return fraction(self.ways_at_least(n), self.out_of)

    def chance(self, n: int) -> Fraction:
        """Return the chance of exactly `n`."""
        return fraction(self.ways(n), self.out_of)


@value
class CountedRolls(Finite):
    """A table: `listed` totals ascend, and `tails[i]` cases give `listed[i]` or more."""

    listed: tuple[int, ...]
    tails: tuple[int, ...]

    @property
    def totals(self) -> tuple[int, ...]:
        """The possible totals, least first."""
        return self.listed

    @property
    def low(self) -> int:
        """The least possible total."""
        return self.listed[0]

    @property
    def high(self) -> int:
        """The greatest possible total."""
        return self.listed[-1]

    @property
    def out_of(self) -> int:
        """The number of equally likely cases."""
        return self.tails[0]

    def ways_at_least(self, n: int) -> int:
        """Return how many cases give `n` or more."""
        at = bisect_left(self.listed, n)
        return self.tails[at] if at < len(self.tails) else 0

    @property
    def mean(self) -> Fraction:
        """The average total."""
        return self._moment(1)

    @property
    def variance(self) -> Fraction:
        """The average squared distance from the mean."""
        return self._moment(2) - self._moment(1) ** 2

    def _moment(self, power: int) -> Fraction:
        numbers = [total for total in self.totals if total > FUMBLE]
        return fraction(sum(n**power * self.ways(n) for n in numbers), self.ways_at_least(numbers[0]))


@value
class Alike(Finite):
    """`dice` like dice of `sides` equally likely values in a row; `least` is their least sum.

    Inclusion and exclusion give each answer, so that a hundred dice of a million sides need no table.
    """

    dice: int
    sides: int
    least: int

    @property
    def low(self) -> int:
        """The least possible total."""
        return self.least

    @property
    def high(self) -> int:
        """The greatest possible total."""
        return self.low + self.dice * (self.sides - 1)

    @property
    def out_of(self) -> int:
        """The number of equally likely cases."""
        return int(self.sides**self.dice)

    @property
    def totals(self) -> range:
        """The possible totals, least first."""
        return range(self.low, self.high + 1)

    def ways_at_least(self, n: int) -> int:
        """Return how many cases give `n` or more."""
        room = self.high - max(n, self.low)
        return sum(
            (-1) ** over * comb(self.dice, over) * comb(room - over * self.sides + self.dice, self.dice)
            for over in range(room // self.sides + 1)
        )

    @property
    def mean(self) -> Fraction:
        """The average total."""
        return fraction(self.low + self.high, 2)

    @property
    def variance(self) -> Fraction:
        """The average squared distance from the mean."""
        return fraction(self.dice * (self.sides**2 - 1), 12)


@value
class Endless(Pmf):
    """An exploding die: a natural maximum is rolled again and added (PO-17).

    `shift` is added once (PO-18). With `fumbles` a first 1 is rolled again, and a second 1 is a fumble (PO-19, PO-20).
    The chain is never cut: the chances repeat every `sides` totals, `sides` times smaller (DT-15).
    """

    sides: int
    shift: int = 0
    fumbles: bool = False

    @property
    def low(self) -> int:
        """The least possible total."""
        return FUMBLE if self.fumbles else self.shift + 1

    @property
    def high(self) -> None:
        """The greatest possible total."""
        return None

    @property
    def out_of(self) -> None:
        """The number of equally likely cases."""
        return None

    @property
    def totals(self) -> Iterator[int]:
        """The possible totals, least first."""
        if self.fumbles:
            yield FUMBLE
        yield from (self.shift + natural for natural in count(1) if natural % self.sides)

    @property
    def steady(self) -> int:
        """The total from which chances shrink by a constant factor."""
        return self.shift + 2  # a fumble reduces the chance of a natural 1

    def list_totals(self) -> Sequence[int]:
        """Return the totals worth line by line."""
        return [*takewhile(lambda total: self.at_least(total) * RARE >= 1, self.totals)]

    def ways_at_least(self, n: int) -> int:
        """Return how many cases give `n` or more."""
        raise ValueError("the cases of an exploding die are endless and cannot be counted")

    def at_least(self, n: int) -> Fraction:
        """Return the chance of `n` or more, or 0 for natural totals beyond `FARTHEST`."""
        natural = n - self.shift
        if natural <= 1:
            return 1 - self._fumble if n > FUMBLE else fraction(1)
        if natural > FARTHEST:
            return fraction(0)
        maxima, rest = divmod(natural - 1, self.sides)
        return fraction(self.sides - rest, self.sides ** (maxima + 1))

    def shrink(self, period: int) -> int:
        """Return by how much a steady chance is divided `period` totals further up, a multiple of `sides`."""
        return int(self.sides ** (period // self.sides))

    @property
    def mean(self) -> Fraction:
        """The average total."""
        return self._without_fumbles(self._natural_mean) + self.shift

    @property
    def variance(self) -> Fraction:
        """The average squared distance from the mean."""
        squares = self._natural_variance + self._natural_mean**2
        return self._without_fumbles(squares) - self._without_fumbles(self._natural_mean) ** 2

    @property
    def _natural_mean(self) -> Fraction:
        return fraction(self.sides * (self.sides + 1), 2 * (self.sides - 1))

    @property
    def _natural_variance(self) -> Fraction:
        """The variance of a geometric number of maxima plus a last die that is uniform below the maximum."""
        maxima = fraction(self.sides**3, (self.sides - 1) ** 2)
        return maxima + fraction((self.sides - 1) ** 2 - 1, 12)

    @property
    def _fumble(self) -> Fraction:
        return fraction(int(self.fumbles), self.sides**2)

    def _without_fumbles(self, moment: Fraction) -> Fraction:
        """Return a moment of the natural total without the cases of a fumble."""
        return (moment - self._fumble) / (1 - self._fumble)


# --- making tables -----------------------------------------------------------------------------------------


def make_counted(ways: Mapping[int, int] | Iterable[tuple[int, int]]) -> CountedRolls:
    """Return the distribution in which each total has so many ways. Totals without a way are left out."""
    pairs = sorted((total, number) for total, number in dict(ways).items() if number)
    tails = [*accumulate(number for _, number in reversed(pairs))][::-1]
    return CountedRolls(tuple(total for total, _ in pairs), tuple(tails))


def sum_of(parts: Mapping[Finite, int], shift: int = 0) -> Finite:
    """Return the sum of independent rolls, each as often as `parts` says, plus `shift`."""
    low = shift + sum(part.low * times for part, times in parts.items())
    alike = _alike(parts, low)
    return alike if alike and len(alike.totals) > MOST_TABLED else _convolve(parts, low)


def _alike(parts: Mapping[Finite, int], low: int) -> Alike | None:
    """Return all parts as one heap of like dice, None if they differ."""
    heaps = [(part.sides, part.dice * times) for part, times in parts.items() if isinstance(part, Alike)]
    sides = {size for size, _ in heaps}
    if len(heaps) != len(parts) or len(sides) != 1:
        return None
    return Alike(sum(dice for _, dice in heaps), sides.pop(), low)


def _convolve(parts: Mapping[Finite, int], low: int) -> CountedRolls:
    """Return the sum as a table that begins with the total `low`.

    The cases of a distribution become the digits of one long number, in a base that no count of the result overflows.
    Multiplying such numbers convolves the distributions, and the interpreter takes powers by squaring.
    """
    cases = prod(part.out_of**times for part, times in parts.items())
    width = (cases.bit_length() + 7) // 8
    product = prod(_pack(part, width) ** times for part, times in parts.items())
    return _unpack(product, width, low)


def _pack(part: Finite, width: int) -> int:
    digits = (part.ways(n).to_bytes(width, "little") for n in range(part.low, part.high + 1))
    return int.from_bytes(b"".join(digits), "little")


def _unpack(number: int, width: int, low: int) -> CountedRolls:
    length = -(-number.bit_length() // (8 * width)) * width
    digits = number.to_bytes(length, "little")
    ways = (int.from_bytes(digits[at : at + width], "little") for at in range(0, length, width))
    return make_counted(enumerate(ways, low))
