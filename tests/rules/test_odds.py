"""The odds: exact, never rounded, quick, and the same as any other way of counting."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from itertools import islice, product
from math import prod
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine.rules.odds
from engine.dice import read_dice
from engine.rules.odds import FUMBLE, Alike, CountedRolls, Endless, OddsError, Pmf, make_counted, sum_of
from engine.rules.race import race

FUDGE = Alike(1, 3, -1)


def fudge(n: int) -> Pmf:
    return sum_of({FUDGE: n})


def odds(spec: str) -> Pmf:
    return read_dice(spec).pmf()


def percent(chance: Fraction) -> str:
    """Percent with four decimals, a half rounded up."""
    units = (2 * chance.numerator * 10**6 + chance.denominator) // (2 * chance.denominator)
    return f"{units // 10**4}.{units % 10**4:04d}"


# --- Fudge dice --------------------------------------------------------------------------------------------


@cache
def ways(n: int, total: int) -> int:
    """How often n Fudge dice make a total, by what the last die shows."""
    if n == 0:
        return int(total == 0)
    return sum(ways(n - 1, total - face) for face in (-1, 0, 1))


@pytest.mark.rule("DT-01", "PF-02", "FU-20", "FU-29")
@pytest.mark.parametrize("n", [0, 1, 2, 3, 4, 9, 33, 100])
def test_fudge_dice_follow_the_recursion_of_their_counts(n: int) -> None:
    pmf = fudge(n)
    assert pmf.out_of == 3**n
    assert [pmf.ways(total) for total in range(-n - 1, n + 2)] == [ways(n, t) for t in range(-n - 1, n + 2)]


@pytest.mark.rule("DT-01")
@pytest.mark.parametrize("n", [1, 4, 7, 100])
def test_fudge_dice_are_symmetric(n: int) -> None:
    pmf = fudge(n)
    assert all(pmf.chance(-total) == pmf.chance(total) for total in range(n + 1))
    assert all(pmf.at_least(-total) == 1 - pmf.at_least(total + 1) for total in range(-n, n + 1))


@pytest.mark.rule("PF-60")
def test_the_reference_card_of_4dF_is_right() -> None:
    card = [f"{float(fudge(4).at_least(n)):.2f}"[1:] for n in range(-3, 5)]
    assert " ".join(card) == ".99 .94 .81 .62 .38 .19 .06 .01"


REFERENCE = """
    1.00 1.00 1.00 1.00 1.00 0.67 0.33 0.00 0.00 0.00 0.00
    1.00 1.00 1.00 1.00 0.89 0.67 0.33 0.11 0.00 0.00 0.00
    1.00 1.00 1.00 0.96 0.85 0.63 0.37 0.15 0.04 0.00 0.00
    1.00 1.00 0.99 0.94 0.81 0.62 0.38 0.19 0.06 0.01 0.00
    1.00 1.00 0.98 0.91 0.79 0.60 0.40 0.21 0.09 0.02 0.00
    1.00 0.99 0.96 0.89 0.77 0.60 0.40 0.23 0.11 0.04 0.01
    1.00 0.98 0.95 0.87 0.75 0.59 0.41 0.25 0.13 0.05 0.02
    0.99 0.98 0.94 0.86 0.74 0.58 0.42 0.26 0.14 0.06 0.02
    0.99 0.97 0.92 0.84 0.73 0.58 0.42 0.27 0.16 0.08 0.03
"""


@pytest.mark.rule("PF-61")
def test_the_reference_table_of_1_to_9_fudge_dice_is_right_in_all_99_cells() -> None:
    for n, row in enumerate(REFERENCE.strip().splitlines(), 1):
        assert [f"{float(fudge(n).at_least(total)):.2f}" for total in range(-5, 6)] == row.split()


@pytest.mark.rule("PF-62")
def test_the_spread_of_fudge_dice_grows_with_the_root_of_their_number() -> None:
    assert all(fudge(n).variance == Fraction(2 * n, 3) for n in range(101))
    spread = {n: float(fudge(n).variance) ** 0.5 for n in (2, 4, 6)}
    assert [f"{s:.4f}" for s in spread.values()] == ["1.1547", "1.6330", "2.0000"]
    assert [f"{spread[4] - spread[2]:.4f}", f"{spread[6] - spread[4]:.4f}"] == ["0.4783", "0.3670"]


@pytest.mark.rule("PF-45", "PF-48", "ER-06")
@pytest.mark.parametrize(
    ("n", "chance"), [(1, "66.6667"), (2, "66.6667"), (3, "62.9630"), (4, "61.7284"), (9, "57.9739")]
)
def test_about_half_the_time_is_somewhat_more(n: int, chance: str) -> None:
    assert percent(fudge(n).at_least(0)) == chance


@pytest.mark.rule("PF-50", "ER-07")
def test_a_chance_is_shown_over_all_cases_and_not_reduced() -> None:
    assert fudge(4).cases_at_least(2) == (15, 81)
    assert fudge(4).at_least(2) == Fraction(5, 27)
    assert fudge(4).cases_at_least(5) == (0, 81)


# --- sums --------------------------------------------------------------------------------------------------


@given(st.lists(st.integers(2, 6), min_size=1, max_size=5), st.integers(-9, 9))
@settings(max_examples=60, deadline=None)
def test_a_sum_of_any_dice_is_what_going_through_all_faces_gives(sides: list[int], shift: int) -> None:
    pmf = sum_of(Counter(Alike(1, n, 1) for n in sides), shift)
    faces = product(*(range(1, n + 1) for n in sides))
    tally = Counter(sum(shown) + shift for shown in faces)
    assert {total: pmf.ways(total) for total in pmf.totals} == tally
    assert pmf.out_of == prod(sides)


@given(st.integers(1, 9), st.integers(2, 20), st.integers(-20, 20))
@settings(max_examples=60, deadline=None)
def test_like_dice_are_the_same_with_a_table_and_without(dice: int, sides: int, shift: int) -> None:
    table, rule = sum_of({Alike(1, sides, 1): dice}, shift), Alike(dice, sides, dice + shift)
    assert isinstance(table, CountedRolls)
    assert (table.low, table.high, table.out_of) == (rule.low, rule.high, rule.out_of)
    assert (table.mean, table.variance) == (rule.mean, rule.variance)
    span = range(rule.low - 2, rule.high + 3)
    assert [table.ways(n) for n in span] == [rule.ways(n) for n in span]
    assert dict(table) == dict(rule)


def test_a_hundred_dice_of_a_million_sides_need_no_table() -> None:
    pmf = odds("100d1000000")
    assert isinstance(pmf, Alike)
    assert (pmf.ways(100), pmf.ways(101), pmf.out_of) == (1, 100, 10**600)
    assert pmf.at_least(50_000_050) > Fraction(1, 2) > pmf.at_least(50_000_051)


def test_subtracted_dice_count_against_the_sum() -> None:
    assert dict(odds("1d6-1d4")) == dict(odds("1d6+1d4-5"))


def test_a_table_leaves_out_totals_that_never_come() -> None:
    pmf = make_counted({3: 1, 5: 0, 9: 2})
    assert list(pmf) == [(3, Fraction(1, 3)), (9, Fraction(2, 3))]
    assert [pmf.ways_at_least(n) for n in (2, 3, 4, 9, 10)] == [3, 3, 2, 2, 0]


# --- exploding dice ----------------------------------------------------------------------------------------


def chain(sides: int, n: int) -> Fraction:
    """Return the chance of n or more with an exploding die, by what its first roll shows."""
    if n <= 1:
        return Fraction(1)
    without = sum(face >= n for face in range(1, sides))
    return Fraction(without, sides) + chain(sides, n - sides) / sides


@pytest.mark.rule("DT-15", "PO-17")
@pytest.mark.parametrize("sides", [2, 4, 6, 8, 10, 12])
def test_an_exploding_die_follows_the_recursion_of_its_first_roll(sides: int) -> None:
    pmf = Endless(sides)
    assert [pmf.at_least(n) for n in range(-3, 150)] == [chain(sides, n) for n in range(-3, 150)]


@pytest.mark.rule("DT-15")
def test_the_chain_of_an_exploding_die_is_not_cut_anywhere() -> None:
    assert Endless(6).chance(6 * 500 + 1) == Fraction(1, 6**501)
    assert Endless(6).at_least(6 * 2_000 + 1) == Fraction(1, 6**2_000)
    assert Endless(6, shift=3).at_least(6 * 500 + 4) == Fraction(1, 6**500)
    assert Endless(6).chance(6 * 500) == 0


def test_a_target_no_dice_will_ever_show_is_answered_at_once() -> None:
    assert 0 < Endless(4, shift=2).at_least(1_000_002) < Fraction(1, 10**90_000)
    assert Endless(4, shift=2).at_least(1_000_003) == Endless(4).at_least(10**9) == 0


@pytest.mark.rule("DT-15")
def test_an_exploding_die_has_its_printed_mean() -> None:
    means = [f"{float(Endless(sides).mean):.4f}" for sides in (4, 6, 8, 10, 12)]
    assert means == ["3.3333", "4.2000", "5.1429", "6.1111", "7.0909"]


@pytest.mark.rule("DT-15", "DT-16")
@pytest.mark.parametrize("fumbles", [False, True])
@pytest.mark.parametrize(("sides", "shift"), [(4, -2), (6, 0), (12, 3)])
def test_mean_and_variance_of_an_endless_chain_are_those_of_its_terms(sides: int, shift: int, fumbles: bool) -> None:
    pmf = Endless(sides, shift, fumbles)
    terms = [(n, chance) for n, chance in islice(pmf, 1_500) if n != FUMBLE]
    whole = 1 - pmf.chance(FUMBLE)
    mean = sum(n * chance for n, chance in terms) / whole
    variance = sum(n * n * chance for n, chance in terms) / whole - mean**2
    assert 0 <= pmf.mean - mean < Fraction(1, 10**30)
    assert abs(pmf.variance - variance) < Fraction(1, 10**30)


@pytest.mark.rule("DT-16", "PO-22")
def test_a_fumble_is_below_every_total_and_takes_only_from_a_natural_1() -> None:
    plain, risky = Endless(6, shift=2), Endless(6, shift=2, fumbles=True)
    assert next(iter(risky)) == (FUMBLE, Fraction(1, 36))
    assert risky.at_least(-(10**9)) == risky.at_least(3) == Fraction(35, 36)
    assert risky.chance(3) == plain.chance(3) - Fraction(1, 36)
    assert all(risky.at_least(n) == plain.at_least(n) for n in range(4, 60))


@pytest.mark.rule("PO-22")
def test_a_fumble_is_no_number_for_mean_and_variance() -> None:
    pmf = odds("poly-d4-snake-eyes")
    assert pmf.mean == Fraction(1 * 3 + 4 * (2 + 3 + 4), 15)
    assert pmf.variance == Fraction(1 * 3 + 4 * (4 + 9 + 16), 15) - pmf.mean**2


def test_an_exploding_die_has_no_greatest_total_and_no_number_of_cases() -> None:
    pmf = Endless(6)
    assert (pmf.low, pmf.high, pmf.out_of) == (1, None, None)
    assert [n for n, _ in islice(pmf, 8)] == [1, 2, 3, 4, 5, 7, 8, 9]
    assert pmf.cases_at_least(8) == (5, 36)
    with pytest.raises(ValueError, match="endless"):
        pmf.ways(3)


# --- lists -------------------------------------------------------------------------------------------------


@pytest.mark.rule("FU-31", "PO-38")
def test_a_list_has_every_total_and_of_endless_ones_all_but_the_last_millionth() -> None:
    assert list(fudge(4).list_totals()) == list(range(-4, 5))
    totals = odds("poly-d6-exploding-snake-eyes").list_totals()
    assert [*totals[:7], totals[-1]] == [FUMBLE, 1, 2, 3, 4, 5, 7, 47]
    assert Endless(6).at_least(49) < Fraction(1, 10**6) <= Endless(6).at_least(47)


def test_a_list_of_too_many_totals_is_refused_with_the_limit() -> None:
    assert len(odds("100d20").list_totals()) == 1_901
    with pytest.raises(OddsError, match="at most 2,000 totals in a list, not 9,901"):
        odds("100d100").list_totals()


# --- who comes first ---------------------------------------------------------------------------------------

OPPOSED = """
    0.9602 2.8807 96.1591 2.3929 4.0543 93.5528 0.0000 0.0000 100.0000
    3.8409 6.8587 89.3004 6.4472 7.6818 85.8711 0.0000 0.0000 100.0000
    10.6996 12.3457 76.9547 14.1289 11.9494 73.9217 0.0000 11.1111 88.8889
    23.0453 17.2840 59.6708 26.0783 15.4854 58.4362 11.1111 22.2222 66.6667
    40.3292 19.3416 40.3292 41.5638 16.8724 41.5638 33.3333 33.3333 33.3333
    59.6708 17.2840 23.0453 58.4362 15.4854 26.0783 66.6667 22.2222 11.1111
    76.9547 12.3457 10.6996 73.9217 11.9494 14.1289 88.8889 11.1111 0.0000
    89.3004 6.8587 3.8409 85.8711 7.6818 6.4472 100.0000 0.0000 0.0000
    96.1591 2.8807 0.9602 93.5528 4.0543 2.3929 100.0000 0.0000 0.0000
"""


@pytest.mark.rule("DT-20", "PF-54", "PF-56", "PF-57", "FU-44")
def test_two_sides_win_tie_and_lose_as_printed_for_every_head_start() -> None:
    for ahead, row in zip(range(-4, 5), OPPOSED.strip().splitlines(), strict=True):
        races = [race([(ahead, fudge(n)), (0, fudge(n))]) for n in (3, 4, 1)]
        assert row.split() == [percent(c) for r in races for c in (r.alone(0), r.tied, r.alone(1))]


@pytest.mark.rule("DT-20")
@pytest.mark.parametrize("n", [1, 3, 4, 9])
def test_the_difference_of_two_rolls_is_a_roll_of_twice_the_dice(n: int) -> None:
    for ahead in range(-2 * n, 2 * n + 1):
        result = race([(ahead, fudge(n)), (0, fudge(n))])
        assert result.alone(0) == fudge(2 * n).at_least(1 - ahead)
        assert result.tied == fudge(2 * n).chance(-ahead)


@pytest.mark.rule("PF-53", "PF-54", "PF-55", "WX-PF-4")
def test_the_race_of_three_is_counted_over_its_19683_cases() -> None:
    nyrv, polthova, gromanno = 5 - 1, 8 + 0, 2 + 1
    result = race([(start, fudge(3)) for start in (nyrv, polthova, gromanno)])
    assert (result.ways, result.ties, result.out_of) == ((186, 18790, 23), 684, 27**3)
    chances = [result.alone(1), result.alone(0), result.alone(2), result.tied]
    assert [percent(c) for c in chances] == ["95.4631", "0.9450", "0.1169", "3.4751"]


def all_faces(starts: Sequence[tuple[int, Pmf]]) -> tuple[list[Fraction], Fraction]:
    """Return the same chances, by going through every combination of totals."""
    alone, tied = [Fraction(0)] * len(starts), Fraction(0)
    for rolled in product(*(list(pmf) for _, pmf in starts)):
        ends = [
            total if total == FUMBLE else start + total for (start, _), (total, _) in zip(starts, rolled, strict=True)
        ]
        chance = prod((chance for _, chance in rolled), start=Fraction(1))
        best = [i for i, end in enumerate(ends) if end == max(ends)]
        if len(best) == 1:
            alone[best[0]] += chance
        else:
            tied += chance
    return alone, tied


small = st.sampled_from(["2dF", "3dF", "1d6", "1d6-1d6", "poly-d4-snake-eyes", "npc-d6", "0dF", "2dF+1adv"])


@given(st.lists(st.tuples(st.integers(-3, 3), small.map(odds)), min_size=2, max_size=4))
@settings(max_examples=60, deadline=None)
def test_a_race_is_what_going_through_all_totals_gives(starts: list[tuple[int, Pmf]]) -> None:
    result = race(starts)
    alone, tied = all_faces(starts)
    assert [result.alone(i) for i in range(len(starts))] == alone
    assert result.tied == tied
    assert sum(result.ways) + result.ties == result.out_of


EXPLODING = [
    ["poly-d4-2-exploding", "poly-d4-exploding-snake-eyes"],
    ["poly-d6-exploding", "poly-d6-exploding"],
    ["poly-d6-exploding", "poly-d8-exploding-snake-eyes"],
    ["poly-d4-2-exploding-snake-eyes", "poly-d4-exploding", "poly-d6-exploding"],
    ["poly-d10-exploding-snake-eyes", "4dF", "d20"],
    ["poly-d12+1-exploding", "poly-d8-exploding-1pt", "poly-d8-snake-eyes", "poly-d4-exploding-snake-eyes"],
]


@pytest.mark.rule("DT-15", "DT-16", "DT-20", "PF-54")
@pytest.mark.parametrize("specs", EXPLODING)
def test_a_race_of_exploding_dice_is_the_limit_of_longer_and_longer_sums(specs: list[str]) -> None:
    starts = [(i, odds(spec)) for i, spec in enumerate(specs)]
    result = race(starts)
    goals = range(-10, 160)
    for i, (start, pmf) in enumerate(starts):
        others = [other for j, other in enumerate(starts) if j != i]
        summed = sum(
            pmf.chance(goal - start) * prod(1 - other.at_least(goal - ahead) for ahead, other in others)
            for goal in goals
        )
        assert 0 <= result.alone(i) - summed <= pmf.at_least(goals[-1] + 1 - start)
    assert sum(result.alone(i) for i in range(len(starts))) + result.tied == 1


@pytest.mark.rule("DT-15", "DT-20")
def test_two_exploding_d6_tie_once_in_seven() -> None:
    result = race([(0, Endless(6)), (0, Endless(6))])
    assert (result.alone(0), result.alone(1), result.tied) == (Fraction(3, 7), Fraction(3, 7), Fraction(1, 7))


@pytest.mark.rule("PO-22")
def test_a_head_start_does_not_lift_a_fumble() -> None:
    risky = odds("poly-d4-snake-eyes")
    result = race([(100, risky), (0, risky)])
    assert result.alone(0) == Fraction(15, 16)
    assert result.alone(1) == Fraction(1, 16) * Fraction(15, 16)
    assert result.tied == Fraction(1, 16) ** 2


@pytest.mark.rule("PF-55")
def test_equals_without_dice_always_tie() -> None:
    assert race([(5, fudge(0)), (5, fudge(0)), (3, fudge(0))]).tied == 1


def test_a_race_of_forty_is_worked_out() -> None:
    result = race([(i % 12, fudge(4)) for i in range(40)])
    assert result.out_of == 81**40
    assert sum(result.ways) + result.ties == result.out_of


@pytest.mark.parametrize(
    ("starts", "limit"),
    [
        ([(0, Alike(1, 1_000_000, 1))] * 2, "20,000 totals in a contest, not 2,000,000"),
        ([(100 * i, Alike(1, 99, 1)) for i in range(40)], "20,000 totals times participants of a contest, not 158,400"),
        ([(0, Endless(6))] * 7, "6 participants where dice explode, not 7"),
        ([(0, Endless(6)), (10_000, Endless(6))], "500 levels .* where dice explode, not 10,002"),
    ],
)  # fmt: skip
def test_a_race_that_would_be_felt_is_refused_with_the_limit(starts: list[tuple[int, Pmf]], limit: str) -> None:
    with pytest.raises(OddsError, match=limit):
        race(starts)


@pytest.mark.parametrize("dice", [[fudge(4)] * 3, [Endless(6)] * 6, [Endless(8, -1, True), fudge(3)]])
def test_only_the_distance_between_the_starts_matters(dice: list[Pmf]) -> None:
    result = race(list(enumerate(dice)))
    assert race(list(enumerate(dice, 1_000))) == race(list(enumerate(dice, -1_000))) == result


@pytest.mark.parametrize("starts", [[], [(0, FUDGE)]])
def test_a_race_needs_two(starts: list[tuple[int, Pmf]]) -> None:
    with pytest.raises(ValueError, match="two"):
        race(starts)


# --- the module --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("spec", ["4dF", "2d6+1d4", "1d20", "poly-d6-exploding-snake-eyes"])
def test_every_chance_is_a_fraction_and_every_count_a_whole_number(spec: str) -> None:
    pmf = odds(spec)
    numbers = [pmf.mean, pmf.variance, pmf.at_least(2), pmf.chance(2), *(c for _, c in islice(pmf, 5))]
    assert {type(number) for number in numbers} == {Fraction}
    assert {type(number) for number in pmf.cases_at_least(2)} == {int}


def test_whoever_asks_for_no_chance_imports_no_fractions_and_no_source_of_chance() -> None:
    program = (
        "import sys, types; sys.modules['engine'] = types.ModuleType('engine');"
        "sys.modules['engine'].__path__ = ['engine'];"  # nothing else of the package
        "from engine.dice import read_dice; read_dice('4dF').refuse((1, 0, 0, 1));"
        "print(*{'fractions', 'random', 'difflib'} & set(sys.modules))"
    )
    home = Path(engine.rules.odds.__file__).parents[2]
    command = [sys.executable, "-c", program]
    assert subprocess.run(command, cwd=home, capture_output=True, text=True, check=True).stdout.strip() == ""


# --- another program's word for it -------------------------------------------------------------------------


@pytest.fixture(scope="module")
def icepool() -> Any:
    return pytest.importorskip("icepool")


ORACLES: dict[str, Callable[[Any], Any]] = {
    "4dF": lambda ice: 4 @ ice.Die([-1, 0, 1]),
    "100dF": lambda ice: 100 @ ice.Die([-1, 0, 1]),
    "20d20": lambda ice: 20 @ ice.d20,
    "2d6+1d4+1": lambda ice: 2 @ ice.d6 + ice.d4 + 1,
    "1d6-1d6": lambda ice: ice.d6 - ice.d6,
    "4dF+2adv": lambda ice: 2 @ ice.Die([0, 0, 1]) + 2 @ ice.Die([-1, 0, 1]),
    "4dF-3dis": lambda ice: 3 @ ice.Die([-1, 0, 0]) + ice.Die([-1, 0, 1]),
    "3d6-table": lambda ice: (3 @ ice.d6).map(lambda n: sum(n > top for top in (4, 5, 7, 9, 11, 13, 15, 16)) - 4),
    "1d6-1d6-low": lambda ice: ice.map(lambda a, b: (a < b) * a - (b < a) * b, ice.d6, ice.d6),
}


@pytest.mark.parametrize("spec", ORACLES)
def test_icepool_counts_the_same_for_every_total(icepool: Any, spec: str) -> None:
    theirs, ours = ORACLES[spec](icepool), odds(spec)
    assert {n: Fraction(ways, theirs.denominator()) for n, ways in theirs.items()} == dict(ours)


@pytest.mark.rule("DT-15")
@pytest.mark.parametrize("sides", [4, 6, 8, 10, 12])
def test_icepool_counts_the_same_for_exploding_dice_as_far_as_it_goes(icepool: Any, sides: int) -> None:
    depth = 12
    theirs, ours = icepool.d(sides).explode(depth=depth), Endless(sides)
    for n in range(1, depth * sides + 1):
        assert theirs.probability(">=", n) == ours.at_least(n)


@pytest.mark.rule("WX-PF-4")
def test_icepool_runs_the_same_race_of_three(icepool: Any) -> None:
    def winner(*rolls: int) -> int:
        ends = [start + rolled for start, rolled in zip((4, 8, 3), rolls, strict=True)]
        return ends.index(max(ends)) if ends.count(max(ends)) == 1 else -1

    roll = 3 @ icepool.Die([-1, 0, 1])
    theirs, ours = icepool.map(winner, roll, roll, roll), race([(start, fudge(3)) for start in (4, 8, 3)])
    assert dict(theirs.items()) == {0: ours.ways[0], 1: ours.ways[1], 2: ours.ways[2], -1: ours.ties}
