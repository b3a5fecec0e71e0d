"""The rules, as rules.toml lists them."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from attrs import field, frozen
from attrs.validators import in_, optional

LISTED = Path(__file__).with_name("rules.toml")

LATER = (
    "countdowns",
    "damage",
    "fair dice",
    "GM tools",
    "magic",
    "points on past rolls",
    "session zero",
    "ships",
    "tracks",
)
"""What is not built yet. A rule that waits for one of these names it."""


@frozen(kw_only=True)
class Rule:
    """A rule in a few words (`says`), and if no test proves it, the reason."""

    id: str
    says: str
    shown: str | None = None
    later: str | None = field(default=None, validator=optional(in_(LATER)))
    pending: bool = False

    @property
    def reason(self) -> str | None:
        """Why no test proves it."""
        if self.shown:
            return f"only shown: {self.shown}"
        if self.later:
            return f"later, with {self.later}"
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
    """Tell whether an id is a promise of the log, such as B4-01, C.2 or P1, and not a rule of a game."""
    return re.match(r"[A-Z]\.?[0-9]", name) is not None
