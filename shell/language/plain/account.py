"""Account for each typed word of a line: what it became, and by which relation."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from engine.patterns import pattern
from engine.value import evolve, value
from shell.language.kinds.text import fold_case, spelled_name
from shell.language.parse import QUOTES, Parse, Span

#: The relations of a word that stands as typed, and of the beginning of a name.
AS_TYPED = "same"
BEGINNING = "beginning"

#: The relation of a new name that is put in quotes.
NEW_NAME = "new name"

#: The roles of texts that name nothing.
NO_NAMES = frozenset({"command", "keyword", "punctuation", "comment", "kind-of-dice", "file", "text", "time", "value"})

#: What stands behind the name of an owner.
OF_OWNERS = frozenset({"'s", "’s"})

#: The parts of a line: a quoted text, a number with commas, a sign, a word, or whatever is left.
SIGN_OR_WORD = pattern(
    r'"(?:[^"\\]|\\.)*"|[“„][^”“"]*[”“]|«[^»"]*»'
    r"|(?<!\S)(?P<quote>['`])(?=\S)[^'`\"]*[^'`\"\s](?P=quote)(?=[\s,:;=.!]|$)"
    r"|\d{1,3}(?:,\d{3})+(?![\d,])"
    r"|>="
    r"|[,:;=]"
    r"|['’]s(?=[\s,:]|$)"
    r"|[.!](?=\s*$)"
    r"|(?:(?!['’]s(?:[\s,:]|$)|[.!]\s*$)[^\s,:;=\"“„«])+"
    r"|\S"
)


@value
class Segment:
    """A part of a line: what was `typed`, what it `became`, the relation of both, and the space before it.

    What was added was typed as “”, and what was left out became “”.
    """

    typed: str
    became: str
    relation: str = AS_TYPED
    gap: str = ""

    @property
    def as_json(self) -> dict[str, str]:
        """The segment as an entry of the account."""
        return {"typed": self.typed, "became": self.became, "relation": self.relation}


@value
class Wording:
    """A line as a sequence of segments."""

    segments: tuple[Segment, ...]

    @cached_property
    def spans(self) -> tuple[tuple[int, int, int], ...]:
        """Where the segments that were not left out begin and end in the text, each with its index."""
        found, end, gap = [], 0, ""
        for index, each in enumerate(self.segments):
            gap = max(gap, each.gap, key=len)
            if each.became:
                start = end + (len(gap) if end else 0)
                end, gap = start + len(each.became), ""
                found.append((start, end, index))
        return tuple(found)

    @cached_property
    def text(self) -> str:
        """The line as it is read."""
        text = ""
        for start, _, index in self.spans:
            text += " " * (start - len(text)) + self.segments[index].became
        return text

    def find(self, place: int) -> int:
        """Return the index of the segment at a place in the text, or how many there are if it is the end."""
        return next((index for _, end, index in self.spans if place < end), len(self.segments))

    def between(self, start: int, end: int) -> list[int]:
        """Return the indices of the segments in a part of the text."""
        return [index for first, last, index in self.spans if first < end and last > start]

    def change(self, start: int, end: int, became: str, relation: str) -> Iterator[Wording]:
        """Yield the wording with one segment in place of those from `start` to before `end`, if they are as typed."""
        old = self.segments[start:end]
        if old and all(each.relation == AS_TYPED for each in old):
            typed = "".join(each.gap * (place > 0) + each.typed for place, each in enumerate(old))
            gap = "" if became in (",", ":") else old[0].gap or " " * (start > 0)
            new = Segment(typed, became, relation, gap)
            yield Wording((*self.segments[:start], new, *self.segments[end:]))

    def leave_out(self, at: int, relation: str) -> Iterator[Wording]:
        """Yield the wording without a segment."""
        return self.change(at, at + 1, "", relation)

    def insert(self, at: int, added: str, relation: str) -> Wording:
        """Return the wording with a word that was not typed before segment `at`."""
        new = Segment("", added, relation, "" if added in (",", ":") or at == 0 else " ")
        after = self.segments[at:]
        if after and not after[0].gap:
            after = (evolve(after[0], gap=" "), *after[1:])
        return Wording((*self.segments[:at], new, *after))

    def move(self, at: int, to: int, became: str, relation: str) -> Iterator[Wording]:
        """Yield the wording with segment `at` moved forward to before segment `to`."""
        for changed in self.change(at, at + 1, became, relation):
            moved = evolve(changed.segments[at], gap=" ")
            rest = (*changed.segments[:at], *changed.segments[at + 1 :])
            after = (evolve(rest[to], gap=" "), *rest[to + 1 :]) if to < len(rest) else ()
            yield Wording((*rest[:to], moved, *after))


def split_line(parse: Parse) -> Wording:
    """Return a line as it was typed, as a wording."""
    segments: list[Segment] = []
    typed, end = parse.first.line, 0
    for found in SIGN_OR_WORD.finditer(parse.text):
        start, before, end = found.start(), end, found.end()
        word = typed[start:end]
        segments.append(Segment(word, word, AS_TYPED, " " * (start - before) if segments else ""))
    return Wording(tuple(segments))


def account_for(wording: Wording, parse: Parse) -> tuple[Segment, ...]:
    """Return the account of a line: each typed word once, with the names that it stands for in full."""
    named = {indices[0]: (mark, indices) for mark in parse.marks if (indices := find_name_of(wording, mark))}
    found: list[Segment] = []
    at = 0
    while at < len(wording.segments):
        mark, indices = named.get(at, (None, [at]))
        found.append(wording.segments[at] if mark is None else name_in_full(wording, mark, indices))
        at = indices[-1] + 1
    return tuple(found)


def find_name_of(wording: Wording, mark: Span) -> list[int]:
    """Return the segments that are a known name as typed, or none for another mark."""
    is_name = isinstance(mark.value, str) and not mark.open and mark.role not in NO_NAMES
    indices = wording.between(mark.start, mark.end) if is_name else []
    whole = indices == list(range(indices[0], indices[-1] + 1)) if indices else False
    same = whole and all(wording.segments[index].relation == AS_TYPED for index in indices)
    return indices if same and mark.end > mark.start else []


def name_in_full(wording: Wording, mark: Span, indices: list[int]) -> Segment:
    """Return the entry for a name, in full if it was begun."""
    first, *others = (wording.segments[index] for index in indices)
    typed = "".join((first.typed, *(f"{each.gap}{each.typed}" for each in others)))
    if fold_case(typed.strip(QUOTES)) == fold_case(str(mark.value)):
        return evolve(first, typed=typed, became=typed)
    return Segment(typed, spelled_name(str(mark.value)), BEGINNING, first.gap)
