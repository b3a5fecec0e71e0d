"""The dice techniques: every face, every total, every printed chance to its last digit."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import islice, product
from math import isqrt

import pytest
from attrs import frozen
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.dice import (
    FUMBLE,
    Dice,
    DiceError,
    percentile,
    polyhedral,
    polyhedral_die,
    program_draw,
    read_dice,
    table_dice,
)

# --- helpers -----------------------------------------------------------------------------------------------


def percent(chance: Fraction) -> str:
    """Percent with four decimals, a half rounded up."""
    units = (2 * chance.numerator * 10**6 + chance.denominator) // (2 * chance.denominator)
    return f"{units // 10**4}.{units % 10**4:04d}"


def root(square: Fraction) -> str:
    """Return the square root with four decimals, a half rounded up; without a float."""
    units = (isqrt(4 * 10**8 * square.numerator // square.denominator) + 1) // 2
    return f"{units // 10**4}.{units % 10**4:04d}"


class MoreDiceNeeded(Exception):
    """A script of draws came to its end."""

    def __init__(self, sides: int) -> None:
        self.sides = sides


def every_roll(dice: Dice, longest: int = 9) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    """Each roll of up to `longest` dice with its chance, found only by playing every draw there is."""
    scripts: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    while scripts:
        script, chance = scripts.pop()
        draws = iter(script)

        def draw(sides: int, draws: Iterator[int] = draws) -> int:
            for number in draws:
                return number
            raise MoreDiceNeeded(sides)

        try:
            yield dice.roll(draw), chance
        except MoreDiceNeeded as more:
            if len(script) < longest:
                scripts += [((*script, n), chance / more.sides) for n in range(1, more.sides + 1)]


def by_total(dice: Dice, longest: int = 9) -> dict[int, Fraction]:
    """Return the chance of each total, from every roll of up to `longest` dice."""
    chances: defaultdict[int, Fraction] = defaultdict(Fraction)
    for faces, chance in every_roll(dice, longest):
        chances[dice.total(faces)] += chance
    return chances


# --- the printed tables ------------------------------------------------------------------------------------

# Rule, spelling, greatest total, cases, mean, variance and standard deviation; then from the greatest total
# down the ways and the percent of each, and the ways and the percent of it or more.
PRINTED = """
DT-01 1dF +1 3 0 2/3 0.8165
    1 33.3333 1 33.3333; 1 33.3333 2 66.6667; 1 33.3333 3 100.0000
DT-01 2dF +2 9 0 4/3 1.1547
    1 11.1111 1 11.1111; 2 22.2222 3 33.3333; 3 33.3333 6 66.6667; 2 22.2222 8 88.8889;
    1 11.1111 9 100.0000
DT-01 3dF +3 27 0 6/3 1.4142
    1 3.7037 1 3.7037; 3 11.1111 4 14.8148; 6 22.2222 10 37.0370; 7 25.9259 17 62.9630;
    6 22.2222 23 85.1852; 3 11.1111 26 96.2963; 1 3.7037 27 100.0000
DT-01 4dF +4 81 0 8/3 1.6330
    1 1.2346 1 1.2346; 4 4.9383 5 6.1728; 10 12.3457 15 18.5185; 16 19.7531 31 38.2716;
    19 23.4568 50 61.7284; 16 19.7531 66 81.4815; 10 12.3457 76 93.8272; 4 4.9383 80 98.7654;
    1 1.2346 81 100.0000
DT-01 5dF +5 243 0 10/3 1.8257
    1 0.4115 1 0.4115; 5 2.0576 6 2.4691; 15 6.1728 21 8.6420; 30 12.3457 51 20.9877;
    45 18.5185 96 39.5062; 51 20.9877 147 60.4938; 45 18.5185 192 79.0123; 30 12.3457 222 91.3580;
    15 6.1728 237 97.5309; 5 2.0576 242 99.5885; 1 0.4115 243 100.0000
DT-01 6dF +6 729 0 12/3 2.0000
    1 0.1372 1 0.1372; 6 0.8230 7 0.9602; 21 2.8807 28 3.8409; 50 6.8587 78 10.6996;
    90 12.3457 168 23.0453; 126 17.2840 294 40.3292; 141 19.3416 435 59.6708; 126 17.2840 561 76.9547;
    90 12.3457 651 89.3004; 50 6.8587 701 96.1591; 21 2.8807 722 99.0398; 6 0.8230 728 99.8628;
    1 0.1372 729 100.0000
DT-01 7dF +7 2187 0 14/3 2.1602
    1 0.0457 1 0.0457; 7 0.3201 8 0.3658; 28 1.2803 36 1.6461; 77 3.5208 113 5.1669;
    161 7.3617 274 12.5286; 266 12.1628 540 24.6914; 357 16.3237 897 41.0151;
    393 17.9698 1290 58.9849; 357 16.3237 1647 75.3086; 266 12.1628 1913 87.4714;
    161 7.3617 2074 94.8331; 77 3.5208 2151 98.3539; 28 1.2803 2179 99.6342; 7 0.3201 2186 99.9543;
    1 0.0457 2187 100.0000
DT-01 8dF +8 6561 0 16/3 2.3094
    1 0.0152 1 0.0152; 8 0.1219 9 0.1372; 36 0.5487 45 0.6859; 112 1.7071 157 2.3929;
    266 4.0543 423 6.4472; 504 7.6818 927 14.1289; 784 11.9494 1711 26.0783;
    1016 15.4854 2727 41.5638; 1107 16.8724 3834 58.4362; 1016 15.4854 4850 73.9217;
    784 11.9494 5634 85.8711; 504 7.6818 6138 93.5528; 266 4.0543 6404 97.6071;
    112 1.7071 6516 99.3141; 36 0.5487 6552 99.8628; 8 0.1219 6560 99.9848; 1 0.0152 6561 100.0000
DT-01 9dF +9 19683 0 18/3 2.4495
    1 0.0051 1 0.0051; 9 0.0457 10 0.0508; 45 0.2286 55 0.2794; 156 0.7926 211 1.0720;
    414 2.1033 625 3.1753; 882 4.4810 1507 7.6564; 1554 7.8951 3061 15.5515;
    2304 11.7055 5365 27.2570; 2907 14.7691 8272 42.0261; 3139 15.9478 11411 57.9739;
    2907 14.7691 14318 72.7430; 2304 11.7055 16622 84.4485; 1554 7.8951 18176 92.3436;
    882 4.4810 19058 96.8247; 414 2.1033 19472 98.9280; 156 0.7926 19628 99.7206;
    45 0.2286 19673 99.9492; 9 0.0457 19682 99.9949; 1 0.0051 19683 100.0000
DT-02 4d6-lowest +5 1296 0 1813/648 1.6727
    3 0.2315 3 0.2315; 20 1.5432 23 1.7747; 63 4.8611 86 6.6358; 144 11.1111 230 17.7469;
    275 21.2191 505 38.9660; 286 22.0679 791 61.0340; 275 21.2191 1066 82.2531;
    144 11.1111 1210 93.3642; 63 4.8611 1273 98.2253; 20 1.5432 1293 99.7685; 3 0.2315 1296 100.0000
DT-03 3d6-table +4 216 0 22/9 1.5635
    4 1.8519 4 1.8519; 6 2.7778 10 4.6296; 25 11.5741 35 16.2037; 46 21.2963 81 37.5000;
    54 25.0000 135 62.5000; 46 21.2963 181 83.7963; 25 11.5741 206 95.3704; 6 2.7778 212 98.1481;
    4 1.8519 216 100.0000
DT-04 d% +4 100 0 129/50 1.6062
    1 1.0000 1 1.0000; 5 5.0000 6 6.0000; 12 12.0000 18 18.0000; 20 20.0000 38 38.0000;
    24 24.0000 62 62.0000; 20 20.0000 82 82.0000; 12 12.0000 94 94.0000; 5 5.0000 99 99.0000;
    1 1.0000 100 100.0000
DT-05 4d6-as-dF +4 1296 0 8/3 1.6330
    16 1.2346 16 1.2346; 64 4.9383 80 6.1728; 160 12.3457 240 18.5185; 256 19.7531 496 38.2716;
    304 23.4568 800 61.7284; 256 19.7531 1056 81.4815; 160 12.3457 1216 93.8272;
    64 4.9383 1280 98.7654; 16 1.2346 1296 100.0000
DT-06 4d3-8 +4 81 0 8/3 1.6330
    1 1.2346 1 1.2346; 4 4.9383 5 6.1728; 10 12.3457 15 18.5185; 16 19.7531 31 38.2716;
    19 23.4568 50 61.7284; 16 19.7531 66 81.4815; 10 12.3457 76 93.8272; 4 4.9383 80 98.7654;
    1 1.2346 81 100.0000
DT-07 1d6-1d6 +5 36 0 35/6 2.4152
    1 2.7778 1 2.7778; 2 5.5556 3 8.3333; 3 8.3333 6 16.6667; 4 11.1111 10 27.7778;
    5 13.8889 15 41.6667; 6 16.6667 21 58.3333; 5 13.8889 26 72.2222; 4 11.1111 30 83.3333;
    3 8.3333 33 91.6667; 2 5.5556 35 97.2222; 1 2.7778 36 100.0000
DT-08 1d6-1d6-low +5 36 0 35/6 2.4152
    1 2.7778 1 2.7778; 2 5.5556 3 8.3333; 3 8.3333 6 16.6667; 4 11.1111 10 27.7778;
    5 13.8889 15 41.6667; 6 16.6667 21 58.3333; 5 13.8889 26 72.2222; 4 11.1111 30 83.3333;
    3 8.3333 33 91.6667; 2 5.5556 35 97.2222; 1 2.7778 36 100.0000
DT-09 d66 +4 36 0 19/6 1.7795
    1 2.7778 1 2.7778; 2 5.5556 3 8.3333; 4 11.1111 7 19.4444; 7 19.4444 14 38.8889;
    8 22.2222 22 61.1111; 7 19.4444 29 80.5556; 4 11.1111 33 91.6667; 2 5.5556 35 97.2222;
    1 2.7778 36 100.0000
DT-10 d100 +4 100 1/100 26499/10000 1.6279
    1 1.0000 1 1.0000; 5 5.0000 6 6.0000; 13 13.0000 19 19.0000; 20 20.0000 39 39.0000;
    23 23.0000 62 62.0000; 19 19.0000 81 81.0000; 13 13.0000 94 94.0000; 5 5.0000 99 99.0000;
    1 1.0000 100 100.0000
DT-11 npc-d6 +3 36 0 10/9 1.0541
    1 2.7778 1 2.7778; 2 5.5556 3 8.3333; 3 8.3333 6 16.6667; 24 66.6667 30 83.3333;
    3 8.3333 33 91.6667; 2 5.5556 35 97.2222; 1 2.7778 36 100.0000
DT-17 4dF+1adv +4 81 1/3 20/9 1.4907
    1 1.2346 1 1.2346; 5 6.1728 6 7.4074; 12 14.8148 18 22.2222; 19 23.4568 37 45.6790;
    20 24.6914 57 70.3704; 15 18.5185 72 88.8889; 7 8.6420 79 97.5309; 2 2.4691 81 100.0000
DT-17 4dF+2adv +4 81 2/3 16/9 1.3333
    1 1.2346 1 1.2346; 6 7.4074 7 8.6420; 15 18.5185 22 27.1605; 22 27.1605 44 54.3210;
    21 25.9259 65 80.2469; 12 14.8148 77 95.0617; 4 4.9383 81 100.0000
DT-17 4dF+3adv +4 81 1 4/3 1.1547
    1 1.2346 1 1.2346; 7 8.6420 8 9.8765; 19 23.4568 27 33.3333; 26 32.0988 53 65.4321;
    20 24.6914 73 90.1235; 8 9.8765 81 100.0000
DT-17 4dF+4adv +4 81 4/3 8/9 0.9428
    1 1.2346 1 1.2346; 8 9.8765 9 11.1111; 24 29.6296 33 40.7407; 32 39.5062 65 80.2469;
    16 19.7531 81 100.0000
DT-18 4dF-1dis +3 81 -1/3 20/9 1.4907
    2 2.4691 2 2.4691; 7 8.6420 9 11.1111; 15 18.5185 24 29.6296; 20 24.6914 44 54.3210;
    19 23.4568 63 77.7778; 12 14.8148 75 92.5926; 5 6.1728 80 98.7654; 1 1.2346 81 100.0000
DT-18 4dF-2dis +2 81 -2/3 16/9 1.3333
    4 4.9383 4 4.9383; 12 14.8148 16 19.7531; 21 25.9259 37 45.6790; 22 27.1605 59 72.8395;
    15 18.5185 74 91.3580; 6 7.4074 80 98.7654; 1 1.2346 81 100.0000
DT-18 4dF-3dis +1 81 -1 4/3 1.1547
    8 9.8765 8 9.8765; 20 24.6914 28 34.5679; 26 32.0988 54 66.6667; 19 23.4568 73 90.1235;
    7 8.6420 80 98.7654; 1 1.2346 81 100.0000
DT-18 4dF-4dis +0 81 -4/3 8/9 0.9428
    16 19.7531 16 19.7531; 32 39.5062 48 59.2593; 24 29.6296 72 88.8889; 8 9.8765 80 98.7654;
    1 1.2346 81 100.0000
"""


@frozen
class Printed:
    """A table of a technique, as printed."""

    head: list[str]
    cells: list[list[str]]

    @classmethod
    def read(cls, block: str) -> Printed:
        head, cells = block.split("\n", 1)
        return cls(head.split(), [cell.split() for cell in cells.split(";")])

    @property
    def spec(self) -> str:
        return self.head[1]

    @property
    def cases(self) -> int:
        return int(self.head[3])

    @property
    def moments(self) -> list[str]:
        return self.head[4:]

    def rows(self) -> dict[int, list[str]]:
        top = int(self.head[2])
        return {top - i: cell for i, cell in enumerate(self.cells)}


TABLES = [Printed.read(f"DT-{block}") for block in PRINTED.split("DT-")[1:]]
TECHNIQUES = [printed.spec for printed in TABLES]

each_printed = pytest.mark.parametrize(
    "printed", [pytest.param(p, id=p.spec, marks=pytest.mark.rule(p.head[0])) for p in TABLES]
)
each_technique = pytest.mark.parametrize("spec", TECHNIQUES)


@each_printed
def test_a_technique_has_its_printed_ways_and_percents_to_the_last_digit(printed: Printed) -> None:
    pmf = read_dice(printed.spec).pmf()
    assert pmf.out_of == printed.cases
    for n, cells in printed.rows().items():
        ways, tail = pmf.ways(n), pmf.ways_at_least(n)
        assert cells == [str(ways), percent(pmf.chance(n)), str(tail), percent(pmf.at_least(n))]


@each_printed
def test_a_technique_reaches_no_further_than_its_printed_table(printed: Printed) -> None:
    pmf = read_dice(printed.spec).pmf()
    totals = list(printed.rows())
    assert (pmf.high, pmf.low) == (totals[0], totals[-1])
    assert pmf.at_least(totals[-1]) == 1
    assert pmf.at_least(totals[0] + 1) == 0


@each_printed
def test_a_technique_has_its_printed_mean_variance_and_spread(printed: Printed) -> None:
    pmf = read_dice(printed.spec).pmf()
    mean, variance, spread = printed.moments
    assert (pmf.mean, pmf.variance) == (Fraction(mean), Fraction(variance))
    assert root(pmf.variance) == spread


@each_printed
def test_playing_every_draw_gives_exactly_the_chances_of_a_technique(printed: Printed) -> None:
    dice = read_dice(printed.spec)
    assert by_total(dice) == dict(dice.pmf())


OVERVIEW = """
    4dF     4d6-lowest 3d6-table d%     d100     d66    1d6-1d6 npc-d6
    0.0000   0.2315   0.0000   0.0000   0.0000   0.0000   2.7778   0.0000
    1.2346   1.7747   1.8519   1.0000   1.0000   2.7778   8.3333   0.0000
    6.1728   6.6358   4.6296   6.0000   6.0000   8.3333  16.6667   2.7778
    18.5185  17.7469  16.2037  18.0000  19.0000  19.4444  27.7778   8.3333
    38.2716  38.9660  37.5000  38.0000  39.0000  38.8889  41.6667  16.6667
    61.7284  61.0340  62.5000  62.0000  62.0000  61.1111  58.3333  83.3333
    81.4815  82.2531  83.7963  82.0000  81.0000  80.5556  72.2222  91.6667
    93.8272  93.3642  95.3704  94.0000  94.0000  91.6667  83.3333  97.2222
    98.7654  98.2253  98.1481  99.0000  99.0000  97.2222  91.6667 100.0000
    100.0000 99.7685 100.0000 100.0000 100.0000 100.0000  97.2222 100.0000
    100.0000 100.0000 100.0000 100.0000 100.0000 100.0000 100.0000 100.0000
"""


@pytest.mark.rule("DT-01", "DT-02", "DT-03", "DT-04", "DT-07", "DT-09", "DT-10", "DT-11", "FU-31", "WX-FU-7")
def test_the_overview_of_chances_from_plus_5_down_to_minus_5_is_right() -> None:
    specs, *rows = [line.split() for line in OVERVIEW.strip().splitlines()]
    for n, row in zip(range(5, -6, -1), rows, strict=True):
        assert row == [percent(read_dice(spec).pmf().at_least(n)) for spec in specs]


@pytest.mark.rule("DT-12", "FU-53", "FU-54")
def test_an_npc_may_stand_fixed_or_roll_one_or_two_fudge_dice() -> None:
    assert dict(read_dice("0dF").pmf()) == {0: 1}
    assert [percent(chance) for _, chance in read_dice("1dF").pmf()] == ["33.3333"] * 3
    thirds = ["11.1111", "22.2222", "33.3333", "22.2222", "11.1111"]
    assert [percent(chance) for _, chance in read_dice("2dF").pmf()] == thirds


@pytest.mark.rule("DT-13", "FU-33")
def test_even_on_4dF_comes_41_times_in_81() -> None:
    even = sum(chance for total, chance in read_dice("4dF").pmf() if total % 2 == 0)
    assert even == Fraction(41, 81)
    assert (percent(even), percent(1 - even)) == ("50.6173", "49.3827")
    assert sum(chance for total, chance in read_dice("1d6").pmf() if total % 2 == 0) == Fraction(1, 2)


@pytest.mark.rule("DT-13")
def test_2d6_gives_2_to_12_in_36_ways() -> None:
    pmf = read_dice("2d6").pmf()
    assert [pmf.ways(n) for n in range(2, 13)] == [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]


@pytest.mark.rule("DT-13", "ER-20", "FU-59", "FU-60")
@pytest.mark.parametrize(
    ("spec", "each_side"),
    [
        ("4dF", "1/81 1.2346"),
        ("3d6-table", "4/216 1.8519"),
        ("d%", "1/100 1.0000"),
        ("4d6-lowest", "23/1296 1.7747"),
        ("5dF", "6/243 2.4691"),
        ("1dF", "0/3 0.0000"),
        ("2dF", "0/9 0.0000"),
        ("npc-d6", "0/36 0.0000"),
    ],
)
def test_a_natural_4_or_beyond_is_as_rare_as_printed_on_either_side(spec: str, each_side: str) -> None:
    pmf = read_dice(spec).pmf()
    ways, cases = pmf.cases_at_least(4)
    assert f"{ways}/{cases} {percent(pmf.at_least(4))}" == each_side
    assert 1 - pmf.at_least(-3) == pmf.at_least(4)


# --- how each technique reads its faces --------------------------------------------------------------------

EXAMPLES = [
    ("PF-02", "4dF", (1, 0, -1, -1), -1),
    ("FU-21 WX-FU-4", "4dF", (1, 1, 0, -1), 1),
    ("FU-22", "4d6-as-dF", (2, 3, 5, 6), 1),
    ("FL-32 WX-FL-2", "4d6-as-dF", (1, 1, 2, 5), -2),
    ("FU-23", "4d3-8", (3, 3, 2, 1), 1),
    ("FU-24 WX-FU-5", "4d6-lowest", (4, 3, 3, 3), 0),
    ("FU-24 WX-FU-5", "4d6-lowest", (1, 1, 2, 4), 1),
    ("FU-24", "4d6-lowest", (2, 4, 1, 1), -1),
    ("FU-25 WX-FU-6", "3d6-table", (3, 3, 6), 1),
    ("FU-26", "d%", (62,), 0),
    ("FU-26", "d%", (63,), 1),
    ("FU-27", "d%", (percentile(0, 0),), 4),
    ("FU-27", "d%", (percentile(0, 1),), -4),
    ("FL-92", "d100", (62,), 1),
    ("FL-89", "1d6-1d6", (6, 5), 1),
    ("DT-08", "1d6-1d6-low", (6, 5), -5),
    ("FL-90", "1d6-1d6-low", (2, 5), 2),
    ("FL-90", "1d6-1d6-low", (4, 1), -1),
    ("FL-90", "1d6-1d6-low", (3, 3), 0),
    ("FL-91", "d66", (2, 5), 0),
    ("FL-91", "d66", (5, 6), 3),
    ("FL-91", "d66", (6, 5), 3),
    ("FU-55", "npc-d6", (4,), 0),
    ("FU-56", "npc-d6", (1, 5), -2),
    ("FU-56", "npc-d6", (6, 6), 3),
    ("FU-19", "diceless", (), 0),
    ("FL-117", "4dF+2adv", (-1, 1, -1, 0), 0),
    ("FL-118", "4dF-2dis", (1, -1, 1, 0), 0),
    ("PO-06", "poly-d12+3", (9,), 12),
    ("PO-04", "poly-d4-2", (4,), 2),
    ("PO-05", "poly-d4-3", (4,), 1),
    ("PO-17 WX-PO-4", "poly-d6-exploding", (6, 6, 4), 16),
    ("PO-18", "poly-d4-1-exploding", (4, 4, 1), 8),
    ("PO-19", "poly-d8-snake-eyes", (1, 1), FUMBLE),
    ("PO-20", "poly-d8-exploding-snake-eyes", (1, 5), 1),
    ("PO-20", "poly-d8-exploding-snake-eyes", (1, 8), 1),
    ("PO-21", "poly-d6-exploding-snake-eyes", (6, 6, 1), 13),
    ("PO-23", "poly-d8-exploding-1pt", (3,), 11),
    ("PO-24", "poly-d6-exploding-2pt", (2,), 14),
    ("PO-25", "poly-d8-exploding-1pt", (1,), 9),
    ("DT-13", "2d6", (1, 2), 3),
]


@pytest.mark.parametrize(
    ("spec", "faces", "total"),
    [pytest.param(*example, marks=pytest.mark.rule(*rules.split())) for rules, *example in EXAMPLES],
)
def test_faces_come_to_the_total_of_the_worked_example(spec: str, faces: tuple[int, ...], total: int) -> None:
    dice = read_dice(spec)
    assert dice.refuse(faces) is None
    assert dice.total(faces) == total
    assert dice.refuse_total(total) is None


def lowest_of_four(p1: int, p2: int, n1: int, n2: int) -> int:
    signed = {+p1, +p2, -n1, -n2}
    least = min(map(abs, signed))
    kept = {value for value in signed if abs(value) == least}
    return 0 if len(kept) == 2 else kept.pop()


def cut(edges: str, number: int) -> int:
    """Return the result, -4 and up, of a number in a table given by the last number of each row."""
    return next(i for i, last in enumerate(edges.split(), -4) if number <= int(last))


D66 = "-4-3-2-2-1+0 -3-1-1-1+0+1 -2-1+0+0+1+2 -2-1+0+0+1+2 -1+0+1+1+1+3 +0+1+2+2+3+4"

MEANING: dict[str, Callable[..., int]] = {
    "4d6-lowest": lowest_of_four,
    "3d6-table": lambda *d: cut("4 5 7 9 11 13 15 16 18", sum(d)),
    "d%": lambda d: cut("1 6 18 38 62 82 94 99 100", d),
    "d100": lambda d: cut("1 6 19 38 61 81 94 99 100", d),
    "d66": lambda a, b: int(D66[13 * a + 2 * b - 15 :][:2]),
    "1d6-1d6": lambda plus, minus: plus - minus,
    "1d6-1d6-low": lambda plus, minus: 0 if plus == minus else plus if plus < minus else -minus,
    "4d6-as-dF": lambda *d: sum((n + 1) // 2 - 2 for n in d),
    "4d3-8": lambda *d: sum(d) - 8,
    "3dF": lambda *d: sum(d),
    "4dF+1adv": lambda a, *d: max(a, 0) + sum(d),
    "4dF+3adv": lambda a, b, c, d: max(a, 0) + max(b, 0) + max(c, 0) + d,
    "4dF-2dis": lambda a, b, *d: min(a, 0) + min(b, 0) + sum(d),
    "npc-d6": lambda d, by=0: (by > 0) * (1 + (by > 3) + (by > 5)) * (1 if d == 6 else -1),
    "1d4+1d6-1d8+2": lambda a, b, c: a + b - c + 2,
}


@pytest.mark.rule("DT-01", "DT-02", "DT-03", "DT-04", "DT-05", "DT-06", "DT-07", "DT-08", "DT-09", "DT-10")
@pytest.mark.rule("DT-11", "DT-17", "DT-18", "RT-03")
@pytest.mark.parametrize("spec", MEANING)
def test_every_combination_of_faces_is_read_as_the_technique_means_it(spec: str) -> None:
    dice = read_dice(spec)
    for faces, _ in every_roll(dice):
        assert dice.total(faces) == MEANING[spec](*faces), faces


@pytest.mark.rule("ER-35")
@pytest.mark.parametrize(("spec", "beyond"), [("1d6-1d6", "16.6667"), ("1d6-1d6-low", "16.6667"), ("4dF", "2.4691")])
def test_a_d6_less_a_d6_is_a_far_wilder_roll_than_4dF(spec: str, beyond: str) -> None:
    pmf = read_dice(spec).pmf()
    assert percent(sum((pmf.chance(n) for n in (-5, -4, 4, 5)), Fraction())) == beyond


@pytest.mark.rule("ER-13")
def test_the_two_percentile_tables_differ_at_19_62_and_82_alone() -> None:
    srd, lite = read_dice("d%"), read_dice("d100")
    differing = {n: (srd.total((n,)), lite.total((n,))) for n in range(1, 101)}
    assert {n: both for n, both in differing.items() if both[0] != both[1]} == {
        19: (-1, -2),
        62: (0, 1),
        82: (1, 2),
    }


@pytest.mark.rule("ER-13")
@pytest.mark.parametrize(("spec", "variation", "tail"), [("d%", "1.1605", "0.5185"), ("d100", "1.6790", "0.7284")])
def test_the_srd_percentile_table_is_the_nearer_to_4dF(spec: str, variation: str, tail: str) -> None:
    mine, theirs = read_dice(spec).pmf(), read_dice("4dF").pmf()
    span = range(-4, 5)
    assert percent(sum((abs(mine.chance(n) - theirs.chance(n)) for n in span), Fraction()) / 2) == variation
    assert percent(max(abs(mine.at_least(n) - theirs.at_least(n)) for n in span)) == tail


@pytest.mark.rule("ER-14")
def test_the_d100_table_is_not_symmetric() -> None:
    pmf = read_dice("d100").pmf()
    assert pmf.mean == Fraction(1, 100)
    assert (pmf.ways(-1), pmf.ways(1)) == (19, 20)
    assert pmf.at_least(1) == Fraction(39, 100)


@pytest.mark.rule("DT-05", "DT-06", "FU-22", "FU-23")
@pytest.mark.parametrize("spec", ["4d3-8", "4d6-as-dF"])
def test_other_dice_can_stand_in_for_4dF_exactly(spec: str) -> None:
    assert dict(read_dice(spec).pmf()) == dict(read_dice("4dF").pmf())


@pytest.mark.rule("DT-07", "DT-08")
def test_the_two_forms_of_1d6_minus_1d6_have_the_same_odds_and_other_totals() -> None:
    subtracting, lower = read_dice("1d6-1d6"), read_dice("1d6-1d6-low")
    assert dict(subtracting.pmf()) == dict(lower.pmf())
    assert (subtracting.total((6, 5)), lower.total((6, 5))) == (1, -5)
    assert subtracting != lower


@pytest.mark.rule("DT-18")
@pytest.mark.parametrize("k", [1, 2, 3, 4])
def test_disadvantage_is_the_mirror_image_of_advantage(k: int) -> None:
    advantage, disadvantage = read_dice(f"4dF+{k}adv").pmf(), read_dice(f"4dF-{k}dis").pmf()
    assert dict(disadvantage) == {-total: chance for total, chance in advantage}


@pytest.mark.rule("ER-15")
def test_two_techniques_that_roll_four_d6_are_told_apart() -> None:
    lowest, as_fudge = read_dice("4d6-lowest"), read_dice("4d6-as-dF")
    assert lowest != as_fudge
    assert (lowest.pmf().high, as_fudge.pmf().high) == (5, 4)
    assert read_dice("4d6").pmf().high == 24


@pytest.mark.rule("ER-10", "FU-31", "ER-41")
def test_the_printed_success_rates_of_4dF_are_wrong_at_plus_2_and_minus_1_alone() -> None:
    printed = dict(zip(range(4, -5, -1), [1, 6, 18, 38, 62, 82, 94, 99, 100], strict=True))
    pmf = read_dice("4dF").pmf()
    wrong = {n for n, cell in printed.items() if abs(100 * pmf.at_least(n) - cell) > Fraction(1, 2)}
    assert wrong == {2, -1}
    exact = read_dice("d%").pmf()
    assert all(100 * exact.at_least(n) == cell for n, cell in printed.items())


@pytest.mark.rule("ER-11", "FU-30")
@pytest.mark.parametrize(
    ("spec", "top", "printed"),
    [
        ("3d6-table", 4, "2 5 16 38 62 84 95 98 100"),
        ("4d6-lowest", 5, "0.2 2 7 18 39 61 82 93 98 99.8 100"),
    ],
)
def test_the_other_printed_success_rates_are_right_as_rounded(spec: str, top: int, printed: str) -> None:
    pmf = read_dice(spec).pmf()
    for n, cell in zip(range(top, -6, -1), printed.split(), strict=False):
        half = Fraction(1, 20) if "." in cell else Fraction(1, 2)
        assert abs(100 * pmf.at_least(n) - Fraction(cell)) <= half


# --- polyhedral dice ---------------------------------------------------------------------------------------

LEVELS = ["d4-3", "d4-2", "d4-1", "d4", "d6", "d8", "d10", "d12", *(f"d12+{n}" for n in range(1, 6))]

POLYHEDRAL = {  # a row for each level from Abysmal up, a column for each trait number from 1 up
    "DT-14": """
        1/4 0 0 0 0 0 0 0 0 0 0 0
        1/2 1/4 0 0 0 0 0 0 0 0 0 0
        3/4 1/2 1/4 0 0 0 0 0 0 0 0 0
        1 3/4 1/2 1/4 0 0 0 0 0 0 0 0
        1 5/6 2/3 1/2 1/3 1/6 0 0 0 0 0 0
        1 7/8 3/4 5/8 1/2 3/8 1/4 1/8 0 0 0 0
        1 9/10 4/5 7/10 3/5 1/2 2/5 3/10 1/5 1/10 0 0
        1 11/12 5/6 3/4 2/3 7/12 1/2 5/12 1/3 1/4 1/6 1/12
        1 1 11/12 5/6 3/4 2/3 7/12 1/2 5/12 1/3 1/4 1/6
        1 1 1 11/12 5/6 3/4 2/3 7/12 1/2 5/12 1/3 1/4
        1 1 1 1 11/12 5/6 3/4 2/3 7/12 1/2 5/12 1/3
        1 1 1 1 1 11/12 5/6 3/4 2/3 7/12 1/2 5/12
        1 1 1 1 1 1 11/12 5/6 3/4 2/3 7/12 1/2
    """,
    "DT-15": """
        1/4 1/4 3/16 1/8 1/16 1/16 3/64 1/32 1/64 1/64 3/256 1/128
        1/2 1/4 1/4 3/16 1/8 1/16 1/16 3/64 1/32 1/64 1/64 3/256
        3/4 1/2 1/4 1/4 3/16 1/8 1/16 1/16 3/64 1/32 1/64 1/64
        1 3/4 1/2 1/4 1/4 3/16 1/8 1/16 1/16 3/64 1/32 1/64
        1 5/6 2/3 1/2 1/3 1/6 1/6 5/36 1/9 1/12 1/18 1/36
        1 7/8 3/4 5/8 1/2 3/8 1/4 1/8 1/8 7/64 3/32 5/64
        1 9/10 4/5 7/10 3/5 1/2 2/5 3/10 1/5 1/10 1/10 9/100
        1 11/12 5/6 3/4 2/3 7/12 1/2 5/12 1/3 1/4 1/6 1/12
        1 1 11/12 5/6 3/4 2/3 7/12 1/2 5/12 1/3 1/4 1/6
        1 1 1 11/12 5/6 3/4 2/3 7/12 1/2 5/12 1/3 1/4
        1 1 1 1 11/12 5/6 3/4 2/3 7/12 1/2 5/12 1/3
        1 1 1 1 1 11/12 5/6 3/4 2/3 7/12 1/2 5/12
        1 1 1 1 1 1 11/12 5/6 3/4 2/3 7/12 1/2
    """,
    "DT-16": """
        1/4 1/4 3/16 1/8 1/16 1/16 3/64 1/32 1/64 1/64 3/256 1/128
        1/2 1/4 1/4 3/16 1/8 1/16 1/16 3/64 1/32 1/64 1/64 3/256
        3/4 1/2 1/4 1/4 3/16 1/8 1/16 1/16 3/64 1/32 1/64 1/64
        15/16 3/4 1/2 1/4 1/4 3/16 1/8 1/16 1/16 3/64 1/32 1/64
        35/36 5/6 2/3 1/2 1/3 1/6 1/6 5/36 1/9 1/12 1/18 1/36
        63/64 7/8 3/4 5/8 1/2 3/8 1/4 1/8 1/8 7/64 3/32 5/64
        99/100 9/10 4/5 7/10 3/5 1/2 2/5 3/10 1/5 1/10 1/10 9/100
        143/144 11/12 5/6 3/4 2/3 7/12 1/2 5/12 1/3 1/4 1/6 1/12
        143/144 143/144 11/12 5/6 3/4 2/3 7/12 1/2 5/12 1/3 1/4 1/6
        143/144 143/144 143/144 11/12 5/6 3/4 2/3 7/12 1/2 5/12 1/3 1/4
        143/144 143/144 143/144 143/144 11/12 5/6 3/4 2/3 7/12 1/2 5/12 1/3
        143/144 143/144 143/144 143/144 143/144 11/12 5/6 3/4 2/3 7/12 1/2 5/12
        143/144 143/144 143/144 143/144 143/144 143/144 11/12 5/6 3/4 2/3 7/12 1/2
    """,
    "DT-19": """
        1 1 3/4 1/2 1/4 1/4 3/16 1/8 1/16 1/16 3/64 1/32
        1 1 1 3/4 1/2 1/4 1/4 3/16 1/8 1/16 1/16 3/64
        1 1 1 1 3/4 1/2 1/4 1/4 3/16 1/8 1/16 1/16
        1 1 1 1 1 3/4 1/2 1/4 1/4 3/16 1/8 1/16
        1 1 1 1 1 1 1 5/6 2/3 1/2 1/3 1/6
        1 1 1 1 1 1 1 1 1 7/8 3/4 5/8
        1 1 1 1 1 1 1 1 1 1 1 9/10
        1 1 1 1 1 1 1 1 1 1 1 1
        1 1 1 1 1 1 1 1 1 1 1 1
        1 1 1 1 1 1 1 1 1 1 1 1
        1 1 1 1 1 1 1 1 1 1 1 1
        1 1 1 1 1 1 1 1 1 1 1 1
        1 1 1 1 1 1 1 1 1 1 1 1
    """,
}

PERCENTS = """
    1/128 0.7813 3/256 1.1719 1/64 1.5625 1/36 2.7778 1/32 3.1250 3/64 4.6875 1/18 5.5556 1/16 6.2500
    5/64 7.8125 1/12 8.3333 9/100 9.0000 3/32 9.3750 1/10 10.0000 7/64 10.9375 1/9 11.1111 1/8 12.5000
    5/36 13.8889 1/6 16.6667 3/16 18.7500 1/5 20.0000 1/4 25.0000 3/10 30.0000 1/3 33.3333 3/8 37.5000
    2/5 40.0000 5/12 41.6667 1/2 50.0000 7/12 58.3333 3/5 60.0000 5/8 62.5000 2/3 66.6667 7/10 70.0000
    3/4 75.0000 4/5 80.0000 5/6 83.3333 7/8 87.5000 9/10 90.0000 11/12 91.6667 15/16 93.7500
    35/36 97.2222 63/64 98.4375 99/100 99.0000 143/144 99.3056
"""
OPTIONS = {
    "DT-14": {"exploding": False, "snake_eyes": False, "points": 0},
    "DT-15": {"exploding": True, "snake_eyes": False, "points": 0},
    "DT-16": {"exploding": True, "snake_eyes": True, "points": 0},
    "DT-19": {"exploding": True, "snake_eyes": True, "points": 1},
}


@pytest.mark.rule("DT-14", "DT-15", "DT-16", "DT-19")
def test_the_percents_beside_the_polyhedral_fractions_are_right() -> None:
    cells = PERCENTS.split()
    assert {f: percent(Fraction(f)) for f in cells[::2]} == dict(zip(cells[::2], cells[1::2], strict=True))
    fractions = {cell for table in POLYHEDRAL.values() for cell in table.split()}
    assert fractions - {"0", "1"} == set(cells[::2])


@pytest.mark.parametrize("rule", [pytest.param(rule, marks=pytest.mark.rule(rule)) for rule in POLYHEDRAL])
def test_the_polyhedral_dice_reach_each_trait_number_as_printed(rule: str) -> None:
    for level, row in enumerate(POLYHEDRAL[rule].strip().splitlines()):
        dice = polyhedral(level, **OPTIONS[rule])  # type: ignore[arg-type]
        assert [str(dice.pmf().at_least(n)) for n in range(1, 13)] == row.split(), dice


@pytest.mark.rule("PO-02", "PO-03", "PO-04", "PO-05", "PO-06", "ER-24")
def test_each_level_has_its_die() -> None:
    specs = [polyhedral(level, exploding=False, snake_eyes=False).spec for level in range(13)]
    assert specs == [f"poly-{die}" for die in LEVELS]


@pytest.mark.rule("PO-02", "PO-03", "PO-06")
@pytest.mark.parametrize(("level", "sides", "modifier"), [(2, 4, -1), (3, 4, 0), (5, 8, 0), (8, 12, 1)])
def test_a_polyhedral_die_can_be_named_by_its_sides_instead_of_a_level(level: int, sides: int, modifier: int) -> None:
    by_sides = polyhedral_die(sides, modifier, exploding=True, snake_eyes=True)
    assert by_sides == polyhedral(level, exploding=True, snake_eyes=True)


@pytest.mark.parametrize(
    ("sides", "modifier", "points", "sentence"),
    [
        (20, 0, 0, "the polyhedral dice are d4, d6, d8, d10 and d12, not d20"),
        (6, 10**9 + 1, 0, "1,000,000,001 is too large: results and modifiers go to ±1,000,000,000"),
        (6, 0, 101, "0 to 100 fudge points can go into a roll, not 101"),
        (6, 0, -1, "0 to 100 fudge points can go into a roll, not -1"),
    ],
)
def test_a_polyhedral_die_beyond_the_limits_is_refused(sides: int, modifier: int, points: int, sentence: str) -> None:
    with pytest.raises(DiceError) as refusal:
        polyhedral_die(sides, modifier, exploding=False, snake_eyes=False, points=points)
    assert str(refusal.value) == sentence


@pytest.mark.rule("DT-14")
@pytest.mark.parametrize(("level", "chance"), [(0, "1/2"), (1, "3/4"), (2, "1"), (3, "1"), (12, "1")])
def test_the_plain_dice_reach_level_0_as_printed(level: int, chance: str) -> None:
    assert str(polyhedral(level, exploding=False, snake_eyes=False).pmf().at_least(0)) == chance


@pytest.mark.rule("PO-16")
@pytest.mark.parametrize("options", [OPTIONS["DT-14"], OPTIONS["DT-15"], OPTIONS["DT-16"]])
def test_every_level_from_poor_up_reaches_itself_half_the_time(options: dict[str, int]) -> None:
    for level in range(2, 13):
        assert polyhedral(level, **options).pmf().at_least(level) == Fraction(1, 2)  # type: ignore[arg-type]


@pytest.mark.rule("DT-16", "PO-19")
@pytest.mark.parametrize(("level", "fumble"), [(3, 16), (4, 36), (5, 64), (6, 100), (7, 144), (8, 144)])
@pytest.mark.parametrize("exploding", [True, False])
def test_snake_eyes_come_once_in_the_square_of_the_sides(level: int, fumble: int, exploding: bool) -> None:
    pmf = polyhedral(level, exploding=exploding, snake_eyes=True).pmf()
    assert pmf.low == FUMBLE
    assert pmf.chance(FUMBLE) == Fraction(1, fumble)
    assert pmf.at_least(FUMBLE) == 1


@pytest.mark.rule("DT-15", "PO-17")
def test_6_6_4_on_a_d6_makes_16_once_in_216() -> None:
    pmf = read_dice("poly-d6-exploding").pmf()
    assert pmf.chance(16) == pmf.chance(13) == Fraction(1, 216)
    assert pmf.at_least(13) == Fraction(1, 36)


@pytest.mark.rule("PO-18")
def test_the_modifier_of_a_die_is_added_once_however_often_it_explodes() -> None:
    assert polyhedral(2, exploding=True, snake_eyes=False).pmf().at_least(8) == Fraction(1, 16)


@pytest.mark.rule("DT-19", "PO-24")
@pytest.mark.parametrize(("sides", "certain"), [(4, 9), (6, 13)])
def test_two_fudge_points_are_certain_up_to_twice_the_sides_and_one(sides: int, certain: int) -> None:
    pmf = read_dice(f"poly-d{sides}-exploding-2pt").pmf()
    assert pmf.at_least(certain) == 1 > pmf.at_least(certain + 1)


@pytest.mark.rule("PO-25")
def test_there_are_no_snake_eyes_after_a_fudge_point() -> None:
    dice = polyhedral(5, exploding=True, snake_eyes=True, points=1)
    assert dice.spec == "poly-d8-exploding-1pt"
    assert dice.refuse((1,)) is None


@pytest.mark.rule("ER-25", "PO-14", "PO-39")
def test_legendary_never_falls_below_poor_but_by_snake_eyes() -> None:
    assert polyhedral(8, exploding=True, snake_eyes=False).pmf().at_least(2) == 1
    assert polyhedral(8, exploding=True, snake_eyes=True).pmf().at_least(2) == 1 - Fraction(1, 144)


@pytest.mark.rule("PO-39")
@pytest.mark.parametrize("level", range(2, 8))
def test_any_other_level_can_fall_to_terrible(level: int) -> None:
    assert polyhedral(level, exploding=False, snake_eyes=False).pmf().low <= 1


@pytest.mark.rule("PO-40")
def test_fair_reaches_superb_far_more_often_than_with_4dF() -> None:
    assert polyhedral(4, exploding=True, snake_eyes=True).pmf().at_least(7) == Fraction(1, 6)
    assert read_dice("4dF").pmf().at_least(3) == Fraction(5, 81)


@pytest.mark.rule("ER-26", "PO-08")
def test_poor_reaches_fair_only_by_exploding() -> None:
    assert polyhedral(2, exploding=False, snake_eyes=False).pmf().at_least(4) == 0
    assert polyhedral(2, exploding=True, snake_eyes=True).pmf().at_least(4) == Fraction(1, 4)


PLAIN = {  # the percents of the published tables by difficulty; a column for each level from Poor up
    8: "0 0 0 13 30 42 50",
    7: "0 0 0 25 40 50 58",
    6: "0 0 17 38 50 58 67",
    5: "0 0 33 50 60 67 75",
    4: "0 25 50 63 70 75 83",
    3: "25 50 67 75 80 83 92",
    2: "50 75 83 88 90 92 100",
    1: "75 100 100 100 100 100 100",
}
EXPLODING = {
    8: "6 6 14 12 30 42 50",
    7: "6 12 17 25 40 50 58",
    6: "12 19 17 38 50 58 67",
    5: "19 25 33 50 60 67 75",
    4: "25 25 50 62 70 75 83",
    3: "25 50 67 75 80 83 92",
    2: "50 75 83 88 90 92 100",
    1: "75 100 100 100 100 100",
}


def off_by_more_than_rounding(published: dict[int, str], **options: bool) -> set[tuple[int, int]]:
    """Return the cells (level, difficulty) whose percent is not the exact chance rounded either way."""
    cells = {(level, n): int(cell) for n, row in published.items() for level, cell in enumerate(row.split(), 2)}
    pmfs = {level: polyhedral(level, **options).pmf() for level in range(2, 9)}
    return {
        (level, n) for (level, n), cell in cells.items() if abs(100 * pmfs[level].at_least(n) - cell) > Fraction(1, 2)
    }


@pytest.mark.rule("ER-22", "ER-29", "PO-38")
def test_the_published_plain_table_is_right_in_every_cell() -> None:
    assert off_by_more_than_rounding(PLAIN, exploding=False, snake_eyes=False) == set()


@pytest.mark.rule("ER-23")
def test_the_published_exploding_table_leaves_snake_eyes_out_of_six_cells() -> None:
    assert off_by_more_than_rounding(EXPLODING, exploding=True, snake_eyes=False) == set()
    wrong = off_by_more_than_rounding(EXPLODING, exploding=True, snake_eyes=True)
    assert wrong == {(3, 1), (4, 1), (5, 1), (6, 1), (7, 1), (8, 2)}


@pytest.mark.rule("DT-15", "DT-16", "DT-19")
@pytest.mark.parametrize("options", ["", "-exploding", "-snake-eyes", "-exploding-snake-eyes", "-exploding-2pt"])
@pytest.mark.parametrize("die", ["d4-2", "d4", "d6", "d12+1"])
def test_playing_every_draw_gives_the_polyhedral_chances_as_far_as_four_dice_go(die: str, options: str) -> None:
    dice = read_dice(f"poly-{die}{options}")
    played = by_total(dice, longest=4)
    assert all(dice.pmf().chance(total) == chance for total, chance in played.items())
    far = next(total for total, _ in dice.pmf() if total > max(played)) if "exploding" in options else 0
    assert sum(played.values()) == 1 - (dice.pmf().at_least(far) if far else 0)


# --- tables of one's own -----------------------------------------------------------------------------------


@pytest.mark.rule("FU-28", "OC-03")
def test_a_table_of_ones_own_is_kept_whole_in_its_spelling() -> None:
    dice = table_dice("Omens", 100, [(51, 100, 1), (1, 1, -4), (2, 50, 0)])
    assert dice.spec == "d100[omens|1>-4|2-50>0|51-100>+1]"
    assert read_dice(dice.spec) == dice
    assert [dice.total((n,)) for n in (1, 2, 50, 51, 100)] == [-4, 0, 0, 1, 1]
    assert dict(dice.pmf()) == {-4: Fraction(1, 100), 0: Fraction(49, 100), 1: Fraction(1, 2)}


@pytest.mark.rule("FU-28")
def test_a_result_may_stand_in_several_rows_and_lie_far_from_the_others() -> None:
    pmf = table_dice("gold", 6, [(1, 2, 5), (3, 4, 10**9), (5, 6, 5)]).pmf()
    assert (pmf.ways(5), pmf.ways(10**9), pmf.out_of) == (4, 2, 6)


@pytest.mark.rule("FU-28", "OC-03")
@pytest.mark.parametrize(
    ("rows", "sentence"),
    [
        ([(2, 100, 0)], "omens leaves out 1"),
        ([(1, 18, -1), (21, 100, 0)], "omens leaves out 19-20"),
        ([(1, 99, 0)], "omens leaves out 100"),
        ([], "omens leaves out 1-100"),
        ([(1, 19, -1), (19, 100, 0)], "omens has 19 twice"),
        ([(1, 60, -1), (40, 100, 0)], "omens has 40-60 twice"),
        ([(1, 100, 0), (7, 9, 0)], "omens has 7-9 twice"),
        ([(1, 101, 0)], "omens has a row 1-101, but its die shows 1 to 100"),
        ([(0, 100, 0)], "omens has a row 0-100, but its die shows 1 to 100"),
        ([(9, 7, 0)], "omens has a row 9-7, but its die shows 1 to 100"),
    ],
)
def test_a_table_with_a_hole_or_an_overlap_is_refused_by_its_first(
    rows: list[tuple[int, int, int]], sentence: str
) -> None:
    with pytest.raises(DiceError, match=f"^{sentence}$"):
        table_dice("omens", 100, rows)


@pytest.mark.rule("FU-28")
def test_a_table_has_up_to_200_rows_and_can_then_still_be_read() -> None:
    rows = [(n, n, 10**9 - n) for n in range(1, 202)]
    assert read_dice(table_dice("gold", 200, rows[:200]).spec).total((200,)) == 10**9 - 200
    with pytest.raises(DiceError, match="gold has 201 rows, and a table may have 200"):
        table_dice("gold", 201, rows)


@pytest.mark.rule("FU-27")
def test_two_ten_sided_dice_make_1_to_100_with_00_as_100() -> None:
    numbers = [percentile(tens, ones) for tens, ones in product(range(10), repeat=2)]
    assert sorted(numbers) == list(range(1, 101))
    assert "00 is 100" in str(read_dice("d%").refuse((0,)))
    with pytest.raises(DiceError):
        percentile(10, 0)


# --- reading a spelling ------------------------------------------------------------------------------------

SPELLINGS = [
    ("4df", "4dF"),
    ("dF", "1dF"),
    ("0DF", "0dF"),
    ("100dF", "100dF"),
    ("d20", "1d20"),
    ("1d100", "1d100"),
    ("1d66", "1d66"),
    (" 2 d6", None),
    ("2D6 + 3", "2d6+3"),
    ("3d6\u22122", "3d6-2"),
    ("3+2d6", "2d6+3"),
    ("2d6+1+1d4-3", "2d6+1d4-2"),
    ("-1d6+7", "-1d6+7"),
    ("2d6 3", None),
    ("4d6 Lowest", "4d6-lowest"),
    ("4d6-as-df", "4d6-as-dF"),
    ("d6 as dF", "1d6-as-dF"),
    ("D%", "d%"),
    ("d100", "d100"),
    ("D66", "d66"),
    ("1D6-1D6", "1d6-1d6"),
    ("1d6-1d6-LOW", "1d6-1d6-low"),
    ("NPC-d6", "npc-d6"),
    ("Diceless", "diceless"),
    ("4dF+2adv", "4dF+2adv"),
    ("4dF -2dis", "4dF-2dis"),
    ("4dF 2dis", "4dF-2dis"),
    ("4dF+0adv", "4dF"),
    ("poly d8", "poly-d8"),
    ("poly d4-2 exploding", "poly-d4-2-exploding"),
    ("Poly-d12+1 exploding snake eyes", "poly-d12+1-exploding-snake-eyes"),
    ("poly d8 exploding 2 points", "poly-d8-exploding-2pt"),
    ("poly d8 exploding snake-eyes 1pt", "poly-d8-exploding-1pt"),
    ("d6[luck | 1-5 > 0 | 6 > 1]", "d6[luck|1-5>0|6>+1]"),
]


@pytest.mark.rule("OC-01", "ER-15")
@pytest.mark.parametrize(("text", "spec"), SPELLINGS)
def test_a_spelling_is_read_in_any_case_and_brought_to_one_form(text: str, spec: str | None) -> None:
    if spec is None:
        with pytest.raises(DiceError):
            read_dice(text)
    else:
        assert read_dice(text).spec == str(read_dice(text)) == spec


@pytest.mark.parametrize(
    ("text", "sentence", "hint"),
    [
        ("", "no dice are given", None),
        ("4f", "“4f” is not dice", "4dF"),
        ("4W6", "“4W6” is not dice", "4d6"),
        ("100w6", "“100w6” is not dice", "100d6"),
        ("1w1", "“1w1” is not dice", None),
        ("4d6 low", "“4d6 low” is not dice", "4d6-lowest"),
        ("20", "20 is a number without dice", "1d20"),
        ("101dF", "101 dice are too many: 100 at once is the limit", None),
        ("60d6+41d4", "101 dice are too many: 100 at once is the limit", None),
        ("1d1", "d1 is no die: a die has 2 to 1,000,000 sides", None),
        ("d1000001", "d1000001 is no die: a die has 2 to 1,000,000 sides", None),
        ("0d6", "0d6 rolls nothing: at least 1 die is needed", "1d6"),
        ("0d6-as-dF", "0d6-as-dF rolls nothing: at least 1 die is needed", "1d6-as-dF"),
        ("d100+5", "d100 is a table, which no sum can hold", "1d100+5"),
        ("2d%", "d% is a table, which no sum can hold", "2d100"),
        ("1d6+1000000001", "1,000,000,001 is too large: results and modifiers go to ±1,000,000,000", None),
        ("1d5000+1d6", "5,005 totals are too many for a sum of different dice: 5,000 is the limit", None),
        ("4dF+5adv", "4dF has 4 dice, so 5 of them cannot be advantage dice", None),
        ("poly", "poly is the die of a trait's level: name a trait, or a die", "poly-d6"),
        ("poly-d7", "the polyhedral dice are d4, d6, d8, d10 and d12, not d7", None),
        ("poly-d6-101pt", "0 to 100 fudge points can go into a roll, not 101", None),
        ("d6[1luck|1-6>0]", "“1luck” cannot name a table: a letter, then up to 39 letters, digits or hyphens", None),
        ("d6[luck|1-6]", "“1-6” is not a row of a table, such as 7-18>-2", None),
        ("9" * 10_001, "dice are spelled in at most 10,000 characters, not 10,001", None),
    ],
)
def test_what_is_no_dice_is_refused_with_the_limit_and_what_was_meant(
    text: str, sentence: str, hint: str | None
) -> None:
    with pytest.raises(DiceError) as refusal:
        read_dice(text)
    assert (str(refusal.value), refusal.value.hint) == (sentence, hint)


def test_there_is_no_die_below_abysmal() -> None:
    with pytest.raises(DiceError, match="no die belongs to level -1"):
        polyhedral(-1, exploding=True, snake_eyes=True)


def test_a_refusal_quotes_no_control_characters_and_no_endless_text() -> None:
    with pytest.raises(DiceError) as refusal:
        read_dice("\x1b[31m" + "x" * 5_000)
    assert str(refusal.value) == f"“\N{REPLACEMENT CHARACTER}[31m{'x' * 35}…” is not dice"


def test_dice_that_are_spelled_alike_are_equal_and_others_are_not() -> None:
    assert read_dice("4dF") == read_dice("4DF")
    assert len({read_dice(spec) for spec in TECHNIQUES}) == len(TECHNIQUES)


# --- steps on a ladder -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "spec",
    [*TECHNIQUES, "0dF", "4dF+1", "-2dF", "2dF+2adv", "1d6-as-dF", "diceless", "poly-d4-2", "poly-d12+1-exploding-1pt",
     "d6[luck|1-5>0|6>+2]", "d100[gold|1-50>5|51-100>9]", "1d20-1d20", "2d6-7"],
)  # fmt: skip
def test_fudge_dice_tables_polyhedral_dice_and_what_is_centred_on_0_give_steps(spec: str) -> None:
    assert read_dice(spec).steps is True


@pytest.mark.parametrize("spec", ["1d6", "3d6", "2d6+3", "1d100", "4d3", "4d3-7", "2d6-1d6", "1dF+1d6", "-1d6"])
def test_a_plain_sum_of_dice_gives_no_steps(spec: str) -> None:
    assert read_dice(spec).steps is False


# --- which faces and totals there can be -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("spec", "faces", "sentence"),
    [
        ("4dF", (1, 0), "4dF shows 4 faces, not 2"),
        ("4dF", (1, 0, 2, 0), "face 3 is 2, but that die of 4dF shows -1 to +1"),
        ("1d20", (), "1d20 shows 1 face, not 0"),
        ("diceless", (1,), "diceless shows no faces, not 1"),
        ("2d6+1d4", (1, 2, 5), "face 3 is 5, but that die of 2d6+1d4 shows 1 to 4"),
        ("d%", (0,), "face 1 is 0, but that die of d% shows 1 to 100, and 00 is 100"),
        ("npc-d6", (1,), "a face is missing: npc-d6 goes on after the 1"),
        ("npc-d6", (4, 4), "face 2 is one too many: npc-d6 ends with the 4 before it"),
        ("poly-d6-exploding", (), "d6 shows 1 to 100 faces, not 0"),
        ("poly-d6-exploding", (7,),
         "face 1 is 7, but that die of d6 shows 1 to 6; type each face, as in “rolled 6 1”"),
        ("poly-d6-exploding", (20,),
         "face 1 is 20, but that die of d6 shows 1 to 6; type each face, as in “rolled 6 6 6 2”"),
        ("poly-d6-exploding", (12,), "face 1 is 12, but that die of d6 shows 1 to 6"),
        ("poly-d6-exploding", (10**9,), "face 1 is 1000000000, but that die of d6 shows 1 to 6"),
        ("poly-d6", (7,), "face 1 is 7, but that die of d6 shows 1 to 6"),
        ("poly-d4-1-exploding", (5,), "face 1 is 5, but that die of d4-1 shows 1 to 4"),
        ("poly-d6-exploding", (6, 6), "a face is missing: d6 goes on after the 6"),
        ("poly-d6-exploding", (6, 2, 1), "face 3 is one too many: d6 ends with the 2 before it"),
        ("poly-d6-snake-eyes", (1,), "a face is missing: d6 goes on after the 1"),
        ("poly-d6-exploding-snake-eyes", (1, 6, 6),
         "face 3 is one too many: d6 ends with the 6 before it"),
        ("poly-d6-exploding", (6,) * 101, "d6 shows 1 to 100 faces, not 101"),
    ],
)  # fmt: skip
def test_impossible_faces_are_refused_with_their_place(spec: str, faces: tuple[int, ...], sentence: str) -> None:
    assert read_dice(spec).refuse(faces) == sentence


@pytest.mark.parametrize(
    "spec", ["2dF", "4d3-8", "1d6-1d6", "d66", "npc-d6", "poly-d4-snake-eyes", "2dF+1adv", "1d4-1d3"]
)
def test_faces_are_accepted_exactly_when_some_roll_shows_them(spec: str) -> None:
    dice = read_dice(spec)
    shown = {faces for faces, _ in every_roll(dice)}
    longest = max(map(len, shown))
    candidates = [faces for length in range(longest + 2) for faces in product(range(-2, 8), repeat=length)]
    assert {faces for faces in candidates if dice.refuse(faces) is None} == shown


@pytest.mark.parametrize(
    ("spec", "total", "sentence"),
    [
        ("4dF", 5, "4dF gives -4 to +4, not +5"),
        ("0dF", 1, "0dF gives always 0, not 1"),
        ("2d6", 1, "2d6 gives 2 to 12, not 1"),
        ("poly-d6-exploding", 0, "d6 gives 1 or more, not 0"),
        ("poly-d6-exploding", 12, "no roll of d6 gives 12"),
        ("poly-d8-snake-eyes", 9, "d8 gives 1 to 8, not 9"),
        ("d6[luck|1-5>0|6>+2]", 1, "no roll of luck gives 1"),
        ("100d1000000", 99, "100d1000000 gives 100 to 100000000, not 99"),
    ],
)
def test_an_impossible_total_is_refused_with_what_there_can_be(spec: str, total: int, sentence: str) -> None:
    assert read_dice(spec).refuse_total(total) == sentence


@each_technique
def test_totals_are_accepted_exactly_when_some_roll_comes_to_them(spec: str) -> None:
    dice = read_dice(spec)
    reached = {dice.total(faces) for faces, _ in every_roll(dice)}
    assert {total for total in range(-12, 13) if dice.refuse_total(total) is None} == reached


@pytest.mark.rule("FU-19")
def test_without_dice_the_result_is_whatever_the_gm_says() -> None:
    dice = read_dice("diceless")
    assert (dice.count, dice.roll(program_draw), dice.pmf().at_least(0)) == (0, (), 1)
    assert dice.refuse_total(7) is None


@pytest.mark.rule("PF-52")
@pytest.mark.parametrize(
    ("spec", "luck"),
    [
        ("4dF", {-4: -1, -3: 0, -1: 0, 4: 1}),
        ("3dF", {-3: -1, 3: 1}),
        ("4d6-lowest", {-5: -1, 4: 0, 5: 1}),
        ("2d6+3", {5: -1, 15: 1}),
        ("0dF", {0: 0}),
        ("diceless", {0: 0}),
        ("poly-d8", {1: -1, 8: 1}),
        ("poly-d8-snake-eyes", {FUMBLE: -1, 1: 0, 8: 1}),
        ("poly-d8-exploding", {1: 0, 8: 0, 80: 0}),
    ],
)
def test_the_least_and_the_greatest_total_are_extreme(spec: str, luck: dict[int, int]) -> None:
    assert {total: read_dice(spec).extreme(total) for total in luck} == luck


# --- rolling -----------------------------------------------------------------------------------------------


def seeded(seed: int) -> Callable[[int], int]:
    source = random.Random(seed)
    return lambda sides: source.randint(1, sides)


def critical(freedom: int) -> float:
    """Chi-square that chance exceeds once in ten thousand times (Wilson and Hilferty's approximation)."""
    spread = 2 / (9 * freedom)
    return float(freedom * (1 - spread + 3.719 * spread**0.5) ** 3)


def chi_square(seen: Counter[int], expected: dict[int, float]) -> tuple[float, int]:
    """Return the statistic and its degrees of freedom; totals expected less than 5 times are taken as one."""
    rare = {total for total, number in expected.items() if number < 5}
    bins = [({total}, number) for total, number in expected.items() if total not in rare]
    bins += [(rare, sum(expected[total] for total in rare))] if rare else []
    return sum((sum(seen[t] for t in totals) - n) ** 2 / n for totals, n in bins), len(bins) - 1


@pytest.mark.rule("DT-01", "DT-02", "DT-03", "DT-04", "DT-05", "DT-06", "DT-07", "DT-08", "DT-09", "DT-10")
@pytest.mark.rule("DT-11", "DT-14", "DT-15", "DT-16", "DT-17", "DT-18", "DT-19")
@pytest.mark.parametrize(
    "spec",
    [
        *TECHNIQUES,
        "2d6+1d4-1d3",
        "poly-d10",
        "poly-d4-1-exploding",
        "poly-d6-exploding-snake-eyes",
        "poly-d8-snake-eyes",
        "poly-d4-exploding-1pt",
        "d6[luck|1-2>-3|3-5>0|6>+3]",
    ],
)
def test_a_seeded_sampler_rolls_what_the_odds_foretell(spec: str) -> None:
    dice, draw, rolls = read_dice(spec), seeded(2024), 5_000
    seen = Counter(dice.total(dice.roll(draw)) for _ in range(rolls))
    expected = {total: float(rolls * chance) for total, chance in islice(dice.pmf(), 40)}
    statistic, freedom = chi_square(seen, expected)
    assert statistic < critical(freedom)


@pytest.mark.rule("PF-01")
def test_a_draw_of_1_2_or_3_is_a_minus_a_blank_or_a_plus() -> None:
    draws = iter([1, 2, 3])
    assert read_dice("3dF").roll(lambda sides: next(draws)) == (-1, 0, 1)


def test_the_faces_come_in_the_order_of_the_spelling() -> None:
    asked: list[int] = []

    def draw(sides: int) -> int:
        asked.append(sides)
        return sides

    assert read_dice("2d6-1d4+1dF+5").roll(draw) == (6, 6, 4, 1)
    assert asked == [6, 6, 4, 3]


@pytest.mark.rule("PO-21")
def test_the_confirming_die_of_snake_eyes_is_rolled_last_and_never_explodes() -> None:
    dice = read_dice("poly-d8-exploding-snake-eyes")
    draws = iter([1, 8])
    assert dice.roll(lambda sides: next(draws)) == (1, 8)


def test_dice_that_would_explode_for_ever_are_stopped_at_a_hundred() -> None:
    with pytest.raises(DiceError, match="exploded 100 times"):
        read_dice("poly-d4-exploding").roll(lambda sides: sides)


def test_the_programs_own_draws_reach_every_face_and_no_other() -> None:
    assert {program_draw(6) for _ in range(600)} == {1, 2, 3, 4, 5, 6}


# --- what holds for all dice -------------------------------------------------------------------------------

counts = st.integers(1, 12)
terms = st.builds("{}d{}".format, counts, st.one_of(st.just("F"), st.integers(2, 40)))
sums = st.builds(
    lambda first, more, added: first + "".join(more) + f"{added:+d}",
    terms,
    st.lists(st.builds("{}{}".format, st.sampled_from("+-"), terms), max_size=3),
    st.integers(-50, 50),
)
leaning = st.integers(1, 9).flatmap(
    lambda n: st.builds(
        f"{n}dF{{}}{{}}{{}}".format, st.sampled_from("+-"), st.integers(0, n), st.sampled_from(["adv", "dis"])
    )
)
polyhedra = st.builds(
    polyhedral, st.integers(0, 20), exploding=st.booleans(), snake_eyes=st.booleans(), points=st.integers(0, 3)
).map(str)
tables = st.lists(st.tuples(st.integers(1, 30), st.integers(-9, 9)), min_size=2, max_size=9).map(
    lambda rows: table_dice("mine", sum(n for n, _ in rows), list(laid_out(rows))).spec
)


def laid_out(rows: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int, int]]:
    """Rows given by their lengths, one after the other."""
    at = 1
    for length, result in rows:
        yield at, at + length - 1, result
        at += length


any_spec = st.one_of(
    st.sampled_from(TECHNIQUES),
    st.integers(0, 100).map("{}dF".format),
    st.integers(1, 100).map("{}d6-as-dF".format),
    st.sampled_from(["diceless", "100d1000000", "d1000000"]),
    sums,
    leaning,
    polyhedra,
    tables,
)


@given(any_spec, st.integers(0, 2**32))
@settings(max_examples=300, deadline=None)
def test_what_is_rolled_is_never_refused_and_lies_within_reach(spec: str, seed: int) -> None:
    dice = read_dice(spec)
    faces = dice.roll(seeded(seed))
    total, pmf = dice.total(faces), dice.pmf()
    assert dice.refuse(faces) is None
    assert dice.refuse_total(total) is None
    assert dice.count in (None, len(faces))
    assert pmf.low <= total
    assert pmf.high is None or total <= pmf.high


@given(any_spec)
@settings(max_examples=300, deadline=None)
def test_the_canonical_spelling_reads_back_as_the_same_dice(spec: str) -> None:
    dice = read_dice(spec)
    assert read_dice(dice.spec) == dice
    assert read_dice(dice.spec.upper()).spec == dice.spec
    assert read_dice(dice.spec) is read_dice(dice.spec)


@given(any_spec.filter(lambda spec: "1000000" not in spec))
@settings(max_examples=100, deadline=None)
def test_the_chances_of_all_totals_add_up_to_one(spec: str) -> None:
    pmf = read_dice(spec).pmf()
    listed = list(islice(pmf, 400))
    rest = pmf.at_least(listed[-1][0] + 1)
    assert sum(chance for _, chance in listed) + rest == 1
    assert all(chance > 0 for _, chance in listed)
    assert [total for total, _ in listed] == sorted({total for total, _ in listed})


SCRAPS = "4,6,100,d,D,dF,df,%,+,-,\u2212,adv,dis,poly,-exploding,-snake-eyes,1pt,[,],|,>, ,low,as"
scraps = st.lists(st.sampled_from(SCRAPS.split(",")), max_size=8).map("".join)


def outcome(text: str) -> Dice | DiceError:
    try:
        return read_dice(text)
    except DiceError as error:
        return error


@given(st.one_of(st.text(), scraps, st.builds("{}{}{}".format, any_spec, st.text(max_size=2), scraps)))
@settings(max_examples=300, deadline=None)
def test_any_text_is_dice_or_a_dice_error_and_nothing_else(text: str) -> None:
    read = outcome(text)
    if isinstance(read, Dice):
        assert read_dice(read.spec) == read
    else:
        assert str(read).isprintable()
        assert read.hint is None or read_dice(read.hint).spec == read.hint
