"""The values of rules: read from data or from what was typed, checked against their key's type, and spoken."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Literal, get_args, get_origin
from unicodedata import normalize

import attrs

from engine.refusal import Refused, begun, nearest, stem
from engine.rules.ruleset import FIELDS, FIXED_KEYS, LEVELS, Pairs, Ruleset, pair
from engine.text import in_quotes
from engine.types import NUMBER_LIMIT, DiceSpec, Level


def check_values(values: Mapping[str, Any]) -> Ruleset:
    """The ruleset of these values; raises Refused naming the key, what is wrong and what is allowed."""
    for key in values:
        _known_key(key)
    missing = [key for key, field in FIELDS.items() if field.default is attrs.NOTHING and key not in values]
    if missing:
        raise Refused(f"the rules lack “{missing[0]}”", about="rules")
    words = {key: _value(key, value) for key, value in values.items() if FIELDS[key].type not in LEVELS}
    rules = Ruleset(**{key.replace("-", "_"): value for key, value in words.items()})
    levels = {key: _level(rules, key, value) for key, value in values.items() if FIELDS[key].type in LEVELS}
    held: dict[str, Any] = {key.replace("-", "_"): value for key, value in levels.items()}
    return _sound(attrs.evolve(rules, **held))


def changed(rules: Ruleset, key: str, typed: str) -> Ruleset:
    """The rules with one key set to what was typed; raises Refused when that is no value of the key."""
    _known_key(key)
    if key in FIXED_KEYS:
        raise Refused(f"{key} cannot be changed", about="key", hint="it says what the campaign was made with")
    kind = FIELDS[key].type
    new: Any = _level(rules, key, _number(typed)) if kind in LEVELS else _value(key, _typed(kind, typed))
    return _sound(attrs.evolve(rules, **{key.replace("-", "_"): new}))


def _known_key(key: str) -> None:
    if key not in FIELDS:
        close = nearest(key, FIELDS)
        raise Refused(
            f"no rule “{key}”", about="key", hint=f"did you mean {close}?" if close else "“rules” lists them all"
        )


def _value(key: str, value: Any) -> Any:
    """The value as its key's type has it, or a refusal that says what is allowed."""
    kind = FIELDS[key].type
    if kind is Pairs and isinstance(value, Mapping):
        value = [f"{name} = {_table(name, each)}" for name, each in value.items()]
    if kind is Pairs and isinstance(value, list | tuple) and all(isinstance(v, str) and all(pair(v)) for v in value):
        return tuple(" = ".join(pair(entry)) for entry in value)
    if get_origin(kind) is tuple and isinstance(value, list | tuple):
        inner = get_args(kind)[0]
        if all(isinstance(each, inner) and not isinstance(each, bool) for each in value):
            return tuple(normalize("NFC", " ".join(each.split())) if isinstance(each, str) else each for each in value)
    if kind is int and _whole(key, value):
        return value
    if get_origin(kind) is Literal and isinstance(value, str):
        return _one(key, value, begun(value, get_args(kind)))
    if kind in (str, bool, DiceSpec) and isinstance(value, bool if kind is bool else str):
        return value
    raise _wrong(key, value)


def _one(key: str, typed: str, found: Sequence[str]) -> str:
    """The one that was meant, or a refusal."""
    if not found:
        raise _wrong(key, typed)
    meant = stem(found)
    if meant is None:
        raise Refused(f"{key}: “{typed}” could be {' or '.join(found)}", about="value")
    return meant


#: The numbers of a row in a table of dice.
ROW = re.compile(r"\s*[0-9]{1,9}\s*([-−]\s*[0-9]{1,9}\s*)?")


def _table(name: str, value: object) -> object:
    """A table of numbers and their results as dice that carry it along (FU-28); anything else as it is."""
    if not isinstance(value, Mapping):
        return value
    for row, result in value.items():
        if not ROW.fullmatch(row) or not isinstance(result, int) or isinstance(result, bool):
            said = f"dice-names: “{row}” = {spoken(result)} is no row of {name}"
            raise Refused(said, about="value", hint='a row has a number, or two such as "7-18", and what it gives: -2')
    if not value:
        raise Refused(f"dice-names: {name} has no rows", about="value", hint='a row is such as "7-18" = -2')
    numbers = [int(end) for row in value for end in re.split("[-−]", row)]
    sides = 100 if name.casefold() == "d%" else max(numbers)
    rows = "|".join(f"{row}>{result}" for row, result in value.items())
    return f"d{sides}[{name}|{rows}]"


def _whole(key: str, value: object) -> bool:
    bounds = FIELDS[key].metadata
    if not isinstance(value, int) or isinstance(value, bool):
        return False
    return bool(bounds["least"] <= value <= bounds["most"])


def _level(rules: Ruleset, key: str, value: Any) -> Level | None:
    """A level by its number or by its word on the ladder of these rules."""
    from engine.rules.ladder import Ladder

    if FIELDS[key].type == Level | None and (value is None or str(value).casefold() == "none"):
        return None
    found: int | None = value
    if isinstance(value, str):
        ladder = Ladder.of(rules)
        found = ladder.level(value)
        found = ladder.levels[_one(key, value, begun(value, ladder.levels))] if found is None else found
    if found is None or not _whole(key, found):
        raise _wrong(key, value)
    return found


def _wrong(key: str, value: Any) -> Refused:
    return Refused(f"{key} cannot be {spoken(value)}", about="value", hint=f"it takes {allowed(key)}")


def _sound(rules: Ruleset) -> Ruleset:
    """The rules with their dice spelled out; raises Refused for what cannot be or does not go together."""
    from engine.rules.house import sound  # whoever only looks at a sheet rolls nothing

    return sound(rules)


SWITCH = {"on": True, "yes": True, "true": True, "off": False, "no": False, "false": False}


def _typed(kind: Any, text: str) -> Any:
    """Typed text as the key's type would have it, or unchanged where it does not fit."""
    if kind is bool:
        return SWITCH.get(text.casefold(), text)
    if kind is int:
        return _number(text)
    if kind is Pairs or get_origin(kind) is tuple:
        parts = entries(text)
        numbers = kind is not Pairs and get_args(kind)[0] is int
        return [] if parts == ["none"] else [_number(part) for part in parts] if numbers else parts
    return text


def _number(text: str) -> int | str:
    """A whole number that was typed, or the text where it is none."""
    plain = text.replace("−", "-").removeprefix("+")
    return (
        int(plain)
        if len(plain) <= 11 and plain.removeprefix("-").isascii() and plain.removeprefix("-").isdigit()
        else text
    )


def allowed(key: str) -> str:
    """What a key takes, in words."""
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
    upto = "a whole number" if high == NUMBER_LIMIT else f"a whole number from {low:,} to {high:,}"
    return words.get(kind or int, upto)


def spoken(value: Any) -> str:
    """A rule's value as people type it."""
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, list | tuple):
        texts = list(map(str, value))
        if any(";" in text for text in texts):
            return ", ".join(in_quotes(text) for text in texts)
        with_commas = any("," in text for text in texts)
        return ("; " if with_commas else ", ").join(texts) + ";" * (with_commas and len(texts) == 1) or "none"
    return "none" if value is None else str(value)


QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"')


def entries(text: str) -> list[str]:
    """What stands between semicolons, or commas where there are none; in quotes it may hold either."""
    plain = QUOTED.sub(lambda found: " " * len(found[0]), text)
    ends = [place for place, sign in enumerate(plain) if sign == (";" if ";" in plain else ",")]
    parts = [text[start:end].strip() for start, end in zip([0, *(end + 1 for end in ends)], [*ends, None], strict=True)]
    return [re.sub(r"\\(.)", r"\1", found[1]) if (found := QUOTED.fullmatch(part)) else part for part in parts if part]
