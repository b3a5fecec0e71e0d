"""From a command to its canonical line: `read(spell(command))` gives the command back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from attrs import NOTHING, fields_dict

from engine.text import in_quotes
from shell.language.grammar import Bag, Literal, Many, Node, Phrase, Seq, Slot, compiled, field_of, walk_nodes


def spell(command: Any) -> str:
    """The line for a command, with names in full and quoted where they have to be."""
    stops = frozenset().union(*(phrase.stops for phrase in compiled(command.__class__)))
    return "".join(spaced(pieces(line_for(command).body, command, stops)))


def spaced(words: Iterator[str]) -> Iterator[str]:
    """The words with a space before each but the first, and but for a comma or colon."""
    for place, word in enumerate(words):
        yield word if place == 0 or word in (",", ":") else f" {word}"


def line_for(command: Any) -> Phrase:
    """The first usage line of the command's class that says all that the command holds."""
    said = {name for name, field in fields_dict(type(command)).items() if getattr(command, name) != field.default}
    for phrase in compiled(command.__class__):
        if said <= phrase.filled and all(given(command, name) for name in phrase.demanded):
            return phrase
    return compiled(command.__class__)[0]


def given(command: Any, name: str) -> bool:
    """Whether a field that a line cannot do without has something to say."""
    field = fields_dict(type(command))[name]
    return field.default is NOTHING or getattr(command, name) not in (None, (), False)


def pieces(node: Node, command: Any, stops: frozenset[str]) -> Iterator[str]:
    """The words of a node, filled from the command; `stops` are the words that a name cannot be without quotes."""
    match node:
        case Literal(word):
            yield word
        case Slot():
            yield from value_of(node, getattr(command, node.field), stops)
        case Many(slot, separator):
            for place, value in enumerate(getattr(command, slot.field)):
                yield from [separator] if place and separator else []
                yield from value_of(slot, value, stops)
        case Seq(nodes):
            for child in nodes:
                yield from pieces(child, command, stops)
        case Bag(options):
            for option in options:
                if any(differs(command, name) for inner in walk_nodes(option) if (name := field_of(inner))):
                    yield from pieces(option, command, stops)


def differs(command: Any, name: str) -> bool:
    """Whether a field holds something that was not there anyway."""
    return bool(getattr(command, name) != fields_dict(type(command))[name].default)


def value_of(slot: Slot, value: Any, stops: frozenset[str]) -> Iterator[str]:
    """A value as its kind spells it, or word by word where it is a part with a line of its own."""
    if slot.phrase is not None:
        yield from pieces(slot.phrase.body, value, stops)
    elif slot.kind is not None:
        word = slot.kind.spell(value)
        yield in_quotes(word) if word.casefold() in stops else word
