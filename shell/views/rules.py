"""The rules in force: every key with its value and a line about it, those marked that are not as the book has them."""

from __future__ import annotations

import textwrap
from collections.abc import Collection, Iterator
from typing import Any

from engine.rules.ruleset import Ruleset, described
from engine.rules.values import allowed
from replay.telling import rule_said

COLUMNS = 118
SHORT = 24


def rules_text(rules: Ruleset, changed: Collection[str]) -> str:
    """Every rule, a line each; a value that is long stands on lines of its own below."""
    lines = [line for key, what in described().items() for line in _rule(rules, key, what, key in changed)]
    return "\n".join([*lines, "* is not as the book has it" if changed else "all as the book has it"])


def rule_text(rules: Ruleset, key: str, book: Any) -> str:
    """One rule: what it is, what the book has, and what it takes."""
    said = rule_said(rules, key, rules.recorded()[key])
    usual = "as the book has it" if book == rules.recorded()[key] else f"the book has {rule_said(rules, key, book)}"
    return f"{key} is {said}, {usual}\n  {described()[key]}\n  it takes {allowed(key)}"


def _rule(rules: Ruleset, key: str, what: str, marked: bool) -> Iterator[str]:
    said = rule_said(rules, key, rules.recorded()[key])
    short = len(said) <= SHORT
    yield f"{'*' if marked else ' '} {key:<18} {said if short else '…':<{SHORT}}  {what}".rstrip()
    if not short:
        yield from textwrap.wrap(said, COLUMNS, initial_indent=" " * 21, subsequent_indent=" " * 21)
