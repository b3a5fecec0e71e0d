"""The grammar, compiled from the usage lines on the command classes.

A usage line becomes a small tree of nodes (`shell.language.nodes`). Reading, completing, spelling and explaining walk
the same tree.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache, cached_property, lru_cache
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from engine.heads import commands_with, find_head, is_head
from engine.registry import (
    CHAPTERS,
    LISTED,
    ONLY_WHERE,
    ONLY_WITH,
    PHRASES,
    SHORT_LINES,
    USAGES,
    Anywhere,
    Ask,
    OfFiles,
)
from engine.rooms import by_room, load
from engine.state import State
from engine.value import NOTHING, field_defaults, value
from shell import commands as _commands  # noqa: F401  # registers help and quit
from shell.language.canonical import canonical, without_lead
from shell.language.kinds.table import KINDS, find_kind
from shell.language.kinds.text import word_end
from shell.language.nodes import SHORT_WORDS, Bag, Literal, Many, Node, Seq, Slot, field_of, walk_nodes

#: The place of commands without a chapter in the manual.
LAST = 1000

#: Signs that stand for the first word of a line, without a space behind them.
SIGN_HEADS = frozenset("?'")

#: Tells whether a class of commands is accepted: the replay tool accepts only some.
Takes = Callable[[type], bool]


def take_all(command: type) -> bool:
    """Return true: every command is taken."""
    return True


def may_record(command: type) -> bool:
    """Return whether commands of a class may record something."""
    return not issubclass(command, Anywhere | Ask)


@value
class Phrase:
    """A class with one of its usage lines, compiled. Each is equal to itself alone."""

    cls: type
    line: str
    body: Seq

    __eq__, __hash__ = object.__eq__, object.__hash__

    @cached_property
    def head(self) -> str:
        """The word the line begins with."""
        return self.line.split()[0]

    @property
    def for_one(self) -> str:
        """The line, for one name if it can be a list."""
        slot = LISTED.get(self.cls, "").upper()
        return self.line.replace(f" {slot}, ...", f" {slot}", 1) if slot else self.line

    @cached_property
    def stops(self) -> frozenset[str]:
        """The words and signs of the class's lines, which no open text can begin with."""
        return stops_of_class(self.cls)

    @cached_property
    def filled(self) -> frozenset[str]:
        """The fields that the line can fill."""
        return frozenset(self.body.fields)

    @cached_property
    def takes_any_text(self) -> bool:
        """Whether any text can follow the first word: “note TEXT”, “secret [scene] TEXT”."""
        behind = [node for node in self.body.nodes[1:] if not isinstance(node, Bag)]
        return bool(behind) and isinstance(behind[0], Slot) and getattr(behind[0].kind, "any_text", False)

    @cached_property
    def demanded(self) -> frozenset[str]:
        """The fields with a default that the line always fills."""
        filled = {name for node in self.body.nodes if (name := field_of(node))}
        return frozenset(name for name in filled if field_defaults(self.cls)[name] is not NOTHING)


@cache
def stops_of(phrase: Phrase) -> frozenset[str]:
    """Return the literals of a phrase and of the phrases in it, except the word that it begins with."""
    return literals_of(phrase) - {phrase.head}


@cache
def literals_of(phrase: Phrase) -> frozenset[str]:
    """Return the literals of a phrase and its phrases, also in short."""
    words = set()
    for node in walk_nodes(phrase.body):
        slot = node.slot if isinstance(node, Many) else node
        if isinstance(node, Literal):
            words.add(node.word)
        if isinstance(node, Many):
            words.add(node.separator)
        if isinstance(slot, Slot) and slot.phrase:
            words |= literals_of(slot.phrase)
    short = {SHORT_WORDS[word] for word in words & SHORT_WORDS.keys()}
    return frozenset((words | short) - {""})


@cache
def stops_of_class(cls: type) -> frozenset[str]:
    """Return the words and signs of a class's lines, with which no open text begins."""
    return frozenset().union(*map(stops_of, compile_usages(cls)))


# --- compiling -------------------------------------------------------------------------------------------------


@cache
def compile_usages(cls: type) -> tuple[Phrase, ...]:
    """Compile each usage line of a command or part."""
    lines = USAGES.get(cls) or (PHRASES[cls],)
    return tuple(Phrase(cls, line, Compiler(cls, line).body()) for line in lines)


@cache
def compile_shorts(cls: type) -> tuple[Phrase, ...]:
    """Compile each line in the short tongue of a command."""
    return tuple(Phrase(cls, line, Compiler(cls, line).body()) for line in SHORT_LINES.get(cls, {}))


class Compiler:
    """Compiles one usage line into a tree."""

    def __init__(self, cls: type, line: str) -> None:
        self.each = LISTED.get(cls)
        self.defaults = field_defaults(cls)
        self.types = get_type_hints(cls, include_extras=True)
        self.tokens = re.findall(r"\.\.\.|\[|\]|,|[^\s\[\],.]+", line)

    def body(self) -> Seq:
        """Compile the whole line."""
        return Seq(tuple(self.nodes()))

    def nodes(self) -> Iterator[Node]:
        """Yield the nodes up to the end of the line or of the bracket."""
        while self.tokens and self.tokens[0] != "]":
            yield self.bag() if self.tokens[0] == "[" else self.item()

    def bag(self) -> Bag:
        """Compile neighbouring brackets into one bag."""
        options = []
        while self.tokens[:1] == ["["]:
            self.tokens.pop(0)
            options.append(Seq(tuple(self.nodes())))
            self.tokens.pop(0)
        return Bag(tuple(options))

    def item(self) -> Node:
        """Compile a word or sign, or a slot with its repetition."""
        token = self.tokens.pop(0)
        if not token.isupper():
            return Literal(token, token if self.types.get(token) is bool else None)
        slot = self.slot(token.lower())
        if self.tokens[:1] == ["..."]:
            self.tokens.pop(0)
            return Many(slot, "")
        if self.tokens[1:2] == ["..."]:
            separator = self.tokens.pop(0)
            self.tokens.pop(0)
            return Many(slot, separator, 2 if separator == "vs" else 1, slot.field == self.each)
        return slot

    def slot(self, name: str) -> Slot:
        """Compile a slot, which fills the field with its name, or the field that holds several such values."""
        field = name if name in self.defaults else f"{name}s"
        kind = self.types[field]
        if get_origin(kind) is tuple and kind not in KINDS:
            kind = get_args(kind)[0]
        if kind not in KINDS or self.defaults[field] is None:
            kind = bare(kind)
        if kind in PHRASES or kind in USAGES:
            return Slot(field, None, compile_usages(kind)[0])
        return Slot(field, find_kind(kind))


def bare(kind: Any) -> Any:
    """Return a type without its None, as in `X | None`."""
    if get_origin(kind) in (UnionType, Union):
        inner = [each for each in get_args(kind) if each is not NoneType]
        kind = inner[0] if len(inner) == 1 else kind
    return kind


@cache
def lead_to_command(phrase: Phrase, last: Phrase) -> Phrase:
    """Return a usage line with another one in the place of its last slot."""
    *before, _ = phrase.body.nodes
    return Phrase(phrase.cls, f"{phrase.line.rpartition(' ')[0]} {last.line}", Seq((*before, *last.body.nodes)))


# --- finding ---------------------------------------------------------------------------------------------------


def usages(head: str) -> tuple[Phrase, ...]:
    """Return the usages that begin with a word, in the order of the manual."""
    return tuple(p for cls in in_order_of_manual(commands_with(head)) for p in compile_usages(cls) if p.head == head)


@value
class FirstWord:
    """The first word of a line: its place, and the usages that it means.

    `line` is the whole line as it was typed, without a prompt or bullet, and `canonical` is it with plain signs.
    `is_verb`: it begins commands in full, or is the short form of a word that does. The beginning of a single verb has
    usages too.
    """

    start: int
    end: int
    typed: str
    is_verb: bool
    usages: tuple[Phrase, ...]
    line: str
    canonical: str

    @property
    def commands(self) -> list[type]:
        """The classes of the usages."""
        return [phrase.cls for phrase in self.usages]


def find_first_word(line: str) -> FirstWord:
    """Return the first word of a line, with its meaning. A sign that stands for a word is all of it."""
    as_typed, line = without_lead(line), canonical(line)
    start = len(line) - len(line.lstrip())
    is_sign = line[start : start + 1] in SIGN_HEADS
    end = start + 1 if is_sign else word_end(line, start) if line[start:] else start
    typed = line[start:end]
    found = usages_of_word(typed.casefold(), len(USAGES))
    return FirstWord(start, end, typed, is_head(typed), found, as_typed, line)


@lru_cache(maxsize=256)
def usages_of_word(typed: str, known: int) -> tuple[Phrase, ...]:
    """Return the usages that a first word in small letters means, given the loaded ones as `known`."""
    head = find_head(typed)
    if head is None:
        return ()
    found = usages(head)
    shorts = [each for cls in dict.fromkeys(phrase.cls for phrase in found) for each in compile_shorts(cls)]
    return (*found, *(phrase for phrase in shorts if phrase.head == typed))


def applies(phrase: Phrase, state: State | None) -> bool:
    """Return whether a usage line holds by the rules and the things there are, true before there are any."""
    key, held = ONLY_WHERE.get(phrase.line), ONLY_WITH.get(phrase.line)
    if held is not None and state is not None and not state.own.get(held):
        return False
    return key is None or state is None or getattr(state.rules, key.replace("-", "_")) is not None


def all_commands() -> list[type]:
    """Load and return every command, in the order of the manual."""
    load("commands")
    return in_order_of_manual(USAGES)


def in_order_of_manual(commands: Iterable[type]) -> list[type]:
    """Return commands by their chapters' places, and those without a chapter by their modules."""
    return sorted(commands, key=lambda cls: (chapter_of(cls)[0], by_room(cls)))


def chapter_of(cls: type) -> tuple[int, str]:
    """Return the place and title of a command's chapter. A command without one comes last."""
    return CHAPTERS.get(cls.__module__, (LAST, "More"))


def heads(takes: Takes = take_all) -> dict[str, str]:
    """Return the first words of accepted commands, each with its summary."""
    found: dict[str, str] = {}
    for cls, words, summary in all_heads(len(USAGES)):
        if takes(cls):
            for word in words:
                found.setdefault(word, summary)
    return found


@lru_cache(maxsize=4)
def all_heads(known: int) -> list[tuple[type, tuple[str, ...], str]]:
    """Return every command with its first words and summary, given the loaded ones as `known`."""
    return [(cls, tuple(line.split()[0] for line in USAGES[cls]), summary_of(cls)) for cls in all_commands()]


def summary_of(cls: type) -> str:
    """Return the first line of a command's docstring."""
    return (cls.__doc__ or "").strip().splitlines()[0]


def is_about_files(cls: type) -> bool:
    """Return whether commands of a class are about whole files."""
    return issubclass(cls, OfFiles)
