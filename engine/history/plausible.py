"""Check an event's text for forbidden and hidden signs, about which no state can tell."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from engine.history.names import Naming
from engine.refusal import Refused
from engine.store import codec
from engine.text import find_hidden, within_limits
from engine.types import NESTED_LIMIT, TEXT_LIMIT

#: The types of plain data that hold other data.
HOLDING = (dict, list, tuple)


def body_of(event: Any, stored: str, naming: Naming | None) -> str:
    """Return the JSON of an event, or “” for an unknown one, whose text only a newer program can judge.

    It is the `stored` JSON, unless names in the event may have changed since.
    """
    if isinstance(event, codec.Unknown):
        return ""
    return stored if naming is None else codec.encode(event)


def is_plainly_written(body: str) -> bool:
    """Return whether an event's JSON has only visible signs, none escaped. JSON leaves DEL in ASCII unescaped."""
    if "\\" in body:
        return False
    return "\x7f" not in body if body.isascii() else body.isprintable()


def forbidden_text(event: Any, body: str) -> str | None:
    """Return the fault in an event's text, given with its JSON `body`, or None if a command could have it."""
    is_deep = body.count("[") + body.count("{") > NESTED_LIMIT
    is_usual = len(body) <= TEXT_LIMIT and is_plainly_written(body)
    if is_usual and not is_deep:
        return None
    try:
        held = msgspec.to_builtins(event)
        if is_deep:
            must_be_shallow(held)
        for text in () if is_usual else texts(held):
            if len(text) > TEXT_LIMIT or not text.isprintable():
                within_limits(text)
    except Refused as refused:
        return refused.message
    return None


def hidden_sign(body: str) -> str | None:
    """Return the code of the first sign in stored text that is invisible or reverses text, or None."""
    if "\\u" in body:  # only a forger escapes signs that can be written plainly
        body = "".join(texts(msgspec.json.decode(body)))
    if body.isprintable():
        return None
    return find_hidden(body)


def must_be_shallow(held: Any, limit: int = NESTED_LIMIT) -> None:
    """Raise Refused for data nested more deeply than any event, which not every version of Python could read."""
    level = [held]
    for _ in range(limit + 1):
        inner = [part.values() if isinstance(part, dict) else part for part in level if isinstance(part, HOLDING)]
        level = [each for parts in inner for each in parts]
    if level:
        raise Refused("it is nested too deeply")


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
