"""A line that is stuck at its first problem, with what a finder asks of it."""

from __future__ import annotations

from collections.abc import Collection
from functools import cached_property

from engine.rules.ladder import Ladder
from engine.state import State
from engine.types import Character
from engine.value import value
from shell.language.kinds.plausible import JOINING
from shell.language.kinds.table import find_kind
from shell.language.kinds.text import ARTICLES, fold_case
from shell.language.nodes import Slot
from shell.language.parse import Misreading, Parse, Scene, Span
from shell.language.plain.account import Segment, Wording
from shell.language.reader import literals_wanted

#: The most words of a known name before “'s”.
LONGEST_KNOWN = 4


@value
class Stuck:
    """A wording, its parse, which has a problem, and the campaign in which it was read."""

    wording: Wording
    parse: Parse
    state: State | None

    @property
    def problem(self) -> Misreading:
        """The problem at which it is stuck."""
        assert self.parse.problem is not None
        return self.parse.problem

    @cached_property
    def at(self) -> int:
        """The index of the segment at the problem, or how many segments there are."""
        return self.wording.find(self.problem.start)

    @property
    def segments(self) -> tuple[Segment, ...]:
        """The segments of the wording."""
        return self.wording.segments

    @cached_property
    def near(self) -> list[int]:
        """The indices of the segments up to the problem."""
        return [*range(min(self.at + 1, len(self.segments)))]

    def word(self, index: int) -> str:
        """Return a segment's word in small letters, or “” beyond the line."""
        return self.segments[index].became.casefold() if 0 <= index < len(self.segments) else ""

    def find_word(self, words: Collection[str], first: int = 1) -> int:
        """Return the index of the first segment from `first` on that is one of some words, or 0."""
        return next((index for index in range(first, len(self.segments)) if self.word(index) in words), 0)

    @cached_property
    def starts(self) -> dict[int, int]:
        """Where each segment that was not left out begins in the text."""
        return {index: start for start, _, index in self.wording.spans}

    def text_from(self, index: int) -> str:
        """Return the text from a segment on, or from the first behind it that was not left out."""
        start = next((start for at, start in self.starts.items() if at >= index), len(self.wording.text))
        return self.wording.text[start:]

    def mark_of(self, index: int) -> Span | None:
        """Return the mark that a segment belongs to, or None."""
        start = self.starts.get(index, -1)
        return next((mark for mark in self.parse.marks if mark.start <= start < mark.end), None)

    def before(self, index: int) -> int:
        """Return the index of the last segment before another that was not left out, or −1."""
        return next((each for each in range(index - 1, -1, -1) if self.segments[each].became), -1)

    def is_number(self, index: int) -> bool:
        """Return whether a segment is a number or a word of the ladder."""
        word = self.word(index)
        known = Ladder.of(self.state.rules).level(word) if self.state and word else None
        return word.lstrip("+-−").isdecimal() or known is not None

    def somebody_at(self, index: int) -> bool:
        """Return whether a known character's name, or its beginning, stands at a segment."""
        start = self.starts.get(index)
        word = self.word(index)
        if start is None or self.state is None or not word[0].isalpha() or word in JOINING:
            return False
        found = find_kind(Character).read(self.wording.text, start, Scene(self.state))
        return isinstance(found, tuple) and (word not in ARTICLES or found[1] > start + len(word))

    def read_somebody(self, index: int) -> tuple[str, int] | None:
        """Return the known character at a segment, and the index of the segment behind the name, or None."""
        if not self.somebody_at(index):
            return None
        found = find_kind(Character).read(self.wording.text, self.starts[index], Scene(self.state))
        return (found[0], self.wording.find(found[1])) if isinstance(found, tuple) else None

    def is_somebody(self, end: int) -> bool:
        """Return whether the segments right before another are a known character's name, or its beginning."""
        starts, last = self.starts, self.starts.get(end, 0)
        before = [self.wording.text[starts[first] : last].rstrip() for first in range(end) if first in starts]
        read = find_kind(Character).read
        found = [(name, read(name, 0, Scene(self.state))) for name in before[-LONGEST_KNOWN:] if name]
        return any(isinstance(each, tuple) and each[1] == len(name) for name, each in found)

    def wanted_words(self) -> list[str]:
        """Return the words of the grammar that could stand at the problem."""
        return literals_wanted(self.parse.wants, self.problem.start)

    def slots_wanted(self) -> list[tuple[Slot, Scene]]:
        """Return the places for a value at the problem."""
        wants = [want for want in self.parse.wants if want.at == self.problem.start]
        return [(want.node, want.scene) for want in wants if isinstance(want.node, Slot)]

    def is_slip(self, index: int) -> bool:
        """Return whether a segment is nearly, and not quite, a word of the grammar that could stand there."""
        word = fold_case(self.word(index))
        words = (
            self.wanted_words() if index == self.at else sorted(self.parse.phrase.stops if self.parse.phrase else ())
        )
        return word not in words and any(is_slip_of(word, each) for each in words)


def is_slip_of(typed: str, word: str) -> bool:
    """Return whether a word is another with one letter too many, missing, wrong, or changed with the next one.

    >>> is_slip_of("vvs", "vs"), is_slip_of("tto", "to"), is_slip_of("rolled", "rolled"), is_slip_of("rope", "note")
    (True, True, False, False)
    """
    if typed == word or not word.isalpha() or abs(len(typed) - len(word)) > 1 or len(word) < 2:
        return False
    cut = {word[:i] + word[i + 1 :] for i in range(len(word))}
    if typed in cut or any(typed[:i] + typed[i + 1 :] == word for i in range(len(typed))):
        return True
    differing = [i for i in range(min(len(typed), len(word))) if typed[i] != word[i]]
    if len(typed) != len(word):
        return False
    changed = len(differing) == 2 and differing[1] == differing[0] + 1
    swapped = changed and (typed[differing[0]], typed[differing[1]]) == (word[differing[1]], word[differing[0]])
    return len(differing) == 1 or swapped
