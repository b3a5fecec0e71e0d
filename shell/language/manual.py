"""The manual, made of the declarations themselves: usage lines, docstrings and kinds cannot drift apart."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from engine.registry import USAGES
from shell.language.grammar import (
    Bag,
    Literal,
    Many,
    Node,
    Phrase,
    Seq,
    Slot,
    Takes,
    all_commands,
    anything,
    chapter_of,
    summary_of,
    walk_nodes,
)

NOTATION = """\
UPPERCASE is what you fill in, [ ] may be left out, ... repeats. Names need no capitals, and their beginning is
enough where only one fits; new names of several words need quotes. “help check” shows one command in full."""


#: A usage line longer than this is shown in short where it is a mere hint.
LONG = 100


def manual(takes: Takes = anything) -> str:
    """Every command that is taken in a line or two, by chapter."""
    return "\n".join([*_chapters(takes), "", NOTATION])


def _chapters(takes: Takes) -> Iterator[str]:
    commands = list(filter(takes, all_commands()))
    for title, found in groupby(commands, key=lambda cls: chapter_of(cls)[1]):
        yield f"{title}:"
        for cls in found:
            for line in USAGES[cls]:
                yield f"  {line}"
            yield f"      {summary_of(cls)}"


def order(phrase: Phrase, word: str, typed: Sequence[str]) -> str:
    """A usage line in short, to show where a word of it stands: of its options those that were typed."""
    line = shortened(phrase.line, typed)
    if word in re.findall(r"\w+", line):
        return line
    slots = (node.slot if isinstance(node, Many) else node for node in walk_nodes(phrase.body))
    part = next(slot for slot in slots if isinstance(slot, Slot) and slot.phrase and word in slot.phrase.stops)
    assert part.phrase is not None
    name = part.field.upper() if part.field.upper() in line else part.field[:-1].upper()
    return f"{line}; {name} is {shortened(part.phrase.line, typed)}"


def shortened(line: str, typed: Sequence[str]) -> str:
    """A usage line; of a long one's options only those of which a word was typed."""
    if len(line) <= LONG:
        return line
    parts = [
        part if part[0] != "[" or set(re.findall(r"[a-z]\w*", part)) & set(typed) else "..."
        for part in re.findall(r"\[[^\]]*\]|[^\s\[\]]+", line)
    ]
    return " ".join(part for part, before in zip(parts, ["", *parts], strict=False) if part != "..." or part != before)


def page(phrases: Sequence[Phrase]) -> str:
    """The help page of the usages that begin alike: their lines, and what each class says of itself."""
    return "\n\n".join(_page(cls) for cls in dict.fromkeys(phrase.cls for phrase in phrases))


def _page(cls: type) -> str:
    said = [line[4:] if line.startswith("    ") else line for line in (cls.__doc__ or "").strip().splitlines()]
    return "\n".join([*USAGES[cls], "", *(f"    {line}".rstrip() for line in said)])


def node_text(node: Node, line: str) -> str:
    """Return a part of a usage line as it is written there."""
    match node:
        case Literal(word):
            return word
        case Slot(field):
            return field.upper() if field.upper() in line else field[:-1].upper()
        case Many(slot, separator):
            return f"{node_text(slot, line)}{', ' if separator == ',' else ''}..."
        case Seq(nodes):
            return " ".join(node_text(child, line) for child in nodes)
        case Bag(options):
            return " ".join(f"[{node_text(option, line)}]" for option in options)
