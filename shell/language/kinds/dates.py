"""Dates, as people write them."""

from __future__ import annotations

from contextlib import suppress
from typing import ClassVar

from engine.dates import DATE_SHAPE, HELD_ON, is_yearless, read_date
from engine.patterns import pattern
from engine.text import in_quotes
from engine.value import value
from shell.language.kinds.text import missing_at_end, word_end
from shell.language.parse import Found, Misreading, Offers, Scene, say_mismatch


@value
class DateKind:
    """A whole date, such as 2024-03-09 or 9 March 2024."""

    open: ClassVar[bool] = False
    name: str = "date"

    SHAPE = pattern(rf"(?:{DATE_SHAPE})(?=\s|$)")
    BEGUN = pattern(r"\d[\d\-.]*(?: [^\W\d_]*\.?)?(?: \d*)?")

    def read(self, text: str, at: int, scene: Scene) -> Found | Misreading:
        """Return the date that stands here, as ISO 8601, and where it ends."""
        if at >= len(text):
            return missing_at_end(text, self.name)
        found = self.SHAPE.match(text, at)
        end = found.end() if found else word_end(text, at)
        try:
            if found:
                return read_date(found[0]).isoformat(), end
            said = say_mismatch(text[at:end], self.name)
        except ValueError as error:
            said = str(error)
        unfinished = can_go_on(text[at:]) if found else self.BEGUN.fullmatch(text, at) is not None
        advice = "such as 2024-03-09, 9 March 2024 or 9.3.2024"
        return Misreading(at, end, said, text[at:end], unfinished=unfinished, advice=advice, sure=found is not None)

    def begins(self, text: str, at: int, scene: Scene) -> bool:
        """Return whether a date, or the beginning of one, stands here."""
        found = self.read(text, at, scene)
        return at < len(text) and (not isinstance(found, Misreading) or found.unfinished)

    def offers(self, scene: Scene) -> Offers:
        """Return nothing: it can be any day."""
        return {}

    def spell(self, value: str) -> str:
        """Return the date, which is ISO 8601."""
        return value


def can_go_on(text: str) -> bool:
    """Return whether a text that is no day becomes one with a digit more, as 2024-03-0 does."""
    for digit in "19":
        with suppress(ValueError):
            return bool(read_date(f"{text}{digit}"))
    return False


#: What may stand before a date: the number of the session, its title, and those present.
BEFORE_DATE = pattern(r"(?P<number>\d+(?: |$))?(?P<title>.*?)(?P<there> with .*)?")


#: How a line about an evening of the past begins that cannot be a title alone: a number, quotes, or nothing at all.
OF_THE_PAST = pattern(r'\d+(?: |$)|"|$')


def refuse_dated(text: str, at: int, title: str, there: str = "") -> Misreading | None:
    """Return the problem of a title without quotes that ends with a date, or None for another title.

    `there` are those present, if they were named behind the date.
    """
    found = HELD_ON.fullmatch(f" {title}")
    if found is None:
        return refuse_yearless(text, at, title, there)
    try:
        read_date(found["date"])
    except ValueError as error:
        end = at + len(title)
        unfinished = end == len(text) and can_go_on(found["date"])
        return Misreading(end - len(found["date"]), end, str(error), unfinished=unfinished, sure=True)
    before = BEFORE_DATE.fullmatch(found["before"].strip())
    assert before is not None
    said = "the date stands at the end, behind a title in quotes"
    if not there and (" " not in before["title"].strip() or before["title"].startswith('"')):
        return Misreading(at, at + 1, said)  # the problem is another one, further on
    quoted = f"{before['number'] or ''}{in_quotes(before['title'])}{before['there'] or ''}{there}"
    cure = f"{text[:at]}{quoted} {found['word']} {found['date']}"
    return Misreading(at, at + len(found["before"].strip()), said, cures=(cure,), sure=True)


def refuse_yearless(text: str, at: int, title: str, there: str) -> Misreading | None:
    """Return the problem of a date without its year behind a number, a title in quotes or nothing, or None.

    Behind any other title it is part of that: “The fair on 9 March”.
    """
    before, word, day = split_at_date(title)
    if not is_yearless(day) or not OF_THE_PAST.match(before):
        return None
    said, end = f"“{day}” has no year", at + len(title)
    hint = f"an evening of the past needs it, as in “{word} 9 March 2024”"
    hint += "" if '"' in title else f"; a title needs quotes: “{text[:at]}{in_quotes(title)}{there}”"
    return Misreading(end - len(day), end, said, advice=hint, unfinished=end == len(text.rstrip()), sure=True)


def split_at_date(title: str) -> tuple[str, str, str]:
    """Return what stands before the last “on” or “at” of a title, that word, and what stands behind it."""
    parts = title.split(" ")
    place = max((index for index, part in enumerate(parts) if part.casefold() in ("on", "at")), default=len(parts) - 1)
    return " ".join(parts[:place]), parts[place], " ".join(parts[place + 1 :])
