"""Text that nothing is known about: a word, or all that is left of the line."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import ClassVar

from engine.text import article, in_quotes
from engine.value import value
from shell.language.kinds.text import BARE, CLOSED_BY, missing, spelled_name, stopped, unquoted, word_end
from shell.language.parse import Found, Misreading, Offers, Scene


@value
class Open:
    """A word that nothing is known about: bare, or any text in quotes."""

    open: ClassVar[bool] = True
    name: str
    seen: Callable[[Scene], Offers] = lambda scene: {}

    def read(self, text: str, at: int, scene: Scene) -> Found | Misreading:
        inside = unquoted(text, at)
        if inside is not None:
            return inside
        found = BARE.match(text, at)
        return (found[0], found.end()) if found else missing(text, self.name) if at >= len(text) else self.odd(text, at)

    def odd(self, text: str, at: int) -> Misreading:
        end = word_end(text, at)
        return Misreading(at, end, f"“{text[at:end]}” is not {article(self.name)}")

    def begins(self, text: str, at: int, scene: Scene) -> bool:
        return not stopped(text, at, scene)

    def offers(self, scene: Scene) -> Offers:
        return self.seen(scene)

    def spell(self, value: str) -> str:
        return spelled_name(value)


@value
class Rest:
    """All that is left of the line; quotes around the whole of it are not part of it."""

    open: ClassVar[bool] = False
    name: str

    def read(self, text: str, at: int, scene: Scene) -> Found | Misreading:
        left = text[at:].rstrip()
        if not left:
            return missing(text, self.name)
        inside = unquoted(text, at)
        if isinstance(inside, tuple) and inside[1] == len(text.rstrip()):
            return inside
        return left, at + len(left)

    def begins(self, text: str, at: int, scene: Scene) -> bool:
        return bool(text[at:].strip())

    def offers(self, scene: Scene) -> Offers:
        return {}

    def spell(self, value: str) -> str:
        odd = not value or value != value.strip() or value[0] in CLOSED_BY or '"' in value
        return in_quotes(value) if odd or re.search(r"(^|\s)#", value) else value


NEW = Open("name")
