"""Read the dates of a column. A date that could be two days is refused, unless another row tells which is meant."""

from __future__ import annotations

from collections.abc import Iterable

from engine.dates import DATE_SHAPE, DAY_FIRST, MONTH_FIRST, read_date
from engine.patterns import pattern
from engine.refusal import Refused
from replay.bring.amounts import canonical_digits

SLASHES = r"[0-9]{1,2}/[0-9]{1,2}/[0-9]{4}"
WITH_SLASHES = pattern(r"([0-9]{1,2})/([0-9]{1,2})/[0-9]{4}")

#: A date within other text.
ANY_DATE = pattern(rf"(?<![\w./-])(?:{DATE_SHAPE}|{SLASHES})(?![\w/])")


def read_day(text: str, order: str | None, advice: str) -> str:
    """Return a date as ISO 8601. Raise Refused for other text, and for one such as 3/4/2024 without an order.

    `advice` is put before “dates day-first” in the hint.

    >>> read_day("9 Mar 2024", None, ""), read_day("9/3/2024", "day-first", "")
    ('2024-03-09', '2024-03-09')
    """
    typed = canonical_digits(text)
    slashed = WITH_SLASHES.fullmatch(typed)
    if slashed and order is None:
        if slashed[1] != slashed[2]:
            raise Refused(
                f"“{text}” could be two days", hint=f"“{advice} dates day-first” or “dates month-first” tells"
            )
        order = DAY_FIRST
    try:
        return read_date(typed, order).isoformat()
    except ValueError as error:
        hint = None if str(error).startswith("there is no") else "write it such as 2024-03-09 or 9 March 2024"
        raise Refused(str(error), hint=hint) from None


def find_order(texts: Iterable[str]) -> str | None:
    """Return the order that the dates of a column have, by one that has a day above 12. Return None if none tells.

    >>> find_order(["3/4/2024", "17/4/2024"]), find_order(["3/4/2024"])
    ('day-first', None)
    """
    found = [each for text in texts if (each := WITH_SLASHES.fullmatch(canonical_digits(text)))]
    days, months = (any(int(each[place]) > 12 for each in found) for place in (1, 2))
    return None if days == months else DAY_FIRST if days else MONTH_FIRST
