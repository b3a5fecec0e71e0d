"""What any command may hold: text without control characters, of bounded length, and bounded numbers."""

from __future__ import annotations

import unicodedata
from typing import Any, TypeVar

import attrs

from engine.refusal import Refused
from engine.words import NUMBER_LIMIT, TEXT_LIMIT

T = TypeVar("T")
REFUSED_CATEGORIES = {"Cc": "a control character", "Cs": "half a character", "Zl": "a line break", "Zp": "a line break"}


def within_limits(command: T) -> T:
    """The command with its text in Unicode NFC; raises Refused for what no log should hold."""
    within: T = _within(command, about=None)
    return within


def _within(value: Any, about: str | None) -> Any:
    if isinstance(value, str):
        return _text(value, about)
    if isinstance(value, int):
        return _number(value, about)
    if isinstance(value, tuple):
        return tuple(_within(each, about) for each in value)
    if attrs.has(type(value)):
        fields = {f.name: _within(getattr(value, f.name), about or f.name) for f in attrs.fields(type(value))}
        return attrs.evolve(value, **fields)
    return value


def _text(text: str, about: str | None) -> str:
    if len(text) > TEXT_LIMIT:
        raise Refused(f"a text of {len(text):,} characters is too long: the limit is {TEXT_LIMIT:,}", about=about)
    for place, character in enumerate(text):
        kind = REFUSED_CATEGORIES.get(unicodedata.category(character))
        if kind:
            raise Refused(f"{kind} (U+{ord(character):04X}) at character {place + 1} of the text", about=about)
    return unicodedata.normalize("NFC", text)


def _number(number: int, about: str | None) -> int:
    if abs(number) > NUMBER_LIMIT:
        raise Refused(f"{number:,} is out of range: numbers go to ±{NUMBER_LIMIT:,}", about=about)
    return number
