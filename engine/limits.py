"""What any command may hold: text without control characters, of bounded length, and bounded numbers."""

from __future__ import annotations

import unicodedata
from typing import Any, TypeVar

import attrs

from engine.refusal import Refused
from engine.types import NUMBER_LIMIT, TEXT_LIMIT

T = TypeVar("T")
LONGEST_NAME = 200

#: Signs that turn the direction of what follows them: a line of text could be read as another.
TURNING = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")

REFUSED_CATEGORIES = {"Cc": "a control character", "Cs": "half a character", "Zl": "a line break", "Zp": "a line break"}


def within_limits(command: T) -> T:
    """The command with its text in Unicode NFC; raises Refused for what no log should hold."""
    within: T = _within(command, about=None)
    return within


def speaker(name: str) -> str:
    """The name of who is speaking, as it is recorded with every event; raises Refused for what cannot be one."""
    within = within_limits(name.strip())
    turning = next((f"U+{ord(each):04X}" for each in within if each in TURNING), None)
    if turning is not None:
        raise Refused(f"a name cannot turn the direction of the text ({turning})")
    if not 0 < len(within) <= LONGEST_NAME:
        raise Refused(f"who speaks needs a name of 1 to {LONGEST_NAME} characters")
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
