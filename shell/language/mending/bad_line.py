"""A line that was misread, and the questions that its explanations ask of it."""

from __future__ import annotations

from typing import Any

from engine.refusal import ALIKE, Refused, nearest
from engine.rules.ladder import Ladder
from engine.state import State
from engine.value import evolve, value
from shell.language.grammar import Phrase, Takes, usages
from shell.language.manual import node_text, shorten_usage
from shell.language.mending.account import account_for_cure
from shell.language.mending.advisable import find_refusal, is_accepted, is_carried_out
from shell.language.nodes import Bag, Literal, Many, Seq, spell_keyword, walk_nodes
from shell.language.parse import Misreading, Parse, Span
from shell.language.reader import literals_wanted
from shell.language.reading import read

#: The likeness to a word of the grammar that a misspelling needs where no name can stand.
MORE_ALIKE = 0.78


@value
class BadLine:
    """A line that was misread as `phrase`, and the means to read it in other ways."""

    parse: Parse
    phrase: Phrase
    problem: Misreading
    state: State | None
    takes: Takes

    @property
    def text(self) -> str:
        """The line."""
        return self.parse.text

    @property
    def typed(self) -> str:
        """The text at the problem's place."""
        return self.text[self.problem.start : self.problem.end]

    @property
    def before(self) -> list[Span]:
        """The marks before the problem."""
        return [mark for mark in self.parse.marks if mark.end <= self.problem.start and mark.end > mark.start]

    def accepts(self, line: str) -> bool:
        """Return whether a line would be understood, and not be refused."""
        return is_accepted(line, self.state, self.takes)

    def reads(self, line: str) -> bool:
        """Return whether a line would be accepted, and accounts for each typed word."""
        return self.is_read_by(read(line, self.state, self.takes))

    def is_read_by(self, parse: Parse) -> bool:
        """Return whether the reading of a line would be accepted, and accounts for each typed word."""
        return is_carried_out(parse, self.state) and account_for_cure(self.parse, parse, self.state) is not None

    def refusal_of(self, line: str) -> Refused | None:
        """Return why a line that reads right is refused, with what to do, or None."""
        parse = read(line, self.state, self.takes)
        refused = find_refusal(self.state, parse.command) if self.state and parse.problem is None else None
        return refused if refused is not None and refused.hint else None

    def advise(self, *cures: str, **more: Any) -> Misreading:
        """Return the problem with lines that would do. In other words it is of no kind that more is looked up for."""
        kind = None if "said" in more else self.problem.kind
        return evolve(self.problem, typed="", cures=tuple(map(str.strip, cures)), kind=kind, **more)

    def insert(self, word: str) -> str:
        """Return the line with a word more, before the problem."""
        before, after = self.text[: self.problem.start], self.text[self.problem.start :]
        return f"{before.rstrip() if word in ',:' else before}{word} {after}"

    def keywords(self) -> list[str]:
        """Return the words of the grammar before the problem."""
        return [spell_keyword(self.text[mark.start : mark.end]) for mark in self.before if mark.role == "keyword"]

    def wanted_words(self) -> list[str]:
        """Return the words of the grammar that could stand at the problem's place."""
        return literals_wanted(self.parse.wants, self.problem.start)

    def options(self) -> list[Seq]:
        """Return the options that the line could still take at the problem's place."""
        words = self.wanted_words()
        bags = [node for node in walk_nodes(self.phrase.body) if isinstance(node, Bag)]
        every = [option for bag in bags for option in bag.options]
        return [each for each in every if isinstance(each.nodes[0], Literal) and each.nodes[0].word in words]

    def usage(self) -> str:
        """Return the usage line in short, with the meaning of its parts.

        If the verb can also stand alone, it is the line that accepts more text.
        """
        longer = (each for each in usages(self.phrase.head) if " " in each.line and self.takes(each.cls))
        phrase = self.phrase if " " in self.phrase.line else next(longer, self.phrase)
        typed = self.text.casefold().split()
        line = shorten_usage(phrase.for_one, typed)
        parts = [node.slot for node in phrase.body.nodes if isinstance(node, Many) and node.slot.phrase]
        made_of = [
            f"{node_text(part, line)} is {shorten_usage(part.phrase.line, typed)}" for part in parts if part.phrase
        ]
        return "; ".join([line, *made_of])

    def nearest_word(self) -> str | None:
        """Return the known word or name nearest to the typed one. A word of the grammar has to be nearer."""
        typed, state = self.problem.typed, self.state
        if not typed or (state and not self.problem.refused and Ladder.of(state.rules).level(typed) is not None):
            return None
        likeness = ALIKE if self.problem.wanted or self.problem.refused else MORE_ALIKE
        return nearest(typed, self.problem.choices, likeness)


def say_order(usage: str) -> str:
    """Say in which order a line is typed."""
    return f"the order is: {usage}"
