"""What goes out: plain data for programs, clean text for terminals."""

from __future__ import annotations

import json
import unicodedata
from typing import Any

from engine.campaign import Recorded
from engine.state import State
from engine.store import codec

SELECTORS = frozenset("\ufe0e\ufe0f")
JOINER = "\u200d"
PICTURES = ("So", "Sk")


def event_json(recorded: Recorded, state: State) -> dict[str, Any]:
    """An event as the contract has it."""
    fields: dict[str, Any] = codec.plain_data(recorded.event)
    return {
        "seq": recorded.seq,
        "session": state.session_at(recorded.seq),
        "at": recorded.at,
        "type": recorded.type,
        "by": recorded.by,
    } | fields


def clean(text: str) -> str:
    """Text that can do nothing to a terminal: whatever is neither visible nor a line break is written as an escape."""
    if text.isascii() and text.replace("\n", "").isprintable():
        return text
    return "".join(_visible(text, place) for place in range(len(text)))


def _visible(text: str, place: int) -> str:
    character = text[place]
    if character == "\n" or character.isprintable() or _joins_emoji(text, place):
        return character
    return character.encode("unicode_escape").decode()


def _joins_emoji(text: str, place: int) -> bool:
    """Whether an invisible character holds an emoji together rather than hiding something."""
    if text[place] in SELECTORS:
        return _picture(text[place - 1 : place])
    before = text[:place].rstrip("\ufe0f")[-1:]
    return text[place] == JOINER and _picture(before) and _picture(text[place + 1 : place + 2])


def _picture(character: str) -> bool:
    return bool(character) and unicodedata.category(character) in PICTURES


def clean_line(text: str) -> str:
    """Clean text for a single line: nobody's words can begin one of their own."""
    return clean(text.replace("\n", "\\n"))


def json_line(data: object, *, ascii_only: bool = False) -> str:
    """Data as JSON on a line, with everything that could do something to a terminal escaped."""
    text = json.dumps(data, ensure_ascii=ascii_only)
    return text if text.isprintable() else "".join(c if c.isprintable() else json.dumps(c)[1:-1] for c in text)


def width(text: str) -> int:
    """How many columns a text takes on a terminal, as it is shown."""
    shown = clean_line(text)
    if shown.isascii():
        return len(shown)
    from wcwidth import wcswidth  # names are seldom wide

    return max(0, wcswidth(shown))


def padded(text: str, columns: int) -> str:
    """A text with so many spaces after it that it fills that many columns."""
    return text + " " * (columns - width(text))
