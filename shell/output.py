"""What goes out: plain data for programs, clean text for terminals."""

from __future__ import annotations

import unicodedata
from typing import Any

from engine import codec
from engine.campaign import Recorded
from engine.state import State

JOINERS = frozenset("\u200d\ufe0e\ufe0f")


def event_json(recorded: Recorded, state: State) -> dict[str, Any]:
    """An event as the contract has it."""
    fields: dict[str, Any] = codec.plain(recorded.event)
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
    return text[place] in JOINERS and place > 0 and unicodedata.category(text[place - 1]) in ("So", "Sk", "Mn")
