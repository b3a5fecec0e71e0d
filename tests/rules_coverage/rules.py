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
    "keys",
    "magic",
    "points on past rolls",
    "session zero",
    "ships",
    "tracks",
)
"""What is still to be built; a rule that waits for it names it."""


@frozen(kw_only=True)
class Rule:
    """A rule: what it is in a few words (`says`), and why no test proves it, if none does."""

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
    return [
        Group(table.pop("title"), tuple(Rule(id=each, **rule) for each, rule in table.items()))
        for table in tomllib.loads(text).values()
    ]


def is_elsewhere(name: str) -> bool:
    """Whether it is no rule of a game but a promise of the log's, such as B4-01, C.2 or P1."""
    return re.match(r"[A-Z]\.?[0-9]", name) is not None
