"""The techniques that have a name, and those made from numbers or a table."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from engine.dice.die import D6, Die, DieRow, DieTable
from engine.dice.limits import MOST_DICE, MOST_ROWS, DiceError, check_added, check_sides
from engine.dice.technique import Combination, Dice, Diceless, NpcDie, Polyhedral, Sum
from engine.dice.wording import number_span, short

FUDGE = Die(3, -1)
ADVANTAGE = Die(3, -1, DieTable(((-1, 0, 0), (1, 1, 1))))  # FL-117
DISADVANTAGE = Die(3, -1, DieTable(((-1, -1, -1), (0, 1, 0))))  # FL-118
D6_AS_FUDGE = Die(6, table=DieTable(((1, 2, -1), (3, 4, 0), (5, 6, 1))))  # FU-22, FL-32


def _from_minus_4(*ranges: str) -> DieTable:
    """Return the table whose rows give -4, -3 and so on."""
    ends = [(text.split("-")[0], text.split("-")[-1]) for text in ranges]
    return DieTable(tuple((int(low), int(high), result) for result, (low, high) in enumerate(ends, -4)))


OF_3D6 = _from_minus_4("3-4", "5", "6-7", "8-9", "10-11", "12-13", "14-15", "16", "17-18")  # FU-25
OF_PERCENT = _from_minus_4("1", "2-6", "7-18", "19-38", "39-62", "63-82", "83-94", "95-99", "100")  # FU-26
OF_D100 = _from_minus_4("1", "2-6", "7-19", "20-38", "39-61", "62-81", "82-94", "95-99", "100")  # FL-92
OF_D66 = (  # FL-91, RT-03: row of the first die, column of the second
    (-4, -3, -2, -2, -1, 0),
    (-3, -1, -1, -1, 0, 1),
    (-2, -1, 0, 0, 1, 2),
    (-2, -1, 0, 0, 1, 2),
    (-1, 0, 1, 1, 1, 3),
    (0, 1, 2, 2, 3, 4),
)


def _lowest_of_four(faces: Sequence[int]) -> int:
    """Return the lowest value of two plus and two minus dice with its sign, or 0 if both signs show it (FU-24)."""
    plus, minus = min(faces[:2]), min(faces[2:])
    return 0 if plus == minus else plus if plus < minus else -minus


def _lower_of_two(faces: Sequence[int]) -> int:
    """Return the lower of a plus and a minus die with its sign, or 0 if they are equal (FL-90)."""
    plus, minus = faces
    return 0 if plus == minus else plus if plus < minus else -minus


def _of_3d6(faces: Sequence[int]) -> int:
    return OF_3D6.result(sum(faces))


def _of_d66(faces: Sequence[int]) -> int:
    first, second = faces
    return OF_D66[first - 1][second - 1]


NAMED: dict[str, Dice] = {
    dice.spec: dice
    for dice in (
        Combination("4d6-lowest", (D6,) * 4, _lowest_of_four),  # DT-02
        Combination("3d6-table", (D6,) * 3, _of_3d6, OF_3D6),  # DT-03
        Sum("d%", (Die(100, table=OF_PERCENT),)),  # DT-04
        Combination("1d6-1d6-low", (D6,) * 2, _lower_of_two),  # DT-08
        Combination("d66", (D6,) * 2, _of_d66),  # DT-09
        Sum("d100", (Die(100, table=OF_D100),)),  # DT-10
        NpcDie("npc-d6"),  # DT-11
        Diceless("diceless"),  # FU-19
    )
}


# --- made from numbers or a table --------------------------------------------------------------------------

POLYHEDRA = (4, 6, 8, 10, 12)


def polyhedral(level: int, *, exploding: bool, snake_eyes: bool, points: int = 0) -> Polyhedral:
    """Return the dice of a trait of that level, counted from Abysmal 0.

    Polyhedral dice follow these rules (PO-01 to PO-06, PO-17, PO-19, PO-23). Abysmal gets d4-3; the rules in force
    decide whether it may roll at all (PO-05). `points` are the fudge points spent on this roll, 0 to 100. Raises
    DiceError for a level below 0.
    """
    if level < 0:
        raise DiceError(f"no die belongs to level {level}: the least is 0, Abysmal")
    own = min(max(level, 3), 7)  # the levels from Mediocre to Superb have a die of their own
    sides, modifier = POLYHEDRA[own - 3], level - own
    return polyhedral_die(sides, modifier, exploding=exploding, snake_eyes=snake_eyes, points=points)


def polyhedral_die(sides: int, modifier: int, *, exploding: bool, snake_eyes: bool, points: int = 0) -> Polyhedral:
    """Return a die of the polyhedral ladder by its sides: d4, d6, d8, d10 or d12.

    There are no snake eyes if `points` are spent. Raises DiceError for another die, or beyond the limits.
    """
    if sides not in POLYHEDRA:
        raise DiceError(f"the polyhedral dice are d4, d6, d8, d10 and d12, not d{sides}")
    if not 0 <= points <= MOST_DICE:
        raise DiceError(f"0 to {MOST_DICE} fudge points can go into a roll, not {points}")
    check_added(modifier)
    snake_eyes = snake_eyes and not points
    words = ["exploding"] * exploding + ["snake-eyes"] * snake_eyes + [f"{points}pt"] * bool(points)
    spec = "-".join([f"poly-d{sides}{modifier:+d}" if modifier else f"poly-d{sides}", *words])
    return Polyhedral(spec, sides, modifier, exploding, snake_eyes, points)


def percentile(tens: int, ones: int) -> int:
    """Return 1 to 100 from two ten-sided dice that each show 0 to 9, tens first. 00 is 100 (FU-27)."""
    if not (0 <= tens <= 9 and 0 <= ones <= 9):
        raise DiceError(f"a ten-sided die of a hundred shows 0 to 9, not {tens} and {ones}")
    return 10 * tens + ones or 100


def table_dice(name: str, sides: int, rows: Iterable[DieRow]) -> Sum:
    """Return one die of so many sides, with a result for each of its numbers (FU-28).

    `name`: a letter, then letters, digits and hyphens, 40 at most, or d%. `rows`: (low, high, result), in any
    order, at most 200; together they hold each of 1..sides once. Raises DiceError naming the first number that is
    missing or there twice.
    """
    ordered = tuple(sorted(rows))
    check_name(name)
    check_sides(sides)
    _check_rows(name, sides, ordered)
    table = DieTable(ordered)
    return Sum(f"d{sides}[{name.lower()}|{table}]", (Die(sides, table=table),))


def check_name(name: str) -> None:
    """Raise DiceError for text that cannot name a table."""
    if not re.fullmatch("[a-zA-Z][a-zA-Z0-9-]{0,39}|[dD]%", name):
        rule = "a letter, then up to 39 letters, digits or hyphens"
        raise DiceError(f"“{short(name)}” cannot name a table: {rule}")


def _check_rows(name: str, sides: int, rows: Sequence[DieRow]) -> None:
    if len(rows) > MOST_ROWS:
        raise DiceError(f"{name} has {len(rows)} rows, and a table may have {MOST_ROWS}")
    next_number = 1
    for low, high, result in rows:
        _check_row(name, sides, (low, high, result))
        _check_next(name, next_number, low, high)
        next_number = high + 1
    if next_number <= sides:
        raise DiceError(f"{name} leaves out {number_span(next_number, sides)}")


def _check_row(name: str, sides: int, row: DieRow) -> None:
    low, high, result = row
    if not 1 <= low <= high <= sides:
        raise DiceError(f"{name} has a row {number_span(low, high)}, but its die shows 1 to {sides}")
    check_added(result)


def _check_next(name: str, expected: int, low: int, high: int) -> None:
    if low > expected:
        raise DiceError(f"{name} leaves out {number_span(expected, low - 1)}")
    if low < expected:
        raise DiceError(f"{name} has {number_span(low, min(high, expected - 1))} twice")
