"""Dice read from their spelling, and the spelling that was probably meant."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import cast

from engine.dice.die import Die, DieRow, DieTable
from engine.dice.keeping import Keep, make_kept
from engine.dice.limits import (
    MOST_DICE,
    MOST_ROWS,
    MOST_SIDES,
    MOST_TEXT,
    MOST_UNLIKE,
    DiceError,
    check_added,
    check_count,
    check_sides,
)
from engine.dice.looked import Looked, check_cover
from engine.dice.named import (
    ADVANTAGE,
    D6_AS_FUDGE,
    DISADVANTAGE,
    FUDGE,
    NAMED,
    check_name,
    polyhedral_die,
    table_dice,
)
from engine.dice.technique import Dice, Sum
from engine.dice.wording import MOST_QUOTED, short, signed_number
from engine.value import value


@lru_cache(maxsize=1024)
def read_dice(text: str) -> Dice:
    """Return the technique that `text` spells.

    Case does not matter, nor do spaces between words or signs. `NdF` (0 to 100), `dF` for 1dF; sums such as `2d6+1d4+1`
    or `4d3-8`; `4dF+2adv` and `4dF-2dis`, 2 of the 4 being advantage or disadvantage dice; `Nd6-as-dF`;
    `poly-d4-2-exploding-snake-eyes`, with `-1pt` for a fudge point; `4d6-best3`, `4d6-worst3`, `3dF-middle1` or
    `4d6-drop-worst1`, of which some count, and `4d6-reroll1` or `4d6-reroll1to2-best3`, also as 4d6kh3, 4d6kl3, 4d6dl1,
    4d6dh1 and 4d6r1; tables over what dice give, `d100[name|1-50>-1|51-100>+1]` and `2d10[name|2-10>-1|11-20>+1]`; and
    the names in `NAMED`. A bare `d66`, `d100` or `d%` is such a name: the plain die is `1d66` or `1d100`.

    Raises DiceError for anything else, naming the limit if one is passed.
    """
    if len(text) > MOST_TEXT:
        raise DiceError(f"dice are spelled in at most {MOST_TEXT:,} characters, not {len(text):,}")
    words = " ".join(text.lower().replace("−", "-").split())
    if dice := _read(re.sub(r" ?([-+>|\[\]]) ?", r"\1", words)):
        return dice
    raise DiceError(f"“{short(text)}” is not dice" if words else "no dice are given", _guess_spelling(words))


def _read(text: str) -> Dice | None:
    """Return the dice of the first reader that accepts the text: lower case, no spaces beside signs."""
    readers = (_read_named, _read_leaning, _d6_as_fudge, _any_polyhedral, _table, _read_kept, _sum)
    return next((dice for reader in readers if (dice := reader(text))), None)


def _read_named(text: str) -> Dice | None:
    return NAMED.get(text.replace(" ", "-"))


LEANING = r"([0-9]*)df[-+ ]([0-9]+) ?(adv|dis)"


def _read_leaning(text: str) -> Dice | None:
    """Read NdF of which some are advantage or disadvantage dice (DT-17, DT-18)."""
    match = re.fullmatch(LEANING, text)
    if not match:
        return None
    dice, leaning, adv = _count(match[1]), _int(match[2]), match[3] == "adv"
    if leaning > dice:
        kind = "advantage" if adv else "disadvantage"
        raise DiceError(
            f"{dice}dF has {dice} {'die' if dice == 1 else 'dice'}, so {leaning} of them cannot be {kind} dice"
        )
    spec = f"{dice}dF{leaning:+d}adv" if adv else f"{dice}dF-{leaning}dis"
    special = ADVANTAGE if adv else DISADVANTAGE
    return Sum(spec, (special,) * leaning + (FUDGE,) * (dice - leaning)) if leaning else _sum(f"{dice}df")


def _d6_as_fudge(text: str) -> Dice | None:
    """Read plain dice that count as Fudge dice (DT-05)."""
    match = re.fullmatch("([0-9]*)d6[- ]as[- ]df", text)
    if not match:
        return None
    dice = _count(match[1])
    if not dice:
        raise DiceError("0d6-as-dF rolls nothing: at least 1 die is needed", "1d6-as-dF")
    return Sum(f"{dice}d6-as-dF", (D6_AS_FUDGE,) * dice)


POLYHEDRAL = r"poly[- ]d([0-9]+)([-+][0-9]+)?([- ]exploding)?([- ]snake[- ]eyes)?(?:[- ]([0-9]+)[- ]?p(?:oin)?ts?)?"


def _any_polyhedral(text: str) -> Dice | None:
    """Read a die with any number of sides, which may explode or fumble (DT-14, DT-15, DT-16, DT-19)."""
    if text == "poly":
        raise DiceError("poly is the die of a trait's level: name a trait, or a die", "poly-d6")
    match = re.fullmatch(POLYHEDRAL, text)
    if not match:
        return None
    sides, modifier, points = (_int(digits or "0") for digits in match.group(1, 2, 5))
    return polyhedral_die(sides, modifier, exploding=bool(match[3]), snake_eyes=bool(match[4]), points=points)


def _table(text: str) -> Dice | None:
    """Read a table with its rows, which stand in the text so that the log needs no other file (FU-28)."""
    match = re.fullmatch(r"([^\[]+)\[([^|]*)\|(.*)\]", text)
    if not match:
        return None
    name, rows = match[2], [_row(each) for each in match[3].split("|")]
    single = re.fullmatch("d([0-9]+)", match[1])
    if single:
        return table_dice(name, _int(single[1]), rows)
    inner = _read_kept(match[1]) or _sum(match[1])
    return _make_looked(name, inner, tuple(sorted(rows))) if inner else None


def _make_looked(name: str, inner: Dice, rows: tuple[DieRow, ...]) -> Looked:
    """Return the dice whose total is looked up in these rows. Raise DiceError unless the rows cover every total."""
    check_name(name)
    if len(rows) > MOST_ROWS:
        raise DiceError(f"{name} has {len(rows)} rows, and a table may have {MOST_ROWS}")
    check_cover(name, inner, rows)
    spelled = "|".join(
        f"{low if low == high else f'{low}..{high}'}>{signed_number(result)}" for low, high, result in rows
    )
    return Looked(f"{inner.spec}[{name}|{spelled}]", inner, DieTable(rows))


def _row(text: str) -> DieRow:
    match = re.fullmatch(r"(-?[0-9]+)(?:(?:-|\.\.)(-?[0-9]+))?>([-+]?[0-9]+)", text)
    if not match:
        raise DiceError(f"“{short(text)}” is not a row of a table, such as 7-18>-2")
    return _int(match[1]), _int(match[2] or match[1]), _int(match[3])


KEPT = r"([0-9]*)d([0-9]+|f)((?:-(?:drop-)?(?:best|worst|middle)[0-9]+|-reroll-?[0-9]+(?:to-?[0-9]+)?)+)([-+][0-9]+)?"

#: Short spellings of other programs, with the words they stand for.
SHORT_KEPT = {"kh": "-best", "kl": "-worst", "dl": "-drop-worst", "dh": "-drop-best", "k": "-best", "r": "-reroll"}


def _read_kept(text: str) -> Dice | None:
    """Read dice of which the best, worst or middle ones count, or some faces are rolled again once."""
    short_form = re.fullmatch(r"([0-9]*d(?:[0-9]+|f))((?:(?:kh|kl|dl|dh|k|r)[0-9]+)+)([-+][0-9]+)?", text)
    if short_form:
        words = re.sub("[a-z]+", lambda found: SHORT_KEPT[found[0]], short_form[2])
        text = f"{short_form[1]}{words}{short_form[3] or ''}"
    match = re.fullmatch(KEPT, text)
    if not match:
        return None
    number, fudge = _count(match[1]), match[2] == "f"
    die = FUDGE if fudge else Die(_int(match[2]))
    if not fudge:
        check_sides(die.sides)
    if not number:
        raise DiceError(f"0d{match[2]} rolls nothing: at least 1 die is needed")
    chosen = re.findall(r"-(drop-)?(best|worst|middle)([0-9]+)", match[3])
    rerolled = re.findall(r"-reroll(-?[0-9]+)(?:to(-?[0-9]+))?", match[3])
    if len(chosen) > 1 or len(rerolled) > 1:
        raise DiceError(f"“{short(text)}” says twice what counts, or what is rolled again")
    added = _int(match[4] or "0")
    check_added(added)
    keep, counting = _chosen(number, *chosen[0]) if chosen else ("best", number)
    first, last = (_int(end or rerolled[0][0]) for end in rerolled[0]) if rerolled else (0, -1)
    return make_kept(number, die, keep, counting, range(first, last + 1), added)


def _chosen(number: int, drop: str, which: str, digits: str) -> tuple[Keep, int]:
    """Return which dice count and how many. To drop the worst is to keep the best."""
    if not drop:
        return cast(Keep, which), _int(digits)
    if which == "middle":
        raise DiceError("the best or the worst dice can be dropped, not the middle")
    return ("best" if which == "worst" else "worst"), number - _int(digits)


TERM = r"([-+])(?:([0-9]*)d([0-9]+|f|%)|([0-9]+))"


@value
class Term:
    """Like dice in a sum: sign "+" or "-", their number (empty for one), and "f", "%" or the number of sides."""

    sign: str
    number: str
    kind: str

    @property
    def count(self) -> int:
        """The number of faces that a roll shows."""
        return _count(self.number)

    @property
    def sides(self) -> int:
        """The number of sides of each die."""
        return 3 if self.kind == "f" else 100 if self.kind == "%" else _int(self.kind)

    @property
    def spec(self) -> str:
        """The canonical spelling, with its sign."""
        return f"{self.sign}{self.count}d{'F' if self.kind == 'f' else self.sides}"

    @property
    def is_named(self) -> bool:
        """Whether it is the name of a table, though a plain die may have been meant."""
        return self.kind == "%" or (not self.number and f"d{self.kind}" in NAMED)

    def dice(self) -> tuple[Die, ...]:
        """Return the dice. Raise DiceError for dice that cannot be."""
        check_sides(self.sides)
        if not self.count and self.kind != "f":
            raise DiceError(f"{self.spec[1:]} rolls nothing: at least 1 die is needed", f"1d{self.sides}")
        first = -1 if self.kind == "f" else 1
        return (Die(self.sides, first, sign=int(f"{self.sign}1")),) * self.count


def _sum(text: str) -> Dice | None:
    """Read dice and numbers, added and subtracted (DT-01, DT-06, DT-07)."""
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
    check_count(sum(term.count for term in terms))
    check_added(added)
    dice = tuple(die for term in terms for die in term.dice())
    _check_unlike(dice)
    spec = ("".join(term.spec for term in terms) + (f"{added:+d}" if added else "")).removeprefix("+")
    for term in terms:
        if term.is_named:
            raise DiceError(f"d{term.kind} is a table, which no sum can hold", spec)
    return Sum(spec, dice, added)


def _check_unlike(dice: Sequence[Die]) -> None:
    totals = 1 + sum(die.sides - 1 for die in dice)
    if len({die.sides for die in dice}) > 1 and totals > MOST_UNLIKE:
        raise DiceError(f"{totals:,} totals are too many for a sum of different dice: {MOST_UNLIKE:,} is the limit")


def _count(digits: str) -> int:
    """Return how many dice there are: one if no number is typed."""
    count = _int(digits or "1")
    check_count(count)
    return count


def _int(digits: str) -> int:
    """Return a whole number, or as much of it as is beyond all limits."""
    number = int(digits.lstrip("+-").lstrip("0")[:20] or "0")
    return -number if digits.startswith("-") else number


def _guess_spelling(text: str) -> str | None:
    """Return the spelling most like the text: a named one, or one that the text's numbers could make."""
    from difflib import get_close_matches  # needed only for a refusal

    text = text[:MOST_QUOTED]
    numbers = [number for number in map(int, re.findall("[0-9]{1,3}", text)) if 1 <= number <= MOST_DICE]
    specs = [*NAMED, "4dF", "1d6-1d6", "4d6-as-dF", "poly-d6", *(f"{n}dF" for n in numbers)]
    specs += [f"{n}d{sides}" for n, sides in zip([1, *numbers], numbers, strict=False) if sides > 1]
    known = {spec.lower(): spec for spec in specs}
    close = get_close_matches(text, known, n=1)
    return known[close[0]] if close else None
