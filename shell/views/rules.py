"""The rules in force: every key with its value and a line about it, those marked that are not as the book has them."""

from __future__ import annotations

import textwrap
from collections.abc import Collection, Iterator

from engine.ladder import Ladder
from engine.ruleset import FIELDS, LEVELS, Ruleset, described, spoken
from engine.words import DiceSpec
from replay.telling import called

COLUMNS = 118
SHORT = 24


def rules_text(rules: Ruleset, changed: Collection[str]) -> str:
    """Every rule, a line each; a value that is long stands on lines of its own below."""
    lines = [line for key, what in described().items() for line in _rule(rules, key, what, key in changed)]
    return "\n".join([*lines, "* is not as the book has it" if changed else "all as the book has it"])


def _rule(rules: Ruleset, key: str, what: str, marked: bool) -> Iterator[str]:
    said = value_said(rules, key)
    short = len(said) <= SHORT
    yield f"{'*' if marked else ' '} {key:<18} {said if short else '…':<{SHORT}}  {what}".rstrip()
    if not short:
        yield from textwrap.wrap(said, COLUMNS, initial_indent=" " * 21, subsequent_indent=" " * 21)


def value_said(rules: Ruleset, key: str) -> str:
    """A rule's value as it can be typed; a level by its word."""
    value, ladder = rules.recorded()[key], Ladder.of(rules)
    if key == "reactions":
        return spoken([f"{ladder.name(int(level)) or level} = {text}" for level, text in rules.pairs(key)])
    if FIELDS[key].type is DiceSpec:
        return called(value)
    word = ladder.name(value) if FIELDS[key].type in LEVELS and value is not None else None
    return word or spoken(value)
