"""Spell a command as its canonical line: `read(spell(command))` returns it."""

from __future__ import annotations

from typing import Any

from engine.each import Each
from engine.patterns import pattern
from engine.text import in_quotes
from engine.value import evolve, field_defaults
from shell.language.grammar import Phrase, compile_usages, stops_of_class
from shell.language.kinds.free import CommandKind
from shell.language.kinds.known import Known
from shell.language.nodes import Bag, Literal, Many, Node, Seq, Slot

#: Stands for the words that are put in quotes, if all names are.
ALL_QUOTED: frozenset[str] = frozenset({"every name"})

#: The first word of text.
LEADING_WORD = pattern(r"[\w-]+")


def spell(command: Any) -> str:
    """Return the line for a command or list, with names in full, and in quotes if needed."""
    if isinstance(command, Each):
        command = evolve(command.commands[0], **{command.field: command.whom})
    return spell_with(command, stops_of_class(command.__class__))


def spell_exactly(command: Any) -> str:
    """Return the line for a command with all names in quotes, so that no other name can be read into it."""
    return spell_with(command, ALL_QUOTED)


def spell_with(command: Any, stops: frozenset[str]) -> str:
    """Return the line for a command, in which names that are one of `stops` are quoted."""
    said = fields_said(command)
    first, *others = pieces(line_for(command, said).body, command, said, stops)
    return first + "".join([word if word in (",", ":") else f" {word}" for word in others])


def fields_said(command: Any) -> set[str]:
    """Return the fields of a command that hold something other than their defaults."""
    return {name for name, usual in field_defaults(type(command)).items() if getattr(command, name) != usual}


def line_for(command: Any, said: set[str]) -> Phrase:
    """Return a command's first usage line that expresses all its values: the fields `said`."""
    for phrase in compile_usages(command.__class__):
        if said <= phrase.filled and all(is_given(command, name) for name in phrase.demanded):
            return phrase
    return compile_usages(command.__class__)[0]


def is_given(command: Any, name: str) -> bool:
    """Return whether a field that can be left out has a value."""
    held = getattr(command, name)
    return not (held is None or held is False or held == ())


def pieces(node: Node, command: Any, said: set[str], stops: frozenset[str]) -> list[str]:
    """Return the words of a node, filled from a command and its fields `said`. A name of `stops` is quoted."""
    found: list[str] = []
    match node:
        case Literal():
            found = [node.word]
        case Slot():
            found = value_of(node, getattr(command, node.field), stops)
        case Many():
            held = getattr(command, node.slot.field)
            for place, value in enumerate(held if isinstance(held, tuple) else (held,)):
                found += [node.separator] if place and node.separator else []
                found += value_of(node.slot, value, stops)
        case Seq():
            before: Node | None = None
            for child in node.nodes:
                if not isinstance(child, Bag) or not said.isdisjoint(child.fields):
                    spelled = pieces(child, command, said, stops)
                    found += apart_from(before, spelled) if isinstance(before, Bag) else spelled
                before = child
        case Bag():
            for option in node.options:
                if not said.isdisjoint(option.fields):
                    found += pieces(option, command, said, stops)
    return found


def apart_from(options: Bag, words: list[str]) -> list[str]:
    """Return words after some options, quoting the first if it reads as an option."""
    first = LEADING_WORD.match(words[0]) if words else None
    return [in_quotes(words[0]), *words[1:]] if first and first[0].casefold() in options.keywords else words


def value_of(slot: Slot, value: Any, stops: frozenset[str]) -> list[str]:
    """Return a value as its kind spells it, a name that is one of `stops` in quotes.

    A part with a usage line has the words of that line. None is spelled by the word for a missing one.
    """
    if slot.phrase is not None:
        return pieces(slot.phrase.body, value, fields_said(value), stops)
    if isinstance(slot.kind, CommandKind):
        return [spell(value)]
    if slot.kind is None:
        return []
    word = slot.kind.spell(value)
    is_name = stops is ALL_QUOTED and isinstance(slot.kind, Known) and word == value
    return [in_quotes(word) if is_name or (value is not None and word.casefold() in stops) else word]
