"""The values of rules as people type them: read, described in words, and written."""

from __future__ import annotations

import re
from typing import Any, Literal, get_args, get_origin

from engine.patterns import pattern
from engine.rules.ruleset import FIELDS, LEVELS, Pairs
from engine.text import in_quotes
from engine.types import NUMBER_LIMIT, DiceSpec, Level

#: The words for yes and no, beginning with those that are shown.
SWITCH = {"on": True, "yes": True, "true": True, "off": False, "no": False, "false": False}


def read_typed(kind: Any, text: str) -> Any:
    """Return typed text as a key's type has it (a table as its entries), or unchanged if it does not fit."""
    if kind is bool:
        return SWITCH.get(text.casefold(), text)
    if kind is int or kind in LEVELS:
        return read_number(text)
    if kind is Pairs:
        return [without_quotes(entry) for entry in split_entries(text)]
    if get_origin(kind) is tuple:
        parts, numbers = split_entries(text), get_args(kind)[0] is int
        if parts == ["none"]:
            return []
        return [
            read_number(part) if numbers else NAME_IN_QUOTES.sub(lambda found: unquote(found[1]), part)
            for part in parts
        ]
    return text


def read_number(text: str) -> int | str:
    """Return the whole number that a text spells, or the text if it spells none."""
    plain = text.replace("−", "-").removeprefix("+")
    return (
        int(plain)
        if len(plain) <= 11 and plain.removeprefix("-").isascii() and plain.removeprefix("-").isdigit()
        else text
    )


def describe_allowed(key: str) -> str:
    """Return in words the values that a key takes."""
    kind, bounds = FIELDS[key].type, FIELDS[key].metadata
    if bounds["takes"]:
        return str(bounds["takes"])
    if get_origin(kind) is Literal:
        return " or ".join(get_args(kind))
    if kind in LEVELS:
        return "a level, by its number or its word" + (", or none" if kind == Level | None else "")
    if get_origin(kind) is tuple:
        return f"{'numbers' if get_args(kind)[0] is int else 'words'} between commas"
    words = {bool: "on or off", str: "a word", DiceSpec: "dice such as 2d6", Pairs: "entries such as A = B"}
    low, high = bounds["least"], bounds["most"]
    upto = "a whole number" if high == NUMBER_LIMIT else f"a whole number from {low:,} to {high:,}".replace("-", "−")
    return words.get(kind or int, upto)


def spoken(value: Any) -> str:
    """Return a rule's value as people type it."""
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, list | tuple):
        texts = list(map(str, value))
        if any(";" in text for text in texts):
            return ", ".join(in_quotes(text) for text in texts)
        with_commas = any("," in text for text in texts)
        return ("; " if with_commas else ", ").join(texts) + ";" * (with_commas and len(texts) == 1) or "none"
    return "none" if value is None else str(value)


#: A name in quotes at the start of an entry, as in “"Very Hurt" 1 -2”.
NAME_IN_QUOTES = pattern(r'^("(?:[^"\\]|\\.)*")(?=\s)')

QUOTED = pattern(r'"((?:[^"\\]|\\.)*)"')


def split_entries(text: str) -> list[str]:
    """Return the entries between semicolons, or between commas if there are none. Quotes protect both signs."""
    plain = QUOTED.sub(lambda found: " " * len(found[0]), text)
    ends = [place for place, sign in enumerate(plain) if sign == (";" if ";" in plain else ",")]
    parts = [text[start:end].strip() for start, end in zip([0, *(end + 1 for end in ends)], [*ends, None], strict=True)]
    return [unquote(part) for part in parts if part]


def without_quotes(entry: str) -> str:
    """Return an entry without quotes around the part after “=”."""
    first, _, second = entry.partition("=")
    return f"{first}= {unquote(second.strip())}" if QUOTED.fullmatch(second.strip()) else entry


def unquote(text: str) -> str:
    """Return a text without quotes around all of it."""
    found = QUOTED.fullmatch(text)
    return re.sub(r"\\(.)", r"\1", found[1]) if found else text
