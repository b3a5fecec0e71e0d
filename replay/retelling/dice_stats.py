"""Count how often each total and face of some dice fell, and test whether they stray from what is expected."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from engine.dice import Dice, read_dice
from engine.dice.technique import Fixed
from engine.rules.odds import MOST_LISTED, OddsError
from engine.types import FUMBLE
from engine.value import Factory, record, value
from replay.retelling.luck import p_of_faces, p_of_sum, seen_of_ten

PROGRAM, PHYSICAL, BY_PLAYER = "program", "real dice", "real dice, typed by the player"

#: How much more often a bad die shows its greatest face, and how much less often its least.
OFF_BY = 1 / 12


@record
class RollsCounted:
    """How often each total and each face of some dice fell. Of a total typed alone, no faces are known."""

    totals: Counter[int] = Factory(Counter)
    faces: Counter[int] = Factory(Counter)

    @property
    def times(self) -> int:
        """How many rolls there were, fumbles among them."""
        return self.totals.total()

    @property
    def summed(self) -> Counter[int]:
        """How often each total fell that is a number."""
        return Counter({total: times for total, times in self.totals.items() if total != FUMBLE})

    def add(self, roll: int, faces: Iterable[int]) -> None:
        """Count a roll."""
        self.totals[roll] += 1
        self.faces.update(faces)


@value
class StrayTest:
    """A test for deviation from expectation, with p-values before and after adjustment.

    `times` is how many totals or faces of the rolls were looked at. `seen` is how often of ten it would have noticed a
    die that is off by one twelfth, None if that does not apply.
    """

    kind: str
    of: str
    source: str
    rolls: int
    times: int
    p_value: float
    adjusted: float = 1.0
    seen: int | None = None


@value
class SourceOfRolls:
    """The rolls of one kind of dice from one source: totals, deviation, and faces if all dice are alike."""

    source: str
    rolls: int
    mean: float
    totals: StrayTest | None
    counts: dict[int, int]
    faces: dict[int, int]
    of_faces: StrayTest | None


@value
class DiceStats:
    """The rolls of one technique: how often each total fell and was expected, together and by source."""

    name: str
    rolls: int
    fumbles: int
    mean: float
    expected_mean: float
    counts: dict[int, int]
    expected: dict[int, float]
    sources: tuple[SourceOfRolls, ...]

    @property
    def p_value(self) -> float | None:
        """The chance of the greatest deviation of any source, adjusted for the number of sources tested."""
        found = [each.totals.p_value for each in self.sources if each.totals]
        return min(1.0, len(found) * min(found)) if found else None


def of_techniques(rolls: Mapping[tuple[str, str], RollsCounted]) -> Iterator[DiceStats]:
    """Yield the figures of each technique that was rolled."""
    taken: set[str] = set()
    for spec in dict.fromkeys(spec for spec, _ in rolls):
        dice = read_dice(spec)
        name = spec if dice.title in taken else dice.title
        taken.add(name)
        yield of_technique(name, dice, {source: each for (of, source), each in rolls.items() if of == spec})


def of_technique(name: str, dice: Dice, by_source: Mapping[str, RollsCounted]) -> DiceStats:
    """Return the figures of the rolls of one technique."""
    times = sum(each.times for each in by_source.values())
    totals = sum((each.summed for each in by_source.values()), Counter())
    pmf = dice.pmf()
    try:
        listed = [total for total in pmf.list_totals() if total != FUMBLE]
    except OddsError:
        listed = sorted(totals)
    expected = {total: times * float(pmf.chance(total)) for total in listed}
    sources = tuple(of_source(name, dice, source, each) for source, each in by_source.items())
    fumbles = times - totals.total()
    return DiceStats(name, times, fumbles, mean_of(totals), float(pmf.mean), totals, expected, sources)


def of_source(name: str, dice: Dice, source: str, rolls: RollsCounted) -> SourceOfRolls:
    """Return the figures of the rolls of one technique from one source."""
    totals, faces = rolls.summed, count_faces(dice, rolls)
    of_faces = None
    fell = sum(faces.values())
    if len(faces) > 1 and fell:
        of_faces = StrayTest("faces", name, source, rolls.times, fell, p_of_faces(list(faces.values())))
    compared = compare_totals(name, dice, source, totals)
    return SourceOfRolls(source, rolls.times, mean_of(totals), compared, totals, faces, of_faces)


def sum_totals(totals: Mapping[int, int]) -> int:
    """Return the sum of totals, each as often as it fell."""
    return sum(total * times for total, times in totals.items())


def mean_of(totals: Counter[int]) -> float:
    """Return the mean of totals, 0 if there are none."""
    return sum_totals(totals) / totals.total() if totals else 0.0


def compare_totals(name: str, dice: Dice, source: str, totals: Counter[int]) -> StrayTest | None:
    """Return the test of whether totals are too high or low, or None for dice without a greatest total."""
    pmf = dice.pmf()
    if not totals or pmf.high is None or pmf.low == FUMBLE or not pmf.variance or pmf.high - pmf.low > MOST_LISTED:
        return None
    ways, times = [pmf.ways(total) for total in range(pmf.low, pmf.high + 1)], totals.total()
    p_value = p_of_sum(ways, times, sum_totals(totals) - times * pmf.low)
    shift = off_by(dice)
    seen = None if shift is None else seen_of_ten(shift, float(pmf.variance) ** 0.5, times)
    return StrayTest("totals", name, source, times, times, p_value, seen=seen)


def off_by(dice: Dice) -> float | None:
    """Return how far the mean shifts if the first die is off, or None for dice that are not added up."""
    first = dice.dice[0] if isinstance(dice, Fixed) and dice.steps and dice.table is None and dice.dice else None
    if first is None:
        return None
    return abs(first.worth(first.faces[-1]) - first.worth(first.faces[0])) * min(OFF_BY, 1 / first.sides)


def count_faces(dice: Dice, rolls: RollsCounted) -> dict[int, int]:
    """Return how often each face fell, or an empty dict if the dice are not all alike."""
    if not isinstance(dice, Fixed) or len(set(dice.dice)) != 1:
        return {}
    return {face: rolls.faces[face] for face in dice.dice[0].faces}
