"""Explain a line's problem: what does not fit, and lines that work.

Reading has to be quick and stops at the first problem. Here, once a line has failed, other readings of it are tried;
whatever is advised as a line was read before it is shown.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Any
from unicodedata import category

from engine.refusal import nearest
from engine.rules.ladder import Ladder
from engine.state import State
from engine.text import article, in_quotes
from engine.value import evolve, value
from shell.language import names
from shell.language.advisable import JOINING, find_refusal, is_accepted, is_carried_out, may_be_name, says_the_same
from shell.language.grammar import (
    Bag,
    Literal,
    Many,
    Phrase,
    Seq,
    Takes,
    first_word,
    stops_of,
    take_all,
    usages,
    walk_nodes,
)
from shell.language.kinds.text import BARE, CLOSED_BY, SPACE, fold_case, is_stopped, spelled_name
from shell.language.manual import node_text, order, shortened
from shell.language.misplaced import explain_misplaced
from shell.language.parse import Misreading, Parse, Scene, Span, join_or
from shell.language.reading import applies, literals_wanted, read
from shell.language.several import explain_several
from shell.language.short import is_name
from shell.language.slips import explain_misfit, explain_slip
from shell.language.strays import explain_stray, list_ladder, list_names, spell_out
from shell.language.tried_verbs import TRIED_VERBS, explain_tried_verb
from shell.language.whole_lines import explain_inner, explain_quoted_line

#: The most lines that are advised for one problem.
MOST_CURES = 3

#: The most parts of a line in which a missing word is put, and the longest line that is read in other ways.
MOST_PARTS = 10
LONGEST_MENDED = 1000

#: Of so many rolls the latest that fits is advised where one is missing.
LATEST_ROLLS = 5

#: Kinds whose names are mostly capitalised: a small word after one of them is hardly a part of it.
PROPER = frozenset({"name", "player"})

#: A usage line up to this length is shown whole.
SHORT_USAGE = 30

SIGNS = "+-−"
NUMERIC = f"0123456789#{SIGNS}"

#: Words that any text can follow: they are hardly ever what a line lacks.
OPEN_ENDED = frozenset({"note", "stakes", "succeeds", "fails", "weapon", "armour", "lethality"})

#: How long the first word of a reason is at least, where “for” may be missing before it.
SHORTEST_REASON = 3

#: Words for what a count counts, which follow no number here.
UNITS = frozenset({"event", "command", "line", "step", "time", "point", "xp"})


def explain_problem(parse: Parse, state: State | None, takes: Takes = take_all) -> Misreading:
    """Return the problem of a misread line, in plain words.

    `cures` are lines that read right.
    """
    whole = explain_inner(parse, state, explain_problem) or explain_quoted_line(parse, state, takes)
    if whole is not None:
        return whole
    explained = explain_place(parse, state, takes)
    start, end = first_word(parse.text)
    typed = parse.text[start:end]
    if (
        parse.phrase is None
        or explained.several
        or explained.hint
        or not typed.isalpha()
        or typed.casefold() == parse.phrase.head
    ):
        return explained
    if parse.phrase.head.isupper():
        return evolve(explained, advice="“help short” shows lines that begin with a character")
    return evolve(explained, advice=f"“{typed}” stands for “{parse.phrase.head}”")


def explain_place(parse: Parse, state: State | None, takes: Takes) -> Misreading:
    """Return the problem of a line that was misread, by what stands at its place."""
    assert parse.problem is not None
    problem = parse.problem
    if problem.typed.casefold() in TRIED_VERBS and (parse.phrase is None or problem.said.startswith("no command")):
        return explain_tried_verb(parse, problem, state, takes)
    if parse.phrase is None or problem.several or problem.sure or len(parse.text) > LONGEST_MENDED:
        return problem
    line = BadLine(parse, parse.phrase, problem, state, takes)
    if not line.typed:
        return line.explain_quotes() or line.explain_end()
    line = evolve(line, problem=line.drop_refused_name())
    for explain in (
        line.explain_bare_number,
        line.explain_misplaced,
        line.explain_unit,
        line.explain_slip,
        line.explain_stray,
        line.explain_several,
        line.explain_misfit,
        line.explain_lone_state,
        line.explain_quotes,
        line.explain_name_in_list,
        line.explain_reason,
        line.explain_missing_word,
        line.explain_order,
    ):
        explained = explain()
        if explained is not None:
            return explained
    return line.explain_anyway()


@value
class BadLine:
    """A line that was misread as `phrase`, and what it takes to read it in other ways."""

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
        """What stands at the problem's place."""
        return self.text[self.problem.start : self.problem.end]

    @property
    def before(self) -> list[Span]:
        """The marks before the problem."""
        return [mark for mark in self.parse.marks if mark.end <= self.problem.start and mark.end > mark.start]

    def accepts(self, line: str) -> bool:
        """Tell whether a line would be understood, and not be refused."""
        return is_accepted(line, self.state, self.takes)

    def reads(self, line: str) -> bool:
        """Tell whether a line would be taken, and says what was typed."""
        parse = read(line, self.state, self.takes)
        return is_carried_out(parse, self.state) and says_the_same(self.text, parse, self.state)

    def drop_refused_name(self) -> Misreading:
        """Return the problem without the nearest name, if that is refused too.

        The nearest name is most like the typed one.
        """
        close = self.nearest_word()
        if close is None or self.state is None:
            return self.problem
        start = self.problem.start
        parse = read(f"{self.text[:start]}{close}{self.text[self.problem.end :]}", self.state, self.takes)
        refused = find_refusal(self.state, parse.command)
        place = parse.place(refused.about, refused.value) if refused else None
        if place is None or place[0] != start:
            return self.problem
        return evolve(self.problem, choices=tuple(each for each in self.problem.choices if each != close))

    def evolved(self, *cures: str, **more: Any) -> Misreading:
        """Return the problem with lines that would do."""
        return evolve(self.problem, typed="", cures=tuple(map(str.strip, cures)), **more)

    # --- what may be wrong -------------------------------------------------------------------------------------

    def explain_bare_number(self) -> Misreading | None:
        """Explain a number without its #.

        It can be an event or, where the line takes one, a count.
        """
        if not (self.problem.wanted or "").endswith("an event number") or not self.typed.isdigit():
            return None
        after = self.text[self.problem.end :].strip()
        if after.isalpha() and after.casefold() not in self.phrase.stops:  # “3 events”, “2 steps”
            line = evolve(self, parse=evolve(self.parse, text=self.text[: self.problem.end])).insert("last")
            return self.evolved(*filter(self.reads, [line]))
        lines = [] if "last" in self.keywords() else [self.insert("#").replace("# ", "#", 1), self.insert("last")]
        cures = [line for line in lines if self.reads(line)]
        if len(cures) < 2:
            return self.evolved(*cures)
        return self.evolved(*cures, said=f"“{self.typed}” could be the number of an event or a count")

    def explain_unit(self) -> Misreading | None:
        """Explain a unit after a number, as in “undo last 3 events”.

        A unit is the word for what is counted.
        """
        last, word = self.before[-1:], self.typed.casefold()
        if not last or not isinstance(last[0].value, int) or not {word, word.removesuffix("s")} & UNITS:
            return None
        line = f"{self.text[: self.problem.start].rstrip()}{self.text[self.problem.end :]}"
        return self.evolved(line, said=f"“{self.typed}” does not fit here") if self.reads(line) else None

    def explain_slip(self) -> Misreading | None:
        """Explain a word twice, or in the place of another."""
        return explain_slip(self)

    def explain_misfit(self) -> Misreading | None:
        """Explain a small word too many, or two words in the wrong order."""
        return explain_misfit(self)

    def explain_misplaced(self) -> Misreading | None:
        """Explain a known word in the place of another."""
        return explain_misplaced(self)

    def explain_several(self) -> Misreading | None:
        """Explain several names where one is meant, or names joined in a wrong way."""
        return explain_several(self)

    def explain_stray(self) -> Misreading | None:
        """Explain an article, a count or a modifier that stands in the wrong place."""
        return explain_stray(self)

    def explain_lone_state(self) -> Misreading | None:
        """Explain a state without its status."""
        if "a status" not in (self.problem.wanted or "").split(" or ") or self.state is None:
            return None
        lines = [self.insert(spelled_name(name)) for name in self.state.statuses]
        cures = [line for line in lines if self.reads(line)][:MOST_CURES]
        return self.evolved(*cures, said=f"“{self.typed}” is a state; its status comes first") if cures else None

    def explain_quotes(self) -> Misreading | None:
        """Explain a new name of several words without quotes.

        It is done only where nothing else can be meant.
        """
        run = self.find_bare_run()
        if len(run) < 2 or self.typed[:1].isalnum():
            return None
        for first in run[:-1]:
            start, end = first.start, run[-1].end
            line = f"{self.text[:start]}{in_quotes(self.text[start:end])}{self.text[end:]}"
            if self.reads(line):
                said = f"several words need quotes: {in_quotes(self.text[start:end])}"
                return self.evolved(line, said=said, start=start, end=end)
        return None

    def explain_name_in_list(self) -> Misreading | None:
        """Explain a new name without quotes, a word of which is like “and” or “or”."""
        close, run = self.nearest_word(), self.find_bare_run()
        if close not in ("and", "or") or not run:
            return None
        if self.reads(f"{self.text[: self.problem.start]}{close}{self.text[self.problem.end :]}"):
            return None
        start, end = run[-1].start, self.find_words_end()
        cures = [line for line in self.quote_names() if self.reads(line)]
        said = f"several words need quotes: {in_quotes(self.text[start:end])}"
        return self.evolved(*cures, said=said, start=start, end=end) if cures else None

    def explain_reason(self) -> Misreading | None:
        """Explain a reason, or a name before a level, that lacks quotes."""
        last = self.before[-1:]
        is_level = bool(last) and last[0].open and self.problem.wanted == "a level"
        if not last or not (last[0].role == "reason" or is_level) or self.nearest_word():
            return None
        cures = [line for line in self.quote_names() if self.reads(line)]
        if not cures or (not is_level and self.reads(self.insert(self.problem.wanted or ""))):
            return None
        start, end = last[0].start, self.problem.end if is_level else self.find_words_end()
        said = f"several words need quotes: {in_quotes(self.text[start:end])}"
        return self.evolved(*cures, said=said, start=start, end=end)

    def explain_missing_word(self) -> Misreading | None:
        """Explain a word of the grammar that has to stand before what was typed."""
        wanted = literals_wanted(self.parse.wants, self.problem.start)
        words = [word for word in wanted if word in re.split(", | or ", self.problem.wanted or "")]
        if (self.nearest_word() and not self.find_namesake()) or len(self.before) < 2:
            return None
        cures = [line for line in map(self.insert_throughout, words) if self.reads(line)]
        if cures and self.problem.wanted in words:
            return self.evolved(*cures, said=f"“{words[0]}” is missing before “{self.typed}”")
        return self.evolved(*cures) if cures else None

    def insert_throughout(self, word: str) -> str:
        """Return the line with a word inserted wherever it is missing."""
        line = self.insert(word)
        for _ in range(MOST_PARTS):
            again = read(line, self.state, self.takes).problem
            if again is None or again.wanted != word:
                break
            line = f"{line[: again.start]}{word} {line[again.start :]}"
        return line

    def explain_order(self) -> Misreading | None:
        """Explain a word of the grammar that stands out of its place."""
        word = self.typed.casefold()
        if not word.isalpha() or word in self.keywords():
            return None
        phrases = [phrase for phrase in usages(self.phrase.head) if self.takes(phrase.cls)]
        phrases = [phrase for phrase in phrases if applies(phrase, self.state) and begins_so(phrase, self.text)]
        alike = [phrase for phrase in phrases if word in stops_of(phrase)]
        if not alike:
            return None
        best = self.phrase if self.phrase in alike else alike[0]
        return self.evolved(advice=f"the order is: {order(best, word, [word, *self.text.casefold().split()])}")

    def explain_end(self) -> Misreading:
        """Return the problem of a line that stops short, with all that it takes."""
        wanted = literals_wanted(self.parse.wants, self.problem.start)
        several = len(wanted) > 0 and self.problem.wanted not in wanted  # lines that part here
        shows = not several and " " in self.phrase.line
        whole = spell_out(self, wanted[0]) if not several and self.problem.wanted in wanted[:1] else None
        rolled = self.name_latest_roll() if self.problem.wanted == "an event number" else None
        advice = self.problem.advice or list_names(self) or rolled or (f"type {whole}" if whole else None)
        return evolve(self.problem, advice=advice or (self.usage() if shows else None))

    def name_latest_roll(self) -> str | None:
        """Return the advice to type the line with the latest roll that it takes."""
        rolls = reversed(self.state.rolls) if self.state else iter(())
        lines = (f"{self.text.strip()} #{number}" for number in islice(rolls, LATEST_ROLLS))
        return next((f"type {line}" for line in lines if self.accepts(line)), None)

    def explain_anyway(self) -> Misreading:
        """Return the problem with what could stand in that place instead."""
        if self.nearest_word():
            return self.problem
        if self.problem.wanted is None and not self.problem.refused:
            return self.evolved(*self.guess_lines(), said=self.describe_misfit())
        cures = tuple(self.guess_lines()) if self.typed[0] in NUMERIC and not self.problem.advice else ()
        if cures and self.typed[0] in SIGNS:
            return self.evolved(*cures, said=f"“{self.typed}” does not fit here")
        advice = self.list_belongings() or (list_names(self) if not self.problem.advice else None)
        advice = advice or self.find_namesake() or list_ladder(self) or self.advise_order() or self.advise_new_name()
        return evolve(self.problem, advice=advice, cures=cures)

    # --- what to say of it -------------------------------------------------------------------------------------

    def describe_misfit(self) -> str:
        """Return what is wrong with an unexpected text, and what can follow there."""
        said = f"“{self.typed}” does not fit here"
        options = [node_text(option, self.phrase.line) for option in self.options()]
        if self.phrase.line == self.phrase.head:
            return f"{said}: “{self.phrase.head}” stands alone"
        if self.typed.casefold() in self.keywords():
            return f"“{self.typed}” is there already"
        if 0 < len(options) <= 2 and all(" " in option for option in options) and len(self.phrase.line) > SHORT_USAGE:
            return f"{said}; only {join_or([f'“{option}”' for option in options])} can follow"
        return f"{said}: {self.usage()}"

    def usage(self) -> str:
        """Return the usage line in short, with what its parts are made of."""
        typed = self.text.casefold().split()
        line = shortened(self.phrase.line, typed)
        parts = [node.slot for node in self.phrase.body.nodes if isinstance(node, Many) and node.slot.phrase]
        made_of = [f"{node_text(part, line)} is {shortened(part.phrase.line, typed)}" for part in parts if part.phrase]
        return "; ".join([line, *made_of])

    def keywords(self) -> list[str]:
        """Return the words of the grammar that stand before the problem."""
        return [self.text[mark.start : mark.end].casefold() for mark in self.before if mark.role == "keyword"]

    def options(self) -> list[Seq]:
        """Return what the line could still take at the problem's place."""
        words = literals_wanted(self.parse.wants, self.problem.start)
        bags = [node for node in walk_nodes(self.phrase.body) if isinstance(node, Bag)]
        every = [option for bag in bags for option in bag.options]
        return [each for each in every if isinstance(each.nodes[0], Literal) and each.nodes[0].word in words]

    def guess_lines(self) -> Iterator[str]:
        """Yield lines that say with quotes, or with a word more, what may be meant."""
        sign = self.typed[0]
        typed = self.typed.casefold()
        may_begin = sign.isalnum() or sign in CLOSED_BY or sign in NUMERIC or category(sign) == "So"  # 🐈
        if not may_begin or typed in self.phrase.stops:
            return
        options = () if self.phrase.head.isupper() or typed in JOINING else self.options()
        words = [option.nodes[0].word for option in options if isinstance(option.nodes[0], Literal)]
        words = [word for word in words if word not in OPEN_ENDED and (word != "for" or self.may_be_reason())]
        words = [word for word in words if word != "rolled" or self.phrase.head == "roll"]
        later = {*self.text[self.problem.end :].casefold().split()} - {"for"}  # a reason may have that word
        words = [word for word in words if word not in later]
        words += [","] if "," in literals_wanted(self.parse.wants, self.problem.start) else []
        lines = dict.fromkeys([*self.quote_names(), *map(self.insert, words)])
        yield from [line for line in lines if self.reads(line)][:MOST_CURES]

    def may_be_reason(self) -> bool:
        """Return whether a typed text may be a reason.

        It must be no number, no letter or two, and no name.
        """
        long_enough = len(self.typed) >= SHORTEST_REASON and not self.typed.isdigit()
        return long_enough and not is_name(self.typed, self.state)

    def quote_names(self) -> Iterator[str]:
        """Yield the line with quotes around the new name at the problem.

        The name has words before the problem and from there on.
        """
        run = self.find_bare_run()
        ends = [self.find_words_end()]
        if self.phrase.head.isupper() and (last := self.find_level_before(ends[0])):
            ends = [last]
        ends += [self.problem.end] if self.problem.wanted == "a level" else []
        for first in run[-1:]:
            for end in ends:
                if not self.text[end:].strip() or self.typed[:1].isupper() or first.role not in PROPER:
                    yield f"{self.text[: first.start]}{in_quotes(self.text[first.start : end])}{self.text[end:]}"

    def find_bare_run(self) -> list[Span]:
        """Return the unquoted open words side by side right before the problem."""
        run: list[Span] = []
        at = self.problem.start
        for mark in reversed(self.before):
            if not mark.open or self.text[mark.start] in CLOSED_BY or self.text[mark.end : at].strip():
                break
            run.insert(0, mark)
            at = mark.start
        return run

    def find_words_end(self) -> int:
        """Return where the plain words that begin at the problem end."""
        scene = Scene(None, {}, self.phrase.stops)
        end = at = self.problem.start
        while (found := BARE.match(self.text, at)) and not is_stopped(self.text, at, scene):
            end = found.end()
            space = SPACE.match(self.text, end)
            at = space.end() if space else len(self.text)
        return end

    def find_level_before(self, end: int) -> int | None:
        """Return where the word before the last one ends, if the last is a level."""
        before, _, word = self.text[self.problem.start : end].rpartition(" ")
        if not before or self.state is None or Ladder.of(self.state.rules).level(word) is None:
            return None
        return self.problem.start + len(before)

    def insert(self, word: str) -> str:
        """Return the line with a word more, before the problem."""
        before, after = self.text[: self.problem.start], self.text[self.problem.start :]
        return f"{before.rstrip() if word in ',:' else before}{word} {after}"

    def nearest_word(self) -> str | None:
        """Return the known word or name nearest to the typed one.

        A word of the grammar has to be nearer than a name.
        """
        likeness = 0.6 if self.problem.wanted or self.problem.refused else 0.75
        return nearest(self.problem.typed, self.problem.choices, likeness) if self.problem.typed else None

    def find_namesake(self) -> str | None:
        """Return what else is called what was typed, where that was not to be there.

        What a goal needs is typed only where it is to be met, and met already there.
        """
        known = names.everything(Scene(self.state))
        kinds = next((kinds for name, kinds in known.items() if fold_case(name) == fold_case(self.typed)), None)
        if kinds in (None, "need"):
            return None
        return f"{self.typed} is {article(kinds)}; the order is: {self.usage()}"

    def advise_order(self) -> str | None:
        """Return the order of the line where a number stands in the place of a name."""
        usage = self.usage()
        return f"the order is: {usage}" if self.typed.isdigit() and self.problem.choices and " " in usage else None

    def advise_new_name(self) -> str | None:
        """Return how to add a name, or the order if nobody can be called so."""
        if not self.problem.advice or self.problem.wanted != "a character" or may_be_name(self.typed, self.state):
            return self.problem.advice
        return f"the order is: {self.usage()}"

    def list_belongings(self) -> str | None:
        """Return what a character carries, where an item was asked for that is not there."""
        who = self.parse.values.get("who")
        if self.problem.wanted != "an item" or not isinstance(who, str):
            return None
        if not self.problem.choices:
            return f"{who} carries nothing"
        return f"{who} carries {', '.join(self.problem.choices)}" if len(self.problem.choices) <= 8 else None


def begins_so(phrase: Phrase, text: str) -> bool:
    """Tell whether the text begins with all the words that the usage line does."""
    words = re.match(r"[a-z ]*", phrase.line)
    head = words[0].split() if words else []
    return text.casefold().split()[: len(head)] == head
