"""The manual, made of the declarations themselves: usage lines, docstrings and kinds cannot drift apart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.commands.usage import USAGES
from shell.grammar import Phrase, Takes, all_commands, anything, summary

CHAPTERS = {
    "engine.commands.setup": "Setting up",
    "engine.commands.table": "At the table",
    "engine.commands.history": "Correcting",
    "engine.commands.look": "Looking back",
    "engine.commands.files": "Files",
    "shell.commands": "The program",
}

NOTATION = """\
UPPERCASE is what you fill in, [ ] may be left out, ... repeats. Names need no capitals, and their beginning is
enough where only one fits; new names of several words need quotes. “help check” shows one command in full."""


def manual(takes: Takes = anything) -> str:
    """Every command that is taken in a line or two, by chapter."""
    return "\n".join([*_chapters(takes), "", NOTATION])


def _chapters(takes: Takes) -> Iterator[str]:
    commands = list(filter(takes, all_commands()))
    for module, title in CHAPTERS.items():
        found = [each for each in commands if each.__module__ == module]
        yield from [f"{title}:"] if found else []
        for cls in found:
            for line in USAGES[cls]:
                yield f"  {line}"
            yield f"      {summary(cls)}"


def page(phrases: Sequence[Phrase]) -> str:
    """The help page of the usages that begin alike: their lines, and what each class says of itself."""
    return "\n\n".join(_page(cls) for cls in dict.fromkeys(phrase.cls for phrase in phrases))


def _page(cls: type) -> str:
    said = [line[4:] if line.startswith("    ") else line for line in (cls.__doc__ or "").strip().splitlines()]
    return "\n".join([*USAGES[cls], "", *(f"    {line}".rstrip() for line in said)])
