"""The exact chances of coming first when rolls compete, computed from the chances of their totals."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import accumulate
from math import lcm, prod
from operator import mul
from typing import TYPE_CHECKING, TypeVar, cast

from engine.rules.odds import Endless, Finite, Pmf, check_limit, fraction
from engine.types import FUMBLE
from engine.value import value

if TYPE_CHECKING:
    from fractions import Fraction

N = TypeVar("N", bound="int | Fraction")

MOST_RACE_STEPS = 20_000  # totals times participants: a tenth of a second if dice are many
MOST_ENDLESS = 6  # participants with exploding dice: each further one doubles the work
MOST_LEAD = 500  # lead of one such participant over another: each level makes the fractions longer


@value
class Race:
    """The chances of who comes first (PF-54, PF-55, DT-20).

    They are counted over the full sample space of all dice together. In `ways[i]` cases participant `i` is first alone,
    in `ties` cases first place is shared, of `out_of` in all. If cases are endless, `out_of` is the common denominator
    of the chances.
    """

    ways: tuple[int, ...]
    ties: int
    out_of: int

    def alone(self, i: int) -> Fraction:
        """Return the chance that participant `i` is first alone."""
        return fraction(self.ways[i], self.out_of)

    @property
    def tied(self) -> Fraction:
        """The chance that first place is shared."""
        return fraction(self.ties, self.out_of)


def race(starts: Sequence[tuple[int, Pmf]]) -> Race:
    """Return the chances of two or more participants to come first.

    Each is a head start and the dice that are added to it. A head start does not help a fumble, which is never first
    alone. Raises ValueError for fewer than two, and OddsError, with the limit, if it would take too long.
    """
    if len(starts) < 2:
        raise ValueError("a race needs two participants or more")
    return _race(tuple(starts))


@lru_cache(maxsize=256)
def _race(starts: tuple[tuple[int, Pmf], ...]) -> Race:
    finite = _finite(starts)
    return _counted_race(finite) if len(finite) == len(starts) else _endless_race(starts)


def _finite(starts: Iterable[tuple[int, Pmf]]) -> list[tuple[int, Finite]]:
    return [(start, pmf) for start, pmf in starts if isinstance(pmf, Finite)]


def _endless(starts: Iterable[tuple[int, Pmf]]) -> list[tuple[int, Endless]]:
    return [(start, pmf) for start, pmf in starts if isinstance(pmf, Endless)]


def _counted_race(starts: Sequence[tuple[int, Finite]]) -> Race:
    goals = sorted(_goals(starts))
    check_limit(len(goals) * len(starts), MOST_RACE_STEPS, "totals times participants of a contest")
    exactly = [[pmf.ways(goal - start) for goal in goals] for start, pmf in starts]
    below = [[pmf.out_of - pmf.ways_at_least(goal - start) for goal in goals] for start, pmf in starts]
    cases = prod(pmf.out_of for _, pmf in starts)
    ways = _alone_first(exactly, below)
    return Race(tuple(ways), cases - sum(ways), cases)


def _goals(starts: Sequence[tuple[int, Finite]]) -> set[int]:
    """Return every result that can be first, which a fumble cannot."""
    check_limit(sum(len(pmf.totals) for _, pmf in starts), MOST_RACE_STEPS, "totals in a contest")
    return {start + total for start, pmf in starts for total in pmf.totals if total > FUMBLE}


def _alone_first(exactly: Sequence[Sequence[N]], below: Sequence[Sequence[N]]) -> list[N]:
    """Return how often each participant alone reaches a goal exactly, with all others below, over all goals.

    Both tables have a row for each participant and a column for each goal.
    """
    others_below = zip(*map(_products_but_one, zip(*below, strict=True)), strict=True)
    return [sum(map(mul, reached, others)) for reached, others in zip(exactly, others_below, strict=True)]


def _products_but_one(numbers: Sequence[N]) -> list[N]:
    """Return for each place the product of the numbers at all other places."""
    one = cast(N, 1)
    before = accumulate(numbers[:-1], mul, initial=one)
    after = [*accumulate(numbers[:0:-1], mul, initial=one)]
    return [*map(mul, before, reversed(after))]


def _endless_race(starts: Sequence[tuple[int, Pmf]]) -> Race:
    """Compute a race with exploding dice: total by total until all chances are steady, then as a series."""
    check_limit(len(starts), MOST_ENDLESS, "participants where dice explode")
    steady = max(start + pmf.steady for start, pmf in starts)
    early = _early(starts, steady)
    late = [
        _late(start, pmf, _endless([*starts[:i], *starts[i + 1 :]]), steady) for i, (start, pmf) in enumerate(starts)
    ]
    return _on_one_denominator([soon + later for soon, later in zip(early, late, strict=True)])


def _early(starts: Sequence[tuple[int, Pmf]], steady: int) -> list[Fraction]:
    """Return each participant's chance to be first alone below `steady`."""
    least = min(start + pmf.shift for start, pmf in _endless(starts))
    check_limit(steady - least, MOST_LEAD, "levels between first and last where dice explode")
    goals = sorted(_goals(_finite(starts)).union(range(least + 1, steady)))
    exactly = [[pmf.chance(goal - start) for goal in goals] for start, pmf in starts]
    below = [[1 - pmf.at_least(goal - start) for goal in goals] for start, pmf in starts]
    return _alone_first(exactly, below)


def _late(start: int, pmf: Pmf, others: Sequence[tuple[int, Endless]], steady: int) -> Fraction:
    """Return a participant's chance to be ahead of all `others` with `steady` or more.

    The chances of an exploding die shrink by one factor over each common period of all the dice. "This result here,
    less for all others" is multiplied out into products of such chances, and each product begins a geometric series.
    """
    if not isinstance(pmf, Endless):
        return fraction()
    period = lcm(pmf.sides, *(other.sides for _, other in others))
    series: defaultdict[int, Fraction] = defaultdict(fraction)
    for goal in range(steady, steady + period):
        first = {pmf.shrink(period): pmf.chance(goal - start)}
        for shrink, term in _with_others_below(first, others, goal, period).items():
            series[shrink] += term
    return sum((term * fraction(shrink, shrink - 1) for shrink, term in series.items()), fraction())


def _with_others_below(
    terms: dict[int, Fraction], others: Sequence[tuple[int, Endless]], goal: int, period: int
) -> dict[int, Fraction]:
    """Return the terms, keyed by the factor they shrink by, times the chance that all others stay below `goal`."""
    for start, pmf in others:
        tail, shrink = pmf.at_least(goal - start), pmf.shrink(period)
        for factor, term in [*terms.items()]:
            terms[factor * shrink] = terms.get(factor * shrink, 0) - term * tail
    return terms


def _on_one_denominator(chances: Sequence[Fraction]) -> Race:
    cases = lcm(*(chance.denominator for chance in chances))
    ways = tuple(int(chance * cases) for chance in chances)
    return Race(ways, cases - sum(ways), cases)
