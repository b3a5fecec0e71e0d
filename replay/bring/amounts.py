"""Read amounts as people write them: any digits, any minus, and fractions if somebody says how to round them."""

from __future__ import annotations

import re
import unicodedata
from fractions import Fraction
from math import ceil, floor

from engine.patterns import pattern
from engine.refusal import Refused
from engine.types import NUMBER_LIMIT

#: One of the two ways of rounding, as it is typed.
UP = "up"

#: Signs that stand for none.
NO_AMOUNT = ("", "-", "–", "—", "−")

MINUS_SIGNS = str.maketrans(dict.fromkeys("−–—﹣－‐‑", "-") | {"＋": "+"})
FRACTIONS = {"½": Fraction(1, 2), "¼": Fraction(1, 4), "¾": Fraction(3, 4)}

#: A sign, a whole number, and a decimal part or a fraction. Three digits behind a mark may be thousands.
AMOUNT_SPELLED = pattern(r"([+-]?)\s*([0-9]{0,12})(?:[.,]([0-9]{1,2}|[0-9]{4,6})|\s*([½¼¾]))?(?:\s*xp)?", re.IGNORECASE)
GROUPED = pattern(r"[+-]?[0-9]{1,3}(?:[.,' ][0-9]{3})+")


def canonical_digits(text: str) -> str:
    """Return text with its digits, signs and spaces in ASCII.

    >>> canonical_digits("−３")
    '-3'
    """
    wide = "".join(str(unicodedata.digit(each)) if each in "０１２３４５６７８９" else each for each in text)
    return " ".join(wide.translate(MINUS_SIGNS).split())


def read_amount(text: str, rounding: str | None, advice: str) -> int:
    """Return a whole number. Raise Refused for other text, and without `rounding` for a fraction.

    `advice` is put before “down” and “up” in the hint. Losses are rounded as gains are: −1½ down is −1.

    >>> read_amount("2½", "up", ""), read_amount("−1,5", "down", ""), read_amount("3.00", None, "")
    (3, -1, 3)
    """
    typed = canonical_digits(text)
    found = AMOUNT_SPELLED.fullmatch(typed)
    if found is None or not (found[2] or found[3] or found[4]):
        hint = "write it without a mark for thousands" if GROUPED.fullmatch(typed) else None
        raise Refused(f"“{text}” is no whole number", hint=hint)
    part = Fraction(int(found[3]), 10 ** len(found[3])) if found[3] else FRACTIONS.get(found[4], Fraction())
    exact = int(found[2] or 0) + part
    if exact.denominator > 1 and rounding is None:
        sign = "-" if found[1] == "-" else ""
        hint = f"“{advice} round down” makes it {sign}{floor(exact)}, “round up” {sign}{ceil(exact)}"
        raise Refused(f"“{text}” is no whole number", hint=hint)
    whole = ceil(exact) if rounding == UP else floor(exact)
    if whole > NUMBER_LIMIT:
        raise Refused(f"“{text}” is too large: numbers go to ±{NUMBER_LIMIT:,}")
    return -whole if found[1] == "-" else whole
