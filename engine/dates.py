"""Read dates as people write them: `2024-03-09`, `9 March 2024`, `9 Mar 2024` or `9.3.2024`."""

from __future__ import annotations

from datetime import date

from engine.patterns import pattern

MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)

DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")

#: How a whole date may be written, wherever it stands.
DATE_SHAPE = r"\d{4}-\d{1,2}-\d{1,2}|\d{1,2}\.? [^\W\d_]{3,9}\.? \d{4}|\d{1,2}\.\d{1,2}\.\d{4}"

#: The end of a line that says when an evening was held.
HELD_ON = pattern(rf"(?i)(?P<before>.*?)\s+(?P<word>on|at)\s+(?P<date>{DATE_SHAPE})")

#: A date without its year, as in “9 March”, “March 9” or “9.3.”.
YEARLESS = pattern(
    r"(?i)\d{1,2}(?:\.|st|nd|rd|th)? (?P<month>[^\W\d_]{3,9})\.?"
    r"|(?P<before>[^\W\d_]{3,9})\.? \d{1,2}(?:st|nd|rd|th)?|\d{1,2}\.(?:0?[1-9]|1[0-2])\.?"
)

#: Which number comes first in a date such as `3/4/2024`.
DAY_FIRST, MONTH_FIRST = "day-first", "month-first"

ISO_DATE = pattern(r"(?P<year>\d{4})-(?P<month>\d{1,2})-(?P<day>\d{1,2})")
POINTED_DATE = pattern(r"(?P<day>\d{1,2})\.(?P<month>\d{1,2})\.(?P<year>\d{4})")
WORDED_DATE = pattern(r"(?P<day>\d{1,2})\.? (?P<name>[^\W\d_]{3,9})\.? (?P<year>\d{4})")
SLASHED_DATE = {
    DAY_FIRST: pattern(r"(?P<day>\d{1,2})/(?P<month>\d{1,2})/(?P<year>\d{4})"),
    MONTH_FIRST: pattern(r"(?P<month>\d{1,2})/(?P<day>\d{1,2})/(?P<year>\d{4})"),
}


def read_date(text: str, order: str | None = None) -> date:
    """Return a written date. Raise ValueError, with a sentence, for anything else and for a day that never was.

    A date such as `3/4/2024` needs an order, `DAY_FIRST` or `MONTH_FIRST`.

    >>> read_date("9 March 2024").isoformat(), read_date("9.3.2024").isoformat()
    ('2024-03-09', '2024-03-09')
    >>> read_date("31 April 2024")
    Traceback (most recent call last):
        ...
    ValueError: there is no 31 April 2024
    """
    shapes = [ISO_DATE, POINTED_DATE, WORDED_DATE, *([SLASHED_DATE[order]] if order else [])]
    found = next((match for shape in shapes if (match := shape.fullmatch(text.strip()))), None)
    if found is None:
        raise ValueError(f"“{text}” is not a date")
    parts = found.groupdict()
    month = find_month(parts["name"]) if "name" in parts else int(parts["month"])
    if month == 0 and "name" in parts:
        raise ValueError(f"“{parts['name']}” is no month in English")
    try:
        return date(int(parts["year"]), month, int(parts["day"]))
    except ValueError:
        raise ValueError(f"there is no {text.strip()}") from None


def is_yearless(text: str) -> bool:
    """Return whether a text is a date without its year.

    >>> [is_yearless(text) for text in ("9 March", "Mar 9th", "9.3.", "9 marbles", "9 March 2024")]
    [True, True, True, False, False]
    """
    found = YEARLESS.fullmatch(text.strip())
    name = found and (found["month"] or found["before"])
    return found is not None and (name is None or find_month(name) > 0)


def is_iso_date(text: str) -> bool:
    """Return whether a text is a date as ISO 8601, such as “2024-03-09”."""
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def find_month(name: str) -> int:
    """Return the number of a month by its name or a beginning of three letters or more, 0 for no such month."""
    begun = [number for number, month in enumerate(MONTHS, 1) if month.casefold().startswith(name.casefold())]
    return begun[0] if begun else 0


def tell_date(day: str, beside: str = "") -> str:
    """Return an ISO date in words, without its year if `beside` is a date of the same year.

    >>> tell_date("2024-03-09"), tell_date("2024-03-09", beside="2024-03-08")
    ('9 March 2024', '9 March')
    """
    found = date.fromisoformat(day)
    said = f"{found.day} {MONTHS[found.month - 1]}"
    return said if beside[:4] == day[:4] else f"{said} {found.year}"


def spell_day(day: date) -> str:
    """Return a date with its day of the week.

    >>> spell_day(date(2026, 11, 21))
    'Saturday 21 November 2026'
    """
    return f"{DAYS[day.weekday()]} {tell_date(day.isoformat())}"
