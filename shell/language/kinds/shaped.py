"""Anything of a shape: numbers, points in the log, percentages."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, ClassVar

from attrs import Factory

from engine.text import article
from engine.value import value
from shell.language.kinds.text import missing, word_end
from shell.language.parse import Found, Misreading, Offers, Scene


@value
class Shaped:
    """Anything that a pattern matches; `begun` matches what may yet become it.

    The patterns are compiled when they are first used: a line has two or three kinds in it, of two dozen there are.
    """

    open: ClassVar[bool] = False
    name: str
    shape: str
    begun: str
    convert: Callable[[str], Any]
    back: Callable[[Any], str] = str
    hints: Offers = Factory(dict)
    advice: str | None = None

    def read(self, text: str, at: int, scene: Scene) -> Found | Misreading:
        found = re.compile(self.shape).match(text, at)
        if found and (found.end() == len(text) or text[found.end()] in " \t,:="):
            return self.convert(found[0]), found.end()
        if at >= len(text):
            return missing(text, self.name)
        end = word_end(text, at)
        typed = text[at:end]
        unfinished = self.may_become(text, at)
        said = f"“{typed}” is not {article(self.name)}"
        return Misreading(at, end, said, typed, unfinished=unfinished, advice=self.advice)

    def may_become(self, text: str, at: int) -> bool:
        """Whether the rest of the text may yet become a value."""
        return re.compile(self.begun).fullmatch(text, at) is not None

    def begins(self, text: str, at: int, scene: Scene) -> bool:
        found = self.read(text, at, scene)
        return at < len(text) and (not isinstance(found, Misreading) or found.unfinished)

    def offers(self, scene: Scene) -> Offers:
        return self.hints

    def spell(self, value: Any) -> str:
        return self.back(value)


def number(text: str) -> int:
    """The number that was typed. Thousands of digits are cut short: no rule lets them through anyway."""
    sign = -1 if text[0] in "-−" else 1
    return sign * int(text.lstrip("+-−±0")[:20] or "0")


def beginnings(text: str) -> str:
    """A pattern for every beginning of a text."""
    return "" if not text else f"(?:{re.escape(text[0])}{beginnings(text[1:])})?"


def signed_text(value: int) -> str:
    """A number with its sign."""
    return f"{value:+d}" if value else "0"
