"""Check the text of an event, of which no state can tell anything: for signs that are refused, and hidden ones."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from engine.refusal import Refused
from engine.store import codec
from engine.text import is_hidden, within_limits
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
            if len(text) > TEXT_LIMIT or not text.isprintable():
                within_limits(text)
    except Refused as refused:
        return refused.message
    return None


def hidden_sign(body: str) -> str | None:
    """Return the number of the first sign in a stored text that cannot be seen or turns the text; None without one."""
    if "\\u" in body:  # as nobody but a forger writes what can be written plainly
        body = "".join(texts(msgspec.json.decode(body)))
    if body.isprintable():
        return None
    return next((f"U+{ord(each):04X}" for each in body if is_hidden(each)), None)


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
