"""The result of reading a line: values, spans, the wants (what was looked for where), and the first problem."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

from engine.each import one_for_each
from engine.patterns import pattern
from engine.text import article
from engine.value import Factory, value

if TYPE_CHECKING:
    from engine.state import State
    from shell.language.grammar import FirstWord, Phrase
    from shell.language.nodes import Node


#: Every sign that can stand around a text.
QUOTES = '"“”„«»'

#: Texts that can be typed in a place, each with an explanation.
Offers = Mapping[str, str]

#: A value that was read, and where it ends.
Found = tuple[Any, int]


@value
class Scene:
    """What a kind may look at: the state, None before a campaign exists, and the slots filled so far.

    `stops` are the words that end open text. `short`: the line is in the short tongue, where no name is new.
    """

    state: State | None
    values: dict[str, Any] = Factory(dict)
    stops: frozenset[str] = frozenset()
    short: bool = False


@value
class Misreading:
    """The first problem of a line: its place (`start` to `end`) and its cure, text that can be typed instead.

    `typed` is compared with `choices` to find a near name. `unfinished`: more text could still make the line right.
    `refused`: the text was understood, and names something that does not exist or cannot be. `wanted` is the noun or
    word that was needed. `several`: the typed text fits more than one name. `sure`: only one kind of thing can have
    been meant, such as dice. `cures` are whole lines that read right.
    """

    start: int
    end: int
    said: str
    typed: str = ""
    choices: tuple[str, ...] = ()
    unfinished: bool = False
    refused: bool = False
    advice: str | None = None
    wanted: str | None = None
    several: bool = False
    sure: bool = False
    cures: tuple[str, ...] = ()
    kind: Literal["no command", "no character", "no preview"] | None = None

    @property
    def nearest(self) -> str | None:
        """The choice that is nearest to the typed text, or None if none is near."""
        from engine.refusal import nearest

        return nearest(self.typed.strip(QUOTES), self.choices) if self.typed else None

    @property
    def hint(self) -> str | None:
        """What to type instead. Finding near names takes time, so this is called only when it is shown."""
        from engine.refusal import did_you_mean

        if self.cures:
            return f"type {join_or(self.cures)}"
        if close := self.nearest:
            return did_you_mean(close)
        if self.advice:
            return self.advice
        if not self.typed:
            return None
        shown = [choice for choice in self.choices if choice not in self.said and any(map(str.isalnum, choice))]
        return f"it can be {join_or(shown)}" if 0 < len(shown) <= 8 else None

    def find_cure(self, text: str) -> str | None:
        """Return the line that was probably meant, None if nobody can say, as of several readings."""
        from engine.refusal import nearest

        if self.cures:
            return None if self.several and len(self.cures) > 1 else self.cures[0]
        close = nearest(self.typed.strip(QUOTES), self.choices) if self.typed else None
        return f"{text[: self.start]}{close}{text[self.end :]}" if close else None

    @property
    def message(self) -> str:
        """The fault and what to type instead, in a line."""
        return f"{self.said} — {self.hint}" if self.hint else self.said


@value
class Span:
    """A span of the text and its role.

    `field` is the command's field that it belongs to, `inner` the field of the part of the command around it. `value`
    is the value read. `open`: any word could have stood here.
    """

    start: int
    end: int
    role: str
    field: str | None = None
    value: Any = None
    open: bool = False
    inner: str | None = None


@value
class Want:
    """Something that the grammar looked for at a place. `end` is where it ended, if it was found."""

    at: int
    node: Node
    scene: Scene
    end: int | None = None


@value
class Parse:
    """A line as far as it was read.

    `first` is the line's first word, `phrase` the usage it follows, `values` the fields filled so far. `listed` are the
    names of a list, whose first one is among the values.
    """

    text: str
    first: FirstWord
    phrase: Phrase | None
    values: dict[str, Any]
    marks: tuple[Span, ...]
    wants: tuple[Want, ...]
    problem: Misreading | None
    listed: tuple[Any, ...] = ()

    @property
    def command(self) -> Any:
        """The command, or the list of commands, once the line is complete, None before."""
        if self.problem or self.phrase is None:
            return None
        return one_for_each(self.phrase.cls(**self.values), self.listed)

    @property
    def goes_on(self) -> bool:
        """Whether the line is complete, or more text could make it so."""
        return self.problem is None or self.problem.unfinished

    def place(self, field: str | None, value: object = None) -> tuple[int, int] | None:
        """Return where a field was typed, or the part of it that was read as `value`, or None."""
        spans = [mark for mark in self.marks if field is not None and field in (mark.field, mark.inner)]
        exact = [mark for mark in spans if value is not None and mark.value == value]
        if exact:
            return exact[0].start, exact[0].end
        return (spans[0].start, spans[-1].end) if spans else None


#: Kinds of new words that are names, the signs that end a sentence, and abbreviations with a full stop.
NAMED_KINDS = frozenset({"ability", "item", "name", "player"})
FULL_STOP = pattern(r"[.!?;]+$")
ABBREVIATED = pattern(r"(?:\b[A-Z]\w?|\bMrs|\.\w+)\.$")


def find_full_stop(text: str, marks: Sequence[Span]) -> Misreading | None:
    """Return the problem of a new name at the line's end that has the full stop in it."""
    end = len(text.rstrip())
    last = next((mark for mark in reversed(marks) if mark.end == end), None)
    if last is None or not last.open or last.role not in NAMED_KINDS or text[last.start] in QUOTES:
        return None
    name = text[last.start : last.end]
    found = FULL_STOP.search(name)
    if found is None or ABBREVIATED.search(name):
        return None
    start = last.start + found.start()
    cures = (text[:start], f'{text[: last.start]}"{name}"')
    return Misreading(start, last.end, f"“{found[0]}” ends no name without quotes", cures=cures, unfinished=True)


def say_misplaced(typed: str) -> str:
    """Say that a text has no place where it was typed."""
    return f"“{typed}” does not fit here"


def say_shared(typed: str, meant: Sequence[str]) -> str:
    """Say what a text could mean, if that is several things."""
    return f"“{typed}” could be {join_or(meant)}"


def say_missing(wanted: str) -> str:
    """Say what a line needs where it ends."""
    return f"this needs {wanted}"


def say_no_such(kinds: Sequence[str], typed: str) -> str:
    """Say that nothing of some kinds is called so."""
    return f"no {join_or(kinds)} “{typed}”"


def say_mismatch(typed: str, kind: str) -> str:
    """Say that a text is no value of a kind."""
    return f"“{typed}” is not {article(kind)}"


def say_expected(wanted: str, typed: str) -> str:
    """Say what was wanted in the place of a text."""
    return f"expected {wanted}, not “{typed}”"


def join_or(words: Sequence[str]) -> str:
    """Return the words with commas, and an “or” before the last."""
    *most, last = words
    return f"{', '.join(most)} or {last}" if most else last
