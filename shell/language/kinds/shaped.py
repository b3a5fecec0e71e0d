"""Values that have a pattern: numbers, points in the log, percentages."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cached_property
from typing import Any, ClassVar

from engine.value import Factory, evolve, value
from shell.language.kinds.text import missing_at_end, word_end
from shell.language.parse import Found, Misreading, Offers, Scene, say_mismatch

#: How many digits of a number are read, and repeated if it is refused. No rule accepts as many.
MOST_TYPED_DIGITS = 200


@value
class Shaped:
    """A value that matches `shape`, or as yet its beginning, `begun`.

    Patterns are compiled at their first use: a line contains two or three of the two dozen kinds.
    """

    open: ClassVar[bool] = False
    name: str
    shape: str
    begun: str
    convert: Callable[[str], Any]
    back: Callable[[Any], str] = str
    hints: Offers = Factory(dict)
    advice: str | None = None

    @cached_property
    def whole(self) -> re.Pattern[str]:
        """The compiled pattern of a value."""
        return re.compile(self.shape)

    def read(self, text: str, at: int, scene: Scene) -> Found | Misreading:
        """Return the value that the pattern matches, and where it ends."""
        found = self.whole.match(text, at)
        if found and (found.end() == len(text) or text[found.end()] in " \t,:="):
            return self.convert(found[0]), found.end()
        if at >= len(text):
            return missing_at_end(text, self.name)
        end = word_end(text, at)
        typed = text[at:end]
        unfinished = self.may_become(text, at)
        return Misreading(at, end, say_mismatch(typed, self.name), typed, unfinished=unfinished, advice=self.advice)

    def may_become(self, text: str, at: int) -> bool:
        """Return whether the rest of the text may yet become a value."""
        return re.compile(self.begun).fullmatch(text, at) is not None

    def begins(self, text: str, at: int, scene: Scene) -> bool:
        """Return whether a value, or the beginning of one, stands here."""
        found = self.read(text, at, scene)
        return at < len(text) and (not isinstance(found, Misreading) or found.unfinished)

    def offers(self, scene: Scene) -> Offers:
        """Return the usual beginnings."""
        return self.hints

    def spell(self, value: Any) -> str:
        """Return the value as it is typed."""
        return self.back(value)


@value
class EventNumberKind(Shaped):
    """The number of an event, always with #, as a bare number may be a count."""

    def read(self, text: str, at: int, scene: Scene) -> Found | Misreading:
        """Return the number behind the #, and where it ends."""
        found = super().read(text, at, scene)
        if isinstance(found, Misreading) and found.typed.isdigit():
            return evolve(found, said=f"{found.said}: those begin with #")
        return found

    def begins(self, text: str, at: int, scene: Scene) -> bool:
        """Return whether the number of an event stands here, with its # or without."""
        return super().begins(text, at, scene) or text[at : word_end(text, at)].isdigit()


def number(text: str) -> int:
    """Return the typed number, cut to so many digits that no rule accepts it."""
    sign = -1 if text[0] in "-−" else 1
    return sign * int(text.lstrip("+-−±0")[:MOST_TYPED_DIGITS] or "0")


def pattern_of_beginnings(text: str) -> str:
    """Return a pattern for every beginning of a text."""
    return "" if not text else f"(?:{re.escape(text[0])}{pattern_of_beginnings(text[1:])})?"


def signed_text(value: int) -> str:
    """Return a number with its sign, of which 0 has none."""
    return f"{value:+d}" if value else "0"


def bounds(text: str) -> tuple[int, int]:
    """Return the two numbers of a range."""
    least, _, most = text.partition("..")
    return number(least), number(most)


def bounds_text(value: tuple[int, int]) -> str:
    """Return a range as it is typed."""
    return f"{value[0]}..{value[1]}"


def row_ends(text: str) -> tuple[int, int]:
    """Return the two ends of a row's numbers, twice the same for one number."""
    found = re.fullmatch(r"(?P<least>[+\-−]?\d+)(?:(?:-|\.\.)(?P<most>[+\-−]?\d+))?", text)
    assert found is not None
    return number(found["least"]), number(found["most"] or found["least"])


def row_ends_text(value: tuple[int, int]) -> str:
    """Return a row's numbers as they are typed."""
    least, most = value
    return str(least) if least == most else f"{least}{'..' if min(value) < 0 else '-'}{most}"
