"""Dice techniques: what is rolled, what the faces come to, and which faces there can be (DT-01 to DT-19).

A technique is a value that its spelling says all about, so the log keeps the spelling and nothing else:
`read_dice(dice.spec) == dice`. It never draws by itself; it is handed a source of chance. Faces are kept
as the dice show them, in the order that each class states, so that real dice and the program's are
written down alike.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING

from attrs import field, frozen

from engine.odds import FUMBLE, Alike, Endless, Finite, Pmf, counted, sum_of

if TYPE_CHECKING:
    from random import SystemRandom

__all__ = [
    "FUMBLE",
    "Dice",
    "DiceError",
    "Draw",
    "percentile",
    "polyhedral",
    "program_draw",
    "read_dice",
    "table_dice",
]

MOST_DICE = 100
MOST_SIDES = 1_000_000
MOST_ADDED = 1_000_000_000
MOST_UNLIKE = 5_000  # totals of a sum of unlike dice, whose odds are a table
MOST_ROWS = 200
MOST_TEXT = 10_000

Draw = Callable[[int], int]
"""A source of chance: for a number of sides, any of 1..sides, each alike."""

Row = tuple[int, int, int]
"""A row of a table: from this number, to this number, this result."""


class DiceError(ValueError):
    """Dice that cannot be: one sentence, and in `hint` the spelling that was probably meant, if any."""

    def __init__(self, sentence: str, hint: str | None = None) -> None:
        super().__init__(sentence)
        self.hint = hint


# --- a die -------------------------------------------------------------------------------------------------


@frozen
class Table:
    """Results by ranges of numbers that ascend and leave nothing out."""

    rows: tuple[Row, ...]

    def __str__(self) -> str:
        return "|".join(f"{_range(low, high)}>{_signed(result)}" for low, high, result in self.rows)

    def result(self, number: int) -> int:
        """The result of a number that some row holds."""
        return self.rows[bisect_left(self.rows, number, key=lambda row: row[1])][2]

    def pmf(self) -> Finite:
        """The chances of each result when all numbers are equally likely."""
        ways: Counter[int] = Counter()
        for low, high, result in self.rows:
            ways[result] += high - low + 1
        return counted(ways)


@frozen
class Die:
    """One die, with the faces `first` to `first + sides - 1`.

    A face counts for itself, or for its result in `table`; with `sign` -1 it is subtracted.
    """

    sides: int
    first: int = 1
    table: Table | None = None
    sign: int = 1

    @property
    def faces(self) -> range:
        return range(self.first, self.first + self.sides)

    @property
    def reach(self) -> str:
        """Its faces in words; that 00 counts as 100 is said where someone might enter 0 (FU-27)."""
        return _reach(self.faces[0], self.faces[-1]) + ", and 00 is 100" * (self.sides == 100)

    def worth(self, face: int) -> int:
        """What a face adds to the total."""
        return self.sign * (self.table.result(face) if self.table else face)

    def pmf(self) -> Finite:
        """The chances of each worth."""
        if self.table:
            return self.table.pmf()
        return Alike(1, self.sides, min(self.worth(self.faces[0]), self.worth(self.faces[-1])))


# --- a technique -------------------------------------------------------------------------------------------


@frozen
class Dice(ABC):
    """A way of rolling. `spec` is its canonical spelling, and two that are spelled alike are equal."""

    spec: str

    @property
    @abstractmethod
    def count(self) -> int | None:
        """How many faces a roll shows; None where it varies from roll to roll."""

    @abstractmethod
    def due(self, faces: Sequence[int]) -> Die | None:
        """The die to be rolled after these faces; None when the roll is complete."""

    @abstractmethod
    def total(self, faces: Sequence[int]) -> int:
        """What the faces of a roll come to; for faces that `refuse` has nothing against."""

    @abstractmethod
    def _chances(self) -> Pmf: ...

    def pmf(self) -> Pmf:
        """The exact chance of each total."""
        return _pmf(self)

    def roll(self, draw: Draw) -> tuple[int, ...]:
        """The faces of one roll. DiceError when dice still explode after `MOST_DICE` of them."""
        faces: tuple[int, ...] = ()
        while die := self.due(faces):
            if len(faces) == MOST_DICE:
                raise DiceError(f"{self.title} went on for {MOST_DICE} dice, and no more are rolled at once")
            faces += (die.faces[draw(die.sides) - 1],)
        return faces

    def refuse(self, faces: Sequence[int]) -> str | None:
        """Why no roll shows these faces, in a sentence that names the first at fault; None if one does."""
        return self._wrong_number(faces) or self._wrong_face(faces)

    def _wrong_number(self, faces: Sequence[int]) -> str | None:
        if self.count is not None and len(faces) != self.count:
            return f"{self.title} shows {_faces(self.count)}, not {len(faces)}"
        if self.count is None and not 1 <= len(faces) <= MOST_DICE:
            return f"{self.title} shows 1 to {MOST_DICE} faces, not {len(faces)}"
        return None

    def _wrong_face(self, faces: Sequence[int]) -> str | None:
        for place, face in enumerate(faces):
            die = self.due(faces[:place])
            if die is None:
                return f"face {place + 1} is one too many: {self.title} ends with the {faces[place - 1]} before it"
            if face not in die.faces:
                return f"face {place + 1} is {face}, but that die of {self.title} shows {die.reach}"
        if self.due(faces):
            return f"a face is missing: {self.title} goes on after the {faces[-1]}"
        return None

    def refuse_total(self, total: int) -> str | None:
        """Why no roll comes to this total, in a sentence; None if one does."""
        pmf = self.pmf()
        if pmf.chance(total):
            return None
        least = next(number for number in pmf.totals if number > FUMBLE)
        shown = _signed(total) if least < 0 else total
        if total < least or (pmf.high is not None and total > pmf.high):
            return f"{self.title} gives {_reach(least, pmf.high)}, not {shown}"
        return f"no roll of {self.title} comes to {shown}"

    def extreme(self, total: int) -> int:
        """-1 for the least possible total, +1 for the greatest, else 0 (PF-52).

        0 also where every roll comes to the same, or where there is no greatest total.
        """
        pmf = self.pmf()
        return 0 if pmf.high in (None, pmf.low) else (total == pmf.high) - (total == pmf.low)

    @property
    def title(self) -> str:
        """What it is called in a sentence: its spelling, or the name in it."""
        return self.spec

    def __str__(self) -> str:
        return self.spec


@lru_cache(maxsize=256)
def _pmf(dice: Dice) -> Pmf:
    return dice._chances()


@frozen
class Fixed(Dice):
    """A technique that always rolls the same dice, and shows their faces in their order."""

    dice: tuple[Die, ...] = field(eq=False, repr=False)

    @property
    def count(self) -> int:
        return len(self.dice)

    def due(self, faces: Sequence[int]) -> Die | None:
        return self.dice[len(faces)] if len(faces) < len(self.dice) else None


@frozen
class Sum(Fixed):
    """What each die is worth, and a number, all added up.

    NdF (DT-01, DT-06, DT-07), d6 read as Fudge dice (DT-05), tables for one die (DT-04, DT-10, FU-28),
    advantage and disadvantage dice, which come first among the faces (DT-17, DT-18), and general dice.
    """

    added: int = field(default=0, eq=False, repr=False)

    @property
    def title(self) -> str:
        return self.spec.partition("[")[2].partition("|")[0] or self.spec

    def total(self, faces: Sequence[int]) -> int:
        return self.added + sum(die.worth(face) for die, face in zip(self.dice, faces, strict=True))

    def _chances(self) -> Pmf:
        if len(self.dice) == 1 and not self.added:
            return self.dice[0].pmf()
        parts: Counter[Finite] = Counter()
        for die, times in Counter(self.dice).items():
            parts[die.pmf()] += times
        return sum_of(parts, self.added)


@frozen
class Combination(Fixed):
    """A few dice whose faces are judged together (DT-02, DT-03, DT-08, DT-09)."""

    judge: Callable[[Sequence[int]], int] = field(eq=False, repr=False)

    def total(self, faces: Sequence[int]) -> int:
        return self.judge(faces)

    def _chances(self) -> Pmf:
        return counted(Counter(map(self.judge, product(*(die.faces for die in self.dice)))))


@frozen
class Diceless(Dice):
    """No dice: the result is 0, or what the GM says (FU-19)."""

    @property
    def count(self) -> int:
        return 0

    def due(self, faces: Sequence[int]) -> Die | None:
        return None

    def total(self, faces: Sequence[int]) -> int:
        return 0

    def refuse_total(self, total: int) -> str | None:
        return None

    def _chances(self) -> Pmf:
        return counted({0: 1})


@frozen
class NpcDie(Dice):
    """A d6 that leaves an NPC at its level on 2 to 5 (DT-11).

    After a 1 or a 6 a second d6 says by how much it does worse or better; it is the second face.
    """

    @property
    def count(self) -> None:
        return None

    def due(self, faces: Sequence[int]) -> Die | None:
        return D6 if not faces or (len(faces) == 1 and faces[0] in (1, 6)) else None

    def total(self, faces: Sequence[int]) -> int:
        if len(faces) == 1:
            return 0
        first, second = faces
        return NPC_LEVELS.result(second) if first == 6 else -NPC_LEVELS.result(second)

    def _chances(self) -> Pmf:
        return _of_pairs(self, D6)


@frozen
class Polyhedral(Dice):
    """One die of the polyhedral ladder and its modifier (DT-14, DT-15, DT-16, DT-19).

    Faces: the chain as it was rolled. `exploding`: a maximum is rolled again and added. `snake_eyes`:
    a first 1 is rolled again; that second face only confirms, and a 1 makes the total `FUMBLE`.
    `points`: fudge points, each a maximum that was not rolled and is no face; no snake eyes after them.
    """

    sides: int = field(eq=False, repr=False)
    modifier: int = field(eq=False, repr=False)
    exploding: bool = field(eq=False, repr=False)
    snake_eyes: bool = field(eq=False, repr=False)
    points: int = field(eq=False, repr=False)

    @property
    def count(self) -> int | None:
        return None if self.exploding or self.snake_eyes else 1

    def due(self, faces: Sequence[int]) -> Die | None:
        goes_on = not faces or (self.exploding and faces[-1] == self.sides)
        if self.snake_eyes and faces and faces[0] == 1:
            goes_on = len(faces) == 1
        return Die(self.sides) if goes_on else None

    def total(self, faces: Sequence[int]) -> int:
        if self.snake_eyes and faces[0] == 1:
            return FUMBLE if faces[1] == 1 else 1 + self.modifier
        return sum(faces) + self._shift

    @property
    def _shift(self) -> int:
        return self.modifier + self.points * self.sides

    def _chances(self) -> Pmf:
        if self.exploding:
            return Endless(self.sides, self._shift, self.snake_eyes)
        if self.snake_eyes:
            return _of_pairs(self, Die(self.sides))
        return Alike(1, self.sides, self._shift + 1)


def _of_pairs(dice: Dice, die: Die) -> Finite:
    """The chances of one or two like dice, the second counted as rolled even where the first is all."""
    rolls = (pair if dice.due(pair[:1]) else pair[:1] for pair in product(die.faces, repeat=2))
    return counted(Counter(map(dice.total, rolls)))


# --- the techniques by name --------------------------------------------------------------------------------

FUDGE = Die(3, -1)
ADVANTAGE = Die(3, -1, Table(((-1, 0, 0), (1, 1, 1))))  # FL-117
DISADVANTAGE = Die(3, -1, Table(((-1, -1, -1), (0, 1, 0))))  # FL-118
D6 = Die(6)
D6_AS_FUDGE = Die(6, table=Table(((1, 2, -1), (3, 4, 0), (5, 6, 1))))  # FU-22, FL-32
NPC_LEVELS = Table(((1, 3, 1), (4, 5, 2), (6, 6, 3)))  # FU-56


def _from_minus_4(*ranges: str) -> Table:
    """The table whose rows give -4, -3 and so on."""
    ends = [(text.split("-")[0], text.split("-")[-1]) for text in ranges]
    return Table(tuple((int(low), int(high), result) for result, (low, high) in enumerate(ends, -4)))


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
    """Two plus dice, two minus dice: the lowest value with its sign, 0 where both signs show it (FU-24)."""
    plus, minus = min(faces[:2]), min(faces[2:])
    return 0 if plus == minus else plus if plus < minus else -minus


def _lower_of_two(faces: Sequence[int]) -> int:
    """Plus die, minus die: the lower value with its sign, 0 where they are equal (FL-90)."""
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
        Combination("3d6-table", (D6,) * 3, _of_3d6),  # DT-03
        Sum("d%", (Die(100, table=OF_PERCENT),)),  # DT-04
        Combination("1d6-1d6-low", (D6,) * 2, _lower_of_two),  # DT-08
        Combination("d66", (D6,) * 2, _of_d66),  # DT-09
        Sum("d100", (Die(100, table=OF_D100),)),  # DT-10
        NpcDie("npc-d6"),  # DT-11
        Diceless("diceless"),  # FU-19
    )
}


# --- techniques made to order ------------------------------------------------------------------------------


def polyhedral(level: int, *, exploding: bool, snake_eyes: bool, points: int = 0) -> Polyhedral:
    """The dice of a trait of that level, counted from Abysmal 0 (PO-01 to PO-06, PO-17, PO-19, PO-23).

    Abysmal gets d4-3; whether it may roll at all is for the rules in force (PO-05). `points` are the
    fudge points spent on this roll, 0 to 100. DiceError for a level below 0.
    """
    if level < 0:
        raise DiceError(f"no die belongs to level {level}: the least is 0, Abysmal")
    own = min(max(level, 3), 7)  # the levels from Mediocre to Superb have a die of their own
    return _polyhedral_of(POLYHEDRA[own - 3], level - own, exploding, snake_eyes, points)


POLYHEDRA = (4, 6, 8, 10, 12)


def _polyhedral_of(sides: int, modifier: int, exploding: bool, snake_eyes: bool, points: int) -> Polyhedral:
    if sides not in POLYHEDRA:
        raise DiceError(f"the polyhedral dice are d4, d6, d8, d10 and d12, not d{sides}")
    if not 0 <= points <= MOST_DICE:
        raise DiceError(f"0 to {MOST_DICE} fudge points can go into a roll, not {points}")
    _check_added(modifier)
    snake_eyes = snake_eyes and not points
    words = ["exploding"] * exploding + ["snake-eyes"] * snake_eyes + [f"{points}pt"] * bool(points)
    spec = "-".join([f"poly-d{sides}{modifier:+d}" if modifier else f"poly-d{sides}", *words])
    return Polyhedral(spec, sides, modifier, exploding, snake_eyes, points)


def percentile(tens: int, ones: int) -> int:
    """The number 1..100 of two ten-sided dice, 0..9 each, the tens die named first; 00 is 100 (FU-27)."""
    if not (0 <= tens <= 9 and 0 <= ones <= 9):
        raise DiceError(f"a ten-sided die of a hundred shows 0 to 9, not {tens} and {ones}")
    return 10 * tens + ones or 100


def table_dice(name: str, sides: int, rows: Iterable[Row]) -> Sum:
    """One die of so many sides, and a result for each of its numbers (FU-28).

    `name`: a letter, then letters, digits and hyphens, 40 at most. `rows`: (low, high, result), in any
    order, at most 200; together they hold each of 1..sides once. DiceError names the first that none
    holds, or that two hold.
    """
    ordered = tuple(sorted(rows))
    _check_name(name)
    _check_sides(sides)
    _check_rows(name, sides, ordered)
    table = Table(ordered)
    return Sum(f"d{sides}[{name.lower()}|{table}]", (Die(sides, table=table),))


def _check_name(name: str) -> None:
    if not re.fullmatch("[a-zA-Z][a-zA-Z0-9-]{0,39}", name):
        rule = "a letter, then up to 39 letters, digits or hyphens"
        raise DiceError(f"“{_short(name)}” cannot name a table: {rule}")


def _check_rows(name: str, sides: int, rows: Sequence[Row]) -> None:
    if len(rows) > MOST_ROWS:
        raise DiceError(f"{name} has {len(rows)} rows, and a table may have {MOST_ROWS}")
    next_number = 1
    for low, high, result in rows:
        _check_row(name, sides, (low, high, result))
        _check_next(name, next_number, low, high)
        next_number = high + 1
    if next_number <= sides:
        raise DiceError(f"{name} leaves out {_range(next_number, sides)}")


def _check_row(name: str, sides: int, row: Row) -> None:
    low, high, result = row
    if not 1 <= low <= high <= sides:
        raise DiceError(f"{name} has a row {_range(low, high)}, but its die shows 1 to {sides}")
    _check_added(result)


def _check_next(name: str, expected: int, low: int, high: int) -> None:
    if low > expected:
        raise DiceError(f"{name} leaves out {_range(expected, low - 1)}")
    if low < expected:
        raise DiceError(f"{name} has {_range(low, min(high, expected - 1))} twice")


def _check_sides(sides: int) -> None:
    if not 2 <= sides <= MOST_SIDES:
        raise DiceError(f"d{sides} is no die: a die has 2 to {MOST_SIDES:,} sides")


def _check_added(number: int) -> None:
    if abs(number) > MOST_ADDED:
        raise DiceError(f"{number:,} is too much: a result or modifier is at most {MOST_ADDED:,} either way")


# --- reading a spelling ------------------------------------------------------------------------------------


def read_dice(text: str) -> Dice:
    """The technique that `text` spells, in any case and with spaces where words or signs part.

    `NdF` (0 to 100), `dF` for 1dF; sums such as `2d6+1d4+1` or `4d3-8`; `4dF+2adv` and `4dF-2dis`, 2 of
    the 4 being advantage or disadvantage dice; `Nd6-as-dF`; `poly-d4-2-exploding-snake-eyes`, with
    `-1pt` for a fudge point; `d100[name|1-50>-1|51-100>+1]`, a table; and the names in `NAMED`. A bare
    `d66`, `d100` or `d%` is such a name: the plain die is `1d66` or `1d100`.

    DiceError for anything else, with the limit where one is passed.
    """
    if len(text) > MOST_TEXT:
        raise DiceError(f"dice are spelled in at most {MOST_TEXT:,} characters, not {len(text):,}")
    words = " ".join(text.lower().replace("−", "-").split())
    if dice := _read(re.sub(r" ?([-+>|\[\]]) ?", r"\1", words)):
        return dice
    raise DiceError(f"“{_short(text)}” is not dice" if words else "no dice are given", _meant(words))


@lru_cache(maxsize=1024)
def _read(text: str) -> Dice | None:
    """What one of the readers makes of text in small letters, with no space beside a sign."""
    readers = (_named, _leaning, _d6_as_fudge, _any_polyhedral, _table, _sum)
    return next((dice for reader in readers if (dice := reader(text))), None)


def _named(text: str) -> Dice | None:
    return NAMED.get(text.replace(" ", "-"))


LEANING = r"([0-9]*)df[-+ ]([0-9]+) ?(adv|dis)"


def _leaning(text: str) -> Dice | None:
    """NdF with so many advantage or disadvantage dice among the N (DT-17, DT-18)."""
    match = re.fullmatch(LEANING, text)
    if not match:
        return None
    dice, leaning, adv = _count(match[1]), _int(match[2]), match[3] == "adv"
    if leaning > dice:
        raise DiceError(f"{dice}dF has {dice} dice, so {leaning} of them cannot be {match[3]}")
    spec = f"{dice}dF{leaning:+d}adv" if adv else f"{dice}dF-{leaning}dis"
    special = ADVANTAGE if adv else DISADVANTAGE
    return Sum(spec, (special,) * leaning + (FUDGE,) * (dice - leaning)) if leaning else _sum(f"{dice}df")


def _d6_as_fudge(text: str) -> Dice | None:
    """Plain dice read as Fudge dice (DT-05)."""
    match = re.fullmatch("([0-9]*)d6[- ]as[- ]df", text)
    if not match:
        return None
    dice = _count(match[1])
    if not dice:
        raise DiceError("0d6-as-dF rolls nothing: at least 1 die is needed", "1d6-as-dF")
    return Sum(f"{dice}d6-as-dF", (D6_AS_FUDGE,) * dice)


POLYHEDRAL = r"poly[- ]d([0-9]+)([-+][0-9]+)?([- ]exploding)?([- ]snake[- ]eyes)?(?:[- ]([0-9]+)[- ]?p(?:oin)?ts?)?"


def _any_polyhedral(text: str) -> Dice | None:
    """A polyhedral die with what may happen to it (DT-14, DT-15, DT-16, DT-19)."""
    if text == "poly":
        raise DiceError("poly names no die by itself: the trait's level says which", "poly-d6")
    match = re.fullmatch(POLYHEDRAL, text)
    if not match:
        return None
    sides, modifier, points = (_int(digits or "0") for digits in match.group(1, 2, 5))
    return _polyhedral_of(sides, modifier, bool(match[3]), bool(match[4]), points)


def _table(text: str) -> Dice | None:
    """A table that carries its rows along, so that the log can be read without anything else (FU-28)."""
    match = re.fullmatch(r"d([0-9]+)\[([^|]*)\|(.*)\]", text)
    return table_dice(match[2], _int(match[1]), map(_row, match[3].split("|"))) if match else None


def _row(text: str) -> Row:
    match = re.fullmatch("([0-9]+)(?:-([0-9]+))?>([-+]?[0-9]+)", text)
    if not match:
        raise DiceError(f"“{_short(text)}” is not a row of a table, such as 7-18>-2")
    return _int(match[1]), _int(match[2] or match[1]), _int(match[3])


TERM = r"([-+])(?:([0-9]*)d([0-9]+|f|%)|([0-9]+))"


@frozen
class Term:
    """Some like dice in a sum: sign "+" or "-", their number or nothing for one, and "f", "%" or sides."""

    sign: str
    number: str
    kind: str

    @property
    def count(self) -> int:
        return _count(self.number)

    @property
    def sides(self) -> int:
        return 3 if self.kind == "f" else 100 if self.kind == "%" else _int(self.kind)

    @property
    def spec(self) -> str:
        return f"{self.sign}{self.count}d{'F' if self.kind == 'f' else self.sides}"

    @property
    def is_named(self) -> bool:
        """Whether it is the name of a table, where a plain die may have been meant."""
        return self.kind == "%" or (not self.number and f"d{self.kind}" in NAMED)

    def dice(self) -> tuple[Die, ...]:
        _check_sides(self.sides)
        if not self.count and self.kind != "f":
            raise DiceError(f"{self.spec[1:]} rolls nothing: at least 1 die is needed", f"1d{self.sides}")
        first = -1 if self.kind == "f" else 1
        return (Die(self.sides, first, sign=int(f"{self.sign}1")),) * self.count


def _sum(text: str) -> Dice | None:
    """Dice and numbers, added and subtracted (DT-01, DT-06, DT-07)."""
    text = text if text.startswith(("+", "-")) else f"+{text}"
    if not re.fullmatch(f"(?:{TERM})+", text):
        return None
    parts = re.findall(TERM, text)
    terms = [Term(sign, number, kind) for sign, number, kind, _ in parts if kind]
    added = sum(_int(sign + number) for sign, _, _, number in parts if number)
    return _sum_of(terms, added)


def _sum_of(terms: Sequence[Term], added: int) -> Sum:
    if not terms:
        meant = f"1d{added}" if 2 <= added <= MOST_SIDES else None
        raise DiceError(f"{added:,} is a number without dice", meant)
    _check_count(sum(term.count for term in terms))
    _check_added(added)
    dice = tuple(die for term in terms for die in term.dice())
    _check_unlike(dice)
    spec = ("".join(term.spec for term in terms) + (f"{added:+d}" if added else "")).removeprefix("+")
    for term in terms:
        if term.is_named:
            raise DiceError(f"d{term.kind} is a table by itself and no part of a sum", spec)
    return Sum(spec, dice, added)


def _check_unlike(dice: Sequence[Die]) -> None:
    totals = 1 + sum(die.sides - 1 for die in dice)
    if len({die.sides for die in dice}) > 1 and totals > MOST_UNLIKE:
        raise DiceError(f"a sum of unlike dice may have {MOST_UNLIKE:,} different totals, not {totals:,}")


def _check_count(dice: int) -> None:
    if dice > MOST_DICE:
        raise DiceError(f"{dice:,} dice are too many: at most {MOST_DICE} are rolled at once")


def _count(digits: str) -> int:
    """How many dice: one where no number stands."""
    count = _int(digits or "1")
    _check_count(count)
    return count


def _int(digits: str) -> int:
    """A whole number; of one that is beyond all limits, enough to be beyond them."""
    number = int(digits.lstrip("+-").lstrip("0")[:20] or "0")
    return -number if digits.startswith("-") else number


def _meant(text: str) -> str | None:
    """The spelling most like the text, of those with a name and those that its numbers could make."""
    from difflib import get_close_matches  # only ever needed for a refusal

    text = text[:MOST_QUOTED]
    numbers = [number for number in map(int, re.findall("[0-9]{1,3}", text)) if 1 <= number <= MOST_DICE]
    specs = [*NAMED, "4dF", "1d6-1d6", "4d6-as-dF", "poly-d6", *(f"{n}dF" for n in numbers)]
    specs += [f"{n}d{sides}" for n, sides in zip([1, *numbers], numbers, strict=False) if sides > 1]
    known = {spec.lower(): spec for spec in specs}
    close = get_close_matches(text, known, n=1)
    return known[close[0]] if close else None


# --- wording -----------------------------------------------------------------------------------------------

MOST_QUOTED = 40


def _short(text: str) -> str:
    """Typed text as it may be quoted in a sentence: its beginning, without control characters."""
    shown = "".join(letter if letter.isprintable() else "�" for letter in text[:MOST_QUOTED])
    return shown + "…" * (len(text) > MOST_QUOTED)


def _signed(number: int) -> str:
    return f"{number:+d}" if number else "0"


def _range(low: int, high: int) -> str:
    return str(low) if low == high else f"{low}-{high}"


def _faces(number: int) -> str:
    return "1 face" if number == 1 else f"{number or 'no'} faces"


def _reach(least: int, greatest: int | None) -> str:
    """From where to where totals or faces go, with signs where some are below 0."""
    if greatest is None:
        return f"{least} or more"
    if least == greatest:
        return f"always {least}"
    spell = _signed if least < 0 else str
    return f"{spell(least)} to {spell(greatest)}"


# --- chance ------------------------------------------------------------------------------------------------


@lru_cache(maxsize=1)
def _system() -> SystemRandom:
    from random import SystemRandom

    return SystemRandom()


def program_draw(sides: int) -> int:
    """Any of 1..sides, each alike, from the operating system's source of chance."""
    return _system().randint(1, sides)
