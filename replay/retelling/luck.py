"""Exact chances of successes, sums and faces, and how great a deviation a test can detect."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import product
from math import erf, exp, factorial, lgamma, log, sqrt
from typing import NamedTuple

#: Chances below this are left out of long sums.
NOTHING_LEFT = 1e-30

#: The most steps for the exact distribution of a sum. With more, the normal one replaces it.
MOST_LUCK_STEPS = 300_000

#: The most checks whose exact chances are computed. With more, the normal distribution replaces them.
MOST_LUCK_CHECKS = 5000

#: The most faces of three kinds of which every division is looked at.
MOST_FACES = 200

#: The share beyond which a deviation is “unusual”: 5% for both sides together, in samples of a fair kind.
UNUSUAL = 0.05
BEYOND = 1.959964


def successes(chances: Sequence[float]) -> tuple[int, list[float]]:
    """Return the chance of each number of successes among checks, as the first number and the chances from there on.

    >>> successes([0.5, 0.5])
    (0, [0.25, 0.5, 0.25])
    """
    first, found = 0, [1.0]
    for chance in chances:
        found = [a * (1 - chance) + b * chance for a, b in zip([*found, 0.0], [0.0, *found], strict=True)]
        while found[0] < NOTHING_LEFT:
            first, found = first + 1, found[1:]
        while found[-1] < NOTHING_LEFT:
            found.pop()
    return first, found


def range_of(chances: Sequence[float], got: int) -> tuple[float, float]:
    """Return the chances of at most and of at least so many successes, exact unless there are very many checks."""
    if len(chances) > MOST_LUCK_CHECKS:
        mean, spread = sum(chances), sqrt(sum(chance * (1 - chance) for chance in chances) or NOTHING_LEFT)
        return below((got + 0.5 - mean) / spread), below((mean - got + 0.5) / spread)
    first, found = successes(chances)
    at_most = sum(found[: max(0, got - first + 1)])
    at_least = sum(found[max(0, got - first) :])
    return min(1.0, at_most), min(1.0, at_least)


class Stray(NamedTuple):
    """The chances of at most and of at least as many successes, and of straying so far either way."""

    at_most: float
    at_least: float
    p_value: float


def stray_of(chances: Sequence[float], made: int) -> Stray:
    """Return how often checks of these chances are made as often as this.

    >>> stray_of([0.5, 0.5], 0)
    Stray(at_most=0.25, at_least=1.0, p_value=0.5)
    """
    at_most, at_least = range_of(chances, made)
    return Stray(at_most, at_least, min(1.0, 2 * min(at_most, at_least)))


def power_of(ways: Sequence[int], times: int, upto: int | None = None) -> list[int]:
    """Return the numbers of ways for each sum of several like rolls, up to a sum or for all sums.

    The ways of each total of one roll are given, least first.

    >>> power_of([1, 1], 3)
    [1, 3, 3, 1]
    """
    first, *others = ways
    found = [first**times]
    for place in range(1, (len(others) * times if upto is None else upto) + 1):
        parts = (
            (step * (times + 1) - place) * others[step - 1] * found[place - step]
            for step in range(1, min(place, len(others)) + 1)
        )
        found.append(sum(parts) // (place * first))
    return found


def p_of_sum(ways: Sequence[int], times: int, above_least: int) -> float:
    """Return the chance that a sum of rolls strays this far, on either side, exactly if that is quick.

    `ways` are the cases of each total of one roll, least first. The sum is counted from the least possible one.
    """
    cases: int = sum(ways)
    if len(ways) ** 2 * times > MOST_LUCK_STEPS:
        mean = sum(place * each for place, each in enumerate(ways)) / cases
        spread = sum(place**2 * each for place, each in enumerate(ways)) / cases - mean**2
        return min(1.0, 2 * below((0.5 - abs(above_least - mean * times)) / sqrt(spread * times)))
    found = power_of(ways, times, above_least)
    every: int = cases**times
    low = sum(found)
    return min(1.0, 2 * min(low, every - low + found[-1]) / every)


def below(deviations: float) -> float:
    """Return the chance of less than so many standard deviations above the mean."""
    return min(1.0, (1 + erf(deviations / sqrt(2))) / 2)


def p_of_faces(counts: Sequence[int]) -> float:
    """Return the chance that fair dice show faces as unevenly: exact for few rolls of three faces, else by χ²."""
    total = sum(counts)
    if len(counts) == 3 and total <= MOST_FACES:
        least = _ways(counts)
        divided = ((a, b, total - a - b) for a, b in product(range(total + 1), repeat=2) if a + b <= total)
        cases: int = 3**total
        return sum(ways for each in divided if (ways := _ways(each)) <= least) / cases
    expected = total / len(counts)
    strayed = sum((each - expected) ** 2 / expected for each in counts)
    return upper_gamma((len(counts) - 1) / 2, strayed / 2)


def _ways(counts: Sequence[int]) -> int:
    """Return in how many orders faces that are counted so can fall."""
    found = _factorial(sum(counts))
    for each in counts:
        found //= _factorial(each)
    return found


@cache
def _factorial(number: int) -> int:
    return factorial(number)


def upper_gamma(shape: float, x: float) -> float:
    """Return the regularized upper incomplete gamma function Q(shape, x), by series or continued fraction."""
    if x <= 0:
        return 1.0
    scale = exp(shape * log(x) - x - lgamma(shape))
    if x < shape + 1:
        term = total = 1 / shape
        place = shape
        while abs(term) > abs(total) * 1e-15:
            place += 1
            term *= x / place
            total += term
        return max(0.0, 1 - scale * total)
    tiny, b = 1e-300, x + 1 - shape
    c, d = 1 / tiny, 1 / b
    found = d
    for step in range(1, 500):
        factor, b = -step * (step - shape), b + 2
        d = 1 / (factor * d + b or tiny)
        c = b + factor / c or tiny
        found *= c * d
        if abs(c * d - 1) < 1e-15:
            break
    return scale * found


def seen_of_ten(shift: float, deviation: float, times: int) -> int:
    """Return in how many of ten tries a test of `times` rolls notices a mean shifted by `shift`."""
    away = shift * sqrt(times) / deviation
    return round(10 * (below(away - BEYOND) + below(-away - BEYOND)))


def holm(chances: Sequence[float]) -> list[float]:
    """Return p-values adjusted for how many there are, after Holm.

    >>> holm([0.01, 0.5, 0.04])
    [0.03, 0.5, 0.08]
    """
    adjusted = [0.0] * len(chances)
    most = 0.0
    for rank, place in enumerate(sorted(range(len(chances)), key=lambda each: chances[each])):
        most = min(1.0, max(most, (len(chances) - rank) * chances[place]))
        adjusted[place] = most
    return adjusted
