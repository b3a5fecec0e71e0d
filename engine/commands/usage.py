"""How a command says what is typed for it: the registry of usage lines.

In a usage line, lowercase words and punctuation are typed as they stand, an UPPERCASE word is a slot filled by
the field of that name, `[ ]` may be left out (neighbours come in any order), `X...` is one or more side by side,
`X, ...` one or more between commas, `X vs ...` two or more with that word between. A word that is also a field of
the class sets that field to true. A class may have several lines. The engine only registers them; reading,
completing and spelling are the shell's.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

C = TypeVar("C", bound=type)

#: Every command with its usage lines, in the order of the manual.
USAGES: dict[type, tuple[str, ...]] = {}

#: Parts that commands are made of, each with a usage line of its own.
PHRASES: dict[type, str] = {}


class Ask:
    """A command that looks and writes nothing."""

    __slots__ = ()


#: Usage lines that hold only where a rule has a value, with the name of the rule.
ONLY_WHERE: dict[str, str] = {}


def command(*lines: str, only_where: Mapping[str, str] | None = None) -> Callable[[C], C]:
    """Register the class that follows as a command typed like one of these lines.

    `only_where` are lines that hold only where the rules give a key a value, each with that key.
    """

    def register(cls: C) -> C:
        USAGES[cls] = (*lines, *(only_where or {}))
        ONLY_WHERE.update(only_where or {})
        return cls

    return register


def phrase(line: str) -> Callable[[C], C]:
    """Register the class that follows as a part of commands typed like this line."""

    def register(cls: C) -> C:
        PHRASES[cls] = line
        return cls

    return register
