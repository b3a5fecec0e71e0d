"""Check the text of an event, which no state can tell anything of: it holds no sign that a command refuses."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from engine.refusal import Refused
from engine.store import codec
from engine.text import within_limits
from engine.types import TEXT_LIMIT


def forbidden_text(event: Any) -> str | None:
    """Return what is wrong with the text of an event; None if a command could have held it.

    Of an event that is not known here only a newer program can tell.
    """
    if isinstance(event, codec.Unknown):
        return None
    body = codec.encode(event)
    if len(body) <= TEXT_LIMIT and body.isprintable() and "\\" not in body:  # JSON escapes control characters
        return None
    try:
        for text in texts(msgspec.to_builtins(event)):
            within_limits(text)
    except Refused as refused:
        return refused.message
    return None


def texts(held: Any) -> Iterator[str]:
    """Yield every text in plain data, keys too."""
    if isinstance(held, str):
        yield held
    elif isinstance(held, dict):
        for key, each in held.items():
            yield from texts(key)
            yield from texts(each)
    elif isinstance(held, list | tuple):
        for each in held:
            yield from texts(each)
