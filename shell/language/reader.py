"""Read text by one usage line, as far as it goes.

The Reader walks the line's tree along the text, notes the values it finds and the nodes it looks for, and stops at the
first problem.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import Any

from engine.patterns import pattern
from engine.state import State
from engine.text import article
from engine.types import PARTS_LIMIT, TEXT_LIMIT, Reason
from engine.value import Factory, evolve, record
from shell.language.grammar import FirstWord, Phrase, lead_to_command
from shell.language.kinds.free import CommandKind
from shell.language.kinds.known import Known, OrNothing, PlainWords, end_of_shortened
from shell.language.kinds.shaped import Shaped
from shell.language.kinds.table import find_kind
from shell.language.kinds.text import CLOSED_BY, SPACE, fold_case, is_comment, is_stopped, word_end
from shell.language.kinds.things import ThingKind
from shell.language.lists import continue_number, find_second_name
from shell.language.lookup import index_once
from shell.language.nodes import WORD_OR_SIGN, Bag, Literal, Many, Node, Seq, Slot, first_part, forms_of
from shell.language.parse import (
    QUOTES,
    Found,
    Misreading,
    Parse,
    Scene,
    Span,
    Want,
    find_full_stop,
    say_expected,
    say_misplaced,
    say_missing,
    say_no_such,
)

#: A comment that begins like an event number, and the kinds of slots where one could stand.
LOST_NUMBER = pattern(r"#\s*(?P<sign>[+\-−]?)\s*(?P<digits>\d+)\b")
TAKES_EVENT = frozenset({"event number", "time"})


def literals_wanted(wants: Iterable[Want], at: int) -> list[str]:
    """Return the words wanted at a place or after it that are not there."""
    found = [w.node.word for w in wants if isinstance(w.node, Literal) and w.at >= at and w.end is None]
    return list(dict.fromkeys(found))


def word_expected(text: str, at: int, word: str, choices: list[str]) -> Misreading:
    """Return the problem of other text in the place of a word. `choices` are all words that can stand there."""
    if at >= len(text):
        return Misreading(at, at, say_missing(f"“{word}”"), unfinished=True, wanted=word, choices=tuple(choices))
    end = word_end(text, at)
    typed = text[at:end]
    choices = [choice for choice in choices if choice != typed]
    begun = end == len(text) and any(choice.startswith(typed.casefold()) for choice in choices)
    return Misreading(at, end, say_expected(f"“{word}”", typed), typed, tuple(choices), begun, wanted=word)


#: Reads a command from a place in a line on.
ReadCommand = Callable[[str, int, State | None], Parse]


class Stop(Exception):
    """The end of a reading at its first problem. It never leaves the Reader."""

    def __init__(self, problem: Misreading) -> None:
        self.problem = problem


@record
class Reader:
    """Reads one text by one usage.

    `first` is its first word. `short`: the line is in the short tongue, and has no verb. `labels`: a modifier's reason
    may stand there without quotes. `further`: names take all the words that shorten them. `entered`: the line will not
    continue, and possible continuations are not collected. `read_command` reads a command in the line.
    """

    phrase: Phrase
    text: str
    first: FirstWord
    state: State | None
    short: bool = False
    labels: bool = True
    further: bool = False
    entered: bool = False
    read_command: ReadCommand | None = None
    marks: list[Span] = Factory(list)
    wants: list[Want] = Factory(list)
    parts: int = 0
    listed: tuple[Any, ...] = ()
    outer: str | None = None
    seen: Scene | None = None

    @cached_property
    def bare(self) -> Scene:
        """The scene for a word of the grammar."""
        return Scene(self.state)

    def want(self, at: int, node: Node, scene: Scene | None = None, end: int | None = None) -> None:
        """Note the node looked for at a place, and where it ended if it is there."""
        if not self.entered:
            self.wants.append(Want(at, node, scene or self.bare, end))

    def run(self, given: Mapping[str, Any] | None = None) -> Parse:
        """Read the text. `given` are fields that it leaves out."""
        values: dict[str, Any] = dict(given or {})
        problem = None
        try:
            at = self.skip(self.in_turn(self.phrase.body, self.first.start, values))
            if is_comment(self.text, at):
                problem = self.find_lost_number(at)
                self.marks += [] if problem else [Span(at, len(self.text), "comment")]
            elif at < len(self.text):
                problem = self.leftover(at)
            else:
                problem = find_full_stop(self.text, self.marks)
        except Stop as stop:
            problem = stop.problem
        if problem and not problem.unfinished and not self.entered and self.may_grow():
            problem = evolve(problem, unfinished=True)
        if problem and problem.end > problem.start:
            self.marks.append(Span(problem.start, problem.end, "typing" if problem.unfinished else "error"))
        marks, wants = tuple(self.marks), tuple(self.wants)
        return Parse(self.text, self.first, self.phrase, values, marks, wants, problem, self.listed)

    def find_lost_number(self, at: int) -> Misreading | None:
        """Return the problem of a comment that begins as an event number would."""
        found = LOST_NUMBER.match(self.text, at)
        wanted = (want.node.name for want in self.wants if want.at == at and isinstance(want.node, Slot))
        if found is None or TAKES_EVENT.isdisjoint(wanted):
            return None
        said = f"“{found[0]}” begins a comment, it is not the number of an event"
        cures = () if found["sign"] else (f"{self.text[:at]}#{found['digits']}",)
        return Misreading(at, found.end(), said, cures=cures, advice="an event number is such as #57", sure=True)

    def may_grow(self) -> bool:
        """Return whether the end of the text begins some name that was looked for there."""
        return any(grows(self.text, want) for want in self.wants)

    def leftover(self, at: int) -> Misreading:
        """Return the problem of text that the usage has no place for."""
        end = word_end(self.text, at)
        typed = self.text[at:end]
        words = [word for word in literals_wanted(self.wants, at) if word != typed]
        begun = end == len(self.text) and any(word.startswith(typed.casefold()) for word in words)
        unknown = self.unknown_name(at)
        if unknown is not None:
            return evolve(unknown, choices=(*unknown.choices, *words), unfinished=unknown.unfinished or begun)
        return Misreading(at, end, say_misplaced(typed), typed, tuple(words), begun)

    def unknown_name(self, at: int) -> Misreading | None:
        """Return the problem of an unknown name, or None where no known name can stand."""
        found: dict[str, Misreading] = {}
        for want in self.wants:
            kind = want.node.kind if want.at == at and isinstance(want.node, Slot) else None
            if isinstance(kind, Known | OrNothing) and not isinstance(kind, PlainWords):
                problem = kind.read(self.text, at, want.scene)
                if isinstance(problem, Misreading) and not is_stopped(self.text, at, want.scene):
                    found.setdefault(kind.name, problem)
        if len(found) < 2:
            return next(iter(found.values()), None)
        first = next(iter(found.values()))
        choices = tuple(choice for problem in found.values() for choice in problem.choices)
        return evolve(first, said=say_no_such(list(found), first.typed), choices=choices, advice=None)

    def skip(self, at: int) -> int:
        """Return the place after any space."""
        space = SPACE.match(self.text, at)
        return space.end() if space else at

    def in_turn(self, seq: Seq, at: int, values: dict[str, Any]) -> int:
        """Read one node after another into `values` and return where the last one ends."""
        for node, is_text in seq.steps:
            if not (is_text and self.begins_sentence(self.skip(at))):
                at = READ_AS[type(node)](self, node, at, values)
        return at

    def fill(self, slot: Slot, at: int, values: dict[str, Any]) -> int:
        """Read the value of a slot into its field and return where it ends."""
        values[slot.field], at = self.slot(slot, self.skip(at), values)
        return at

    def begins_sentence(self, at: int) -> bool:
        """Return whether a word is a name, not grammar, since it has a capital though the line began without one."""
        word = self.text[at : word_end(self.text, at)]
        return word[:1].isupper() and not word.isupper() and self.text.lstrip()[:1].islower()

    def literal(self, node: Literal, at: int, values: dict[str, Any]) -> int:
        """Read a word or sign and return where it ends."""
        at = self.skip(at)
        end = self.reaches(node.word, at)
        self.want(at, node, end=end)
        if end is None:
            raise Stop(word_expected(self.text, at, node.word, literals_wanted(self.wants, at)))
        if not self.marks and self.text[end : end + 1] in (":", ","):
            end += 1  # as in “note: the thief limps”
        role = "command" if not self.marks else "keyword" if node.word.isalnum() else "punctuation"
        self.marks.append(Span(at, end, role, node.flag))
        if node.flag:
            values[node.flag] = True
        return end

    def reaches(self, word: str, at: int) -> int | None:
        """Return where a word ends if it stands here in full or in short. The first word was found before."""
        if not self.short and not self.marks and at < self.first.end:
            return self.first.end
        if word == "," and self.text[at - 1 : at].isdigit() and self.text[at + 1 : at + 2].isdigit():
            return None  # as in 1,000
        for form in forms_of(word):
            end = at + len(form)
            if self.text[at:end].casefold() == form:
                after = self.text[end : end + 1]
                if not (form.isalnum() and (after.isalnum() or after in ("-", "_"))):
                    return end
        return None

    def many(self, node: Many, at: int, values: dict[str, Any]) -> int:
        """Read a repeated slot into `values` and return where it ends."""
        found: list[Any] = []
        while True:
            at = self.skip(at)
            self.count_part(at)
            value, at = self.slot(node.slot, at, values)
            found.append(value)
            if node.each:
                self.add_to_list(found)
            values[node.slot.field] = found[0] if node.each else tuple(found)
            after = self.skip(at)
            if node.separator:
                end = self.reaches(node.separator, after)
                self.want(after, node.between, end=end)
                if end is None and len(found) < node.least:
                    raise Stop(word_expected(self.text, after, node.separator, literals_wanted(self.wants, after)))
                if end is None:
                    return at
                self.marks.append(Span(after, end, "keyword" if node.separator.isalnum() else "punctuation"))
                at = end
            elif not self.starts(node.slot, after, values):
                return at

    def add_to_list(self, found: list[Any]) -> None:
        """Note the names of a list so far. Raise Stop if the last one was named before."""
        if found[-1] in found[:-1]:
            last = self.marks[-1]
            said = f"{found[-1]} is named twice"
            raise Stop(Misreading(last.start, last.end, said, refused=True, sure=True))
        self.listed = tuple(found)

    def go_on_list(self, slot: Slot, at: int) -> Found | Misreading | None:
        """Return what stands here of a list of characters, if it is no name and reads as something else."""
        if slot.is_character:
            return continue_number(self.text, at, self.marks, self.state)
        return find_second_name(self.text, at, self.marks[-1], self.state) if self.marks else None

    def count_part(self, at: int) -> None:
        """Raise Stop at the first part too many, before it costs any work."""
        self.parts += 1
        if self.parts > PARTS_LIMIT:
            said = f"a line has at most {PARTS_LIMIT} modifiers, names or other parts"
            raise Stop(Misreading(at, word_end(self.text, at), said, refused=True, sure=True))

    def bag(self, bag: Bag, at: int, values: dict[str, Any]) -> int:
        """Read the options that stand here, in any order, and return where they end."""
        taken: list[Seq] = []
        while True:
            at = self.skip(at)
            if self.entered and at == len(self.text):
                return at  # no option is empty
            left = (option for option in self.options_at(bag, at) if option not in taken)
            chosen = next((option for option in left if self.starts(option, at, values)), None)
            if chosen is None:
                return at
            at = self.in_turn(chosen, at, values)
            taken.append(chosen)

    def options_at(self, bag: Bag, at: int) -> tuple[Seq, ...]:
        """Return the options that may stand here: all that are wanted, or those of an entered line's next word."""
        if not self.entered:
            return bag.words_first
        word = WORD_OR_SIGN.match(self.text, at)
        return bag.by_word.get(word[0].casefold() if word else "", bag.by_word[""])

    def starts(self, node: Node, at: int, values: dict[str, Any]) -> bool:
        """Return whether the node's first part stands here, and note it as wanted if not."""
        first = node.first if isinstance(node, Seq) else first_part(node)
        if isinstance(first, Literal):
            end = self.reaches(first.word, at)
            if end is None:
                self.want(at, first)
            return end is not None
        scene = self.scene(values)
        begins = at < len(self.text) and first.kind is not None and first.kind.begins(self.text, at, scene)
        if begins and self.short and first.kind is find_kind(Reason) and self.text[at] not in CLOSED_BY:
            begins = self.labels and not self.text[at].isdigit()  # it may as well be a difficulty
        if not begins:
            self.want(at, first, scene)
        return begins

    def scene(self, values: dict[str, Any]) -> Scene:
        """Return the scene for a kind at this place."""
        if self.seen is None or self.seen.values is not values:
            self.seen = Scene(self.state, values, self.phrase.stops, self.short)
        return self.seen

    def slot(self, slot: Slot, at: int, values: dict[str, Any]) -> tuple[Any, int]:
        """Return the value of a slot and where it ends; raise Stop if it cannot be read."""
        if slot.phrase is not None:
            return self.inside(slot, slot.phrase, at, values)
        assert slot.kind is not None
        if slot.is_free and isinstance(slot.kind, CommandKind):
            return self.whole_command(at)
        scene = self.scene(values)
        text = self.first.line if slot.is_free else self.text
        begun = self.go_on_list(slot, at) if slot.is_free or slot.is_character else None
        result = begun or slot.kind.read(text, at, scene)
        if isinstance(result, Misreading):
            self.want(at, slot, scene)
            raise Stop(evolve(result, wanted=article(slot.name)))
        value, end = result
        if self.further and isinstance(slot.kind, Known):
            end = end_of_shortened(self.text, at, end, value, scene.stops)
        if slot.field == "item" and isinstance(slot.kind, ThingKind) and slot.kind.names_one(self.text[at:end], value):
            self.mean_one(values)
        self.want(at, slot, scene, end)
        self.marks.append(Span(at, end, slot.role, self.outer or slot.field, value, slot.kind.open, slot.field))
        return value, end

    def mean_one(self, values: dict[str, Any]) -> None:
        """Take a thing in the singular as one of them, if the command has a count and none was typed."""
        if "count" in self.phrase.filled and not values.get("all"):
            values.setdefault("count", 1)

    def whole_command(self, at: int) -> tuple[Any, int]:
        """Read the rest of the line as a command, and continue by that one's usage."""
        assert self.read_command is not None
        parse = self.read_command(self.first.line, at, self.state)
        self.marks += parse.marks
        self.wants += parse.wants
        self.phrase = lead_to_command(self.phrase, parse.phrase) if parse.phrase else self.phrase
        if parse.problem is not None:
            raise Stop(parse.problem)
        return parse.command, len(self.text)

    def inside(self, slot: Slot, phrase: Phrase, at: int, values: dict[str, Any]) -> tuple[Any, int]:
        """Read the phrase in a slot, which sees the values around it, and whose marks belong to the slot's field."""
        outer, self.outer = self.outer, self.outer or slot.field
        within: dict[str, Any] = dict(values)
        for name in phrase.filled:
            within.pop(name, None)
        at = self.in_turn(phrase.body, at, within)
        self.outer = outer
        return phrase.cls(**{name: within[name] for name in phrase.filled if name in within}), at


def grows(text: str, want: Want) -> bool:
    """Return whether the text at a want's place begins a name or word that it takes."""
    if isinstance(want.node, Literal):
        return want.at < len(text) and want.node.word.startswith(text[want.at :].casefold())
    if not isinstance(want.node, Slot) or want.node.kind is None or len(text) - want.at > TEXT_LIMIT:
        return False
    if isinstance(want.node.kind, Shaped):
        return want.node.kind.may_become(text, want.at)
    key = fold_case(text[want.at :].lstrip(QUOTES))
    kind = want.node.kind
    lists = [kind.offers(want.scene), *([kind.few(want.scene)] if isinstance(kind, Known) else [])]
    found = map(index_once, lists)
    return bool(key) and any(names.find_begun(key) or names.find_begun(key, any_word=False) for names in found)


#: The readers of each type of node.
READ_AS: dict[type, Callable[[Reader, Any, int, dict[str, Any]], int]] = {
    Literal: Reader.literal,
    Slot: Reader.fill,
    Seq: Reader.in_turn,
    Many: Reader.many,
    Bag: Reader.bag,
}
