"""The rules, as rules.toml lists them."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from attrs import frozen

LISTED = Path(__file__).with_name("rules.toml")


@frozen(kw_only=True)
class Rule:
    """A rule in a few words (`says`), and if no test proves it, the reason."""

    id: str
    says: str
    shown: str | None = None
    pending: bool = False

    @property
    def reason(self) -> str | None:
        """Why no test proves it."""
        if self.shown:
            return f"only shown: {self.shown}"
        return "not proven yet" if self.pending else None


@frozen
class Group:
    """The rules of one game, or of one kind."""

    title: str
    rules: tuple[Rule, ...]


def read(text: str) -> list[Group]:
    """Return the groups that a list of rules in TOML holds."""
    return [
        Group(table.pop("title"), tuple(Rule(id=each, **rule) for each, rule in table.items()))
        for table in tomllib.loads(text).values()
    ]


def is_elsewhere(name: str) -> bool:
    """Return whether an id is a promise of the log, such as B4-01, C.2 or P1, and not a rule of a game."""
    return re.match(r"[A-Z]\.?[0-9]", name) is not None
