"""The nodes of a usage line's tree.

They are words typed as they stand (`Literal`), values read by their type (`Slot`), sequences (`Seq`), options in any
order (`Bag`) and repetition (`Many`).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, cached_property
from typing import TYPE_CHECKING

from engine.patterns import pattern
from engine.value import value
from shell.language.kinds.free import Rest

if TYPE_CHECKING:
    from shell.language.grammar import Phrase
    from shell.language.kinds.table import Kind

#: Short forms for words of the grammar.
SHORT_WORDS = {"vs": "v", "rolled": "="}
LONG_WORDS = {short: word for word, short in SHORT_WORDS.items()}


def spell_keyword(typed: str) -> str:
    """Return a word of the grammar as usage lines have it, in full and small letters."""
    return LONG_WORDS.get(typed.casefold(), typed.casefold())


@value
class Literal:
    """A word or sign typed as it stands. `flag` is the field that it sets, if any."""

    word: str
    flag: str | None = None


@value
class Slot:
    """A place for a value: the field it fills, and the kind or phrase that reads it."""

    field: str
    kind: Kind | None
    phrase: Phrase | None = None

    @cached_property
    def name(self) -> str:
        """The word for the value that is read here."""
        return self.kind.name if self.kind else self.field

    @cached_property
    def role(self) -> str:
        """The kind's name as a style class, in which a space would make two."""
        return self.name.replace(" ", "-")

    @cached_property
    def is_free(self) -> bool:
        """Whether it takes the rest of the line."""
        return isinstance(self.kind, Rest)

    @cached_property
    def is_character(self) -> bool:
        """Whether it takes a character, which may be one of a list."""
        return self.name == "character"


@value
class Seq:
    """One after another. Each is equal to itself alone."""

    nodes: tuple[Node, ...]

    __eq__, __hash__ = object.__eq__, object.__hash__

    @cached_property
    def first(self) -> Literal | Slot:
        """The part that is typed first."""
        return first_part(self.nodes[0])

    @cached_property
    def begun_by(self) -> frozenset[str]:
        """The words and signs with which it can begin, empty if it can begin with others too."""
        forms = forms_of(self.first.word) if isinstance(self.first, Literal) else ()
        return frozenset(forms if all(form.isalnum() or SIGN.fullmatch(form) for form in forms) else ())

    @cached_property
    def steps(self) -> tuple[tuple[Node, bool], ...]:
        """The nodes in turn, each with whether it is options in whose place a text may begin."""
        behind = (*self.nodes[1:], None)
        is_text = (isinstance(after, Slot) and after.is_free for after in behind)
        return tuple((node, isinstance(node, Bag) and text) for node, text in zip(self.nodes, is_text, strict=True))

    @cached_property
    def fields(self) -> tuple[str, ...]:
        """The fields that it can fill."""
        return tuple(name for node in walk_nodes(self) if (name := field_of(node)))


@value
class Bag:
    """Options, in any order, each at most once."""

    options: tuple[Seq, ...]

    @cached_property
    def fields(self) -> frozenset[str]:
        """The fields that its options can fill."""
        return frozenset(name for option in self.options for name in option.fields)

    @cached_property
    def keywords(self) -> frozenset[str]:
        """The words of the grammar that begin an option."""
        return frozenset(each.nodes[0].word for each in self.options if isinstance(each.nodes[0], Literal))

    @cached_property
    def words_first(self) -> tuple[Seq, ...]:
        """The options, those beginning with words first, several before one: keywords win over a name."""
        joined = [each for each in self.options if getattr(getattr(each.first, "kind", None), "leads", False)]
        others = sorted(self.options, key=lambda option: not isinstance(option.nodes[0], Literal))
        return (*joined, *(each for each in others if each not in joined))

    @cached_property
    def by_word(self) -> dict[str, tuple[Seq, ...]]:
        """For each word or sign that begins an option, the options that could stand there. Under "": for any other."""
        words = {"", *(word for option in self.options for word in option.begun_by)}
        return {
            word: tuple(each for each in self.words_first if not each.begun_by or word in each.begun_by)
            for word in words
        }


@value
class Many:
    """A slot repeated `least` times or more, with `separator` between values, "" for values side by side.

    If it is for `each`, its values make a list: the command once for each of them.
    """

    slot: Slot
    separator: str
    least: int = 1
    each: bool = False

    @cached_property
    def between(self) -> Literal:
        """The separator as a word of the line."""
        return Literal(self.separator)


Node = Literal | Slot | Seq | Bag | Many

#: A sign that ends where it stands, whatever follows, and a word or sign in the place of one of the grammar.
SIGN = pattern(r"[^\w\s-]")
WORD_OR_SIGN = pattern(r"[\w-]+|[^\w\s-]")


@cache
def forms_of(word: str) -> tuple[str, ...]:
    """Return a word of the grammar, and its short form if it has one."""
    return (word, SHORT_WORDS[word]) if word in SHORT_WORDS else (word,)


def first_part(node: Node) -> Literal | Slot:
    """Return the part of a node that is typed first."""
    match node:
        case Seq():
            return node.first
        case Many(slot):
            return first_part(slot)
        case Bag(options):
            return first_part(options[0])
        case Slot() if node.phrase is not None:
            return first_part(node.phrase.body)
    assert isinstance(node, Literal | Slot)
    return node


def field_of(node: Node) -> str | None:
    """Return the field that a node fills by itself, None for a node with others in it."""
    match node:
        case Literal(_, flag):
            return flag
        case Slot(field):
            return field
        case Many(slot):
            return slot.field
    return None


def walk_nodes(node: Node) -> Iterator[Node]:
    """Yield a node and all nodes in it, down to its slots but not into the slots' phrases."""
    yield node
    match node:
        case Seq(nodes):
            inner: tuple[Node, ...] = nodes
        case Bag(options):
            inner = options
        case _:
            inner = ()
    for child in inner:
        yield from walk_nodes(child)
