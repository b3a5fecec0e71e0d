"""Explain a line's problem: what does not fit, and lines that work.

Reading has to be quick and stops at the first problem. Here, once a line has failed, other readings of it are tried;
whatever is advised as a line was read before it is shown.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from itertools import islice
from typing import Any
from unicodedata import category

from engine.refusal import ALIKE, nearest
from engine.rules.ladder import Ladder
from engine.state import State
from engine.text import article
from engine.value import evolve, value
from shell.language import names
from shell.language.advisable import JOINING, find_refusal, is_accepted, is_carried_out, may_be_name, says_the_same
from shell.language.counted import UNITS, explain_counted, explain_event
from shell.language.grammar import (
    Bag,
    Literal,
    Many,
    Phrase,
    Seq,
    Takes,
    first_word,
    spell_keyword,
    stops_of,
    take_all,
    usages,
    walk_nodes,
)
from shell.language.kinds.text import CLOSED_BY, fold_case, spelled_name
from shell.language.lookup import index_of
from shell.language.manual import node_text, order, shorten_usage
from shell.language.misplaced import explain_misplaced
from shell.language.parse import Misreading, Parse, Scene, Span, join_or
from shell.language.reading import applies, literals_wanted, read
from shell.language.sentences import LIKE_EACH, explain_fudge_points, explain_sentence
from shell.language.several import explain_several
from shell.language.short import ALL, is_name
from shell.language.slips import explain_misfit, explain_slip
from shell.language.strays import explain_stray, list_ladder, list_names, list_traits, spell_out
from shell.language.tried_verbs import TRIED_VERBS, explain_tried_verb, find_verb
from shell.language.unquoted import explain_name_in_list, explain_quotes, explain_reason, find_words_end, quote_names
from shell.language.whole_lines import explain_inner, explain_quoted_line

#: From this likeness on a word is a misspelling of another, even if the line reads no further with that.
MUCH_ALIKE = 0.8

#: The most lines that are advised for one problem.
MOST_CURES = 3

#: The most parts of a line in which a missing word is put, and the longest line that is read in other ways.
MOST_PARTS = 10
LONGEST_MENDED = 1000

#: So often the line that an advice leads to is mended again.
MOST_STEPS = 3

#: Of so many rolls the latest that fits is advised where one is missing, with the first of these endings that does.
LATEST_ROLLS = 10
ENDINGS = ("", " beyond", " +1")

#: A usage line up to this length is shown whole.
SHORT_USAGE = 30

SIGNS = "+-−"
NUMERIC = f"0123456789#{SIGNS}"

#: Words that any text can follow: they are hardly ever what a line lacks.
OPEN_ENDED = frozenset({"note", "stakes", "succeeds", "fails", "weapon", "armour", "lethality"})

#: So many letters are surely the beginning of a name.
SHORTEST_BEGINNING = 4

#: How like a word of the grammar another word is that may be it, where no name can stand.
MORE_ALIKE = 0.78

#: How long the first word of a reason is at least, where “for” may be missing before it.
SHORTEST_REASON = 3


def explain_problem(parse: Parse, state: State | None, takes: Takes = take_all, steps: int = MOST_STEPS) -> Misreading:
    """Return the problem of a misread line, in plain words.

    `cures` are lines that read right, found in so many steps at most.
    """
    whole = explain_inner(parse, state, explain_problem) or explain_quoted_line(parse, state, takes)
    if whole is not None:
        return whole
    explained = mend_further(explain_place(parse, state, takes, steps), parse, state, takes, steps)
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


def mend_further(found: Misreading, parse: Parse, state: State | None, takes: Takes, steps: int) -> Misreading:
    """Return a problem with the line that its nearest word, and more, leads to.

    Return it without that word if the line reads no further with it, unless it is much like the typed one.
    """
    once = None if found.cures or found.several else found.find_cure(parse.text)
    if once is None or steps == 0:
        return found
    again = read(once, state, takes)
    if again.problem is None:
        return found
    mended = mend(once, state, takes, steps - 1)
    if mended is not None:
        return evolve(found, typed="", cures=(mended,))
    behind = len(once) - len(parse.text[found.end :].lstrip())
    unlike = nearest(found.typed, found.choices, MUCH_ALIKE) is None
    if parse.phrase is None and again.problem.start <= behind < len(once) and unlike:
        return evolve(found, choices=())
    return found


def mend(text: str, state: State | None, takes: Takes = take_all, steps: int = MOST_STEPS) -> str | None:
    """Return the only line that a line may mean, mended in a few steps, or None."""
    parse = read(text, state, takes)
    if parse.problem is None:
        return text if is_carried_out(parse, state) else None
    if steps == 0:
        return None
    found = explain_problem(parse, state, takes, steps - 1)
    if len(found.cures) == 1:
        return mend(found.cures[0], state, takes, steps - 1)
    once = None if found.cures or found.several else found.find_cure(text)
    return mend(once, state, takes, steps - 1) if once else None


def explain_place(parse: Parse, state: State | None, takes: Takes, steps: int) -> Misreading:
    """Return the problem of a line that was misread, by what stands at its place."""
    assert parse.problem is not None
    problem = parse.problem
    if problem.typed.casefold() in TRIED_VERBS and (parse.phrase is None or problem.said.startswith("no command")):
        problem = explain_tried_verb(parse, problem, state, takes)
        parse = evolve(parse, phrase=None)
    if problem.cures or problem.several or problem.sure or len(parse.text) > LONGEST_MENDED:
        return problem
    told_as = problem, parse.text, state, lambda line: mend(line, state, takes, 1)
    if (points := explain_fudge_points(*told_as)) is not None:
        return points
    sentence = partial(explain_sentence, *told_as) if steps == MOST_STEPS else lambda: None
    is_short = parse.phrase is not None and (parse.phrase.head.isupper() or parse.phrase.head == ALL)
    verb = find_verb(problem.typed) if is_short else None
    told = sentence() if verb or parse.phrase is None else None
    if parse.phrase is None or (told and told.cures):
        return told or problem
    line = BadLine(parse, parse.phrase, problem, state, takes)
    if line.typed:
        line = evolve(line, problem=line.drop_refused_name())
    found = line.explain_as_read()
    if found is not None:
        return found
    if verb not in TRIED_VERBS:
        told = sentence() if not line.nearest_word() else None
    found = told if told and (told.cures or verb) else line.explain_anyway()
    return evolve(found, advice=told.advice) if told and not found.hint else found


@value
class BadLine:
    """A line that was misread as `phrase`, and what it takes to read it in other ways."""

    parse: Parse
    phrase: Phrase
    problem: Misreading
    state: State | None
    takes: Takes

    def explain_as_read(self) -> Misreading | None:
        """Explain the line as it was read, or return None if nobody can."""
        if not self.typed:
            return explain_quotes(self) or self.explain_end()
        for explain in (
            self.explain_counted,
            self.explain_misplaced,
            self.explain_slip,
            self.explain_stray,
            self.explain_several,
            self.explain_event,
            self.explain_misfit,
            self.explain_lone_state,
            self.explain_unquoted,
            self.explain_missing_word,
            self.explain_order,
        ):
            explained = explain()
            if explained is not None:
                return explained
        return None

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
        """Return whether a line would be understood, and not be refused."""
        return is_accepted(line, self.state, self.takes)

    def reads(self, line: str) -> bool:
        """Return whether a line would be taken, and says what was typed."""
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

    def advise(self, *cures: str, **more: Any) -> Misreading:
        """Return the problem with lines that would do."""
        return evolve(self.problem, typed="", cures=tuple(map(str.strip, cures)), **more)

    # --- what may be wrong -------------------------------------------------------------------------------------

    def explain_counted(self) -> Misreading | None:
        """Explain a number without its #, or a unit behind a count."""
        return explain_counted(self)

    def explain_event(self) -> Misreading | None:
        """Explain an event that is called by what it is."""
        return explain_event(self)

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
        return self.advise(*cures, said=f"“{self.typed}” is a state; its status comes first") if cures else None

    def explain_unquoted(self) -> Misreading | None:
        """Explain a new name or a reason of several words that lacks quotes."""
        return explain_quotes(self) or explain_name_in_list(self) or explain_reason(self)

    def explain_missing_word(self) -> Misreading | None:
        """Explain a word of the grammar that has to stand before what was typed."""
        wanted = literals_wanted(self.parse.wants, self.problem.start)
        words = [word for word in wanted if word in re.split(", | or ", self.problem.wanted or "")]
        if (self.nearest_word() and not self.find_namesake()) or len(self.before) < 2:
            return None
        cures = [line for line in map(self.insert_throughout, words) if self.reads(line)]
        if cures and self.problem.wanted in words:
            return self.advise(*cures, said=f"“{words[0]}” is missing before “{self.typed}”")
        return self.advise(*cures) if cures else None

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
        word = spell_keyword(self.typed)
        if not word.isalpha() or word in self.keywords():
            return None
        phrases = [phrase for phrase in usages(self.phrase.head) if self.takes(phrase.cls)]
        phrases = [phrase for phrase in phrases if applies(phrase, self.state) and begins_so(phrase, self.text)]
        alike = [phrase for phrase in phrases if word in stops_of(phrase)]
        if not alike:
            return None
        best = self.phrase if self.phrase in alike else alike[0]
        return self.advise(advice=f"the order is: {order(best, word, [word, *self.text.casefold().split()])}")

    def explain_end(self) -> Misreading:
        """Return the problem of a line that stops short, with all that it takes."""
        wanted = literals_wanted(self.parse.wants, self.problem.start)
        several = len(wanted) > 0 and self.problem.wanted not in wanted  # lines that part here
        shows = not several and " " in self.phrase.line
        whole = spell_out(self, wanted[0]) if not several and self.problem.wanted in wanted[:1] else None
        if self.keywords()[-1:] == ["last"] and self.problem.wanted == "a number":
            whole = f"{self.text.strip()} 1"
        if opposed := self.oppose():
            return self.advise(opposed)
        rolled = self.name_latest_roll() if self.problem.wanted == "an event number" else None
        advice = self.problem.advice or list_names(self) or rolled or (f"type {whole}" if whole else None)
        return evolve(self.problem, advice=advice or (self.usage() if shows else None))

    def oppose(self) -> str | None:
        """Return the line with “vs” before its last character, if that is a contest."""
        last = self.before[-1:]
        if not last or last[0].role != "character" or len(self.before) < 2:
            return None
        line = f"{self.text[: last[0].start]}vs {self.text[last[0].start :]}"
        return line if self.reads(line) else None

    def name_latest_roll(self) -> str | None:
        """Return the advice to type the line with the latest roll that it takes."""
        rolls = reversed(self.state.rolls) if self.state else iter(())
        latest = islice(rolls, LATEST_ROLLS)
        lines = (f"{self.text.strip()} #{number}{ending}" for number in latest for ending in ENDINGS)
        return next((f"type {line}" for line in lines if self.accepts(line)), None)

    def explain_anyway(self) -> Misreading:
        """Return the problem with what could stand in that place instead."""
        if self.nearest_word():
            return self.problem
        if self.problem.wanted is None and not self.problem.refused:
            return self.advise(*self.guess_lines(), said=self.describe_misfit())
        cures = tuple(self.guess_lines()) if self.typed[0] in NUMERIC and not self.problem.advice else ()
        if cures and self.typed[0] in SIGNS:
            return self.advise(*cures, said=f"“{self.typed}” does not fit here")
        advice = self.list_belongings() or list_traits(self) or (None if self.problem.advice else list_names(self))
        advice = advice or self.find_namesake() or list_ladder(self)
        advice = advice or self.advise_order() or self.advise_new_name()
        return evolve(self.problem, advice=advice, cures=cures)

    # --- what to say of it -------------------------------------------------------------------------------------

    def describe_misfit(self) -> str:
        """Return what is wrong with an unexpected text, and what can follow there."""
        said = f"“{self.typed}” does not fit here"
        options = [node_text(option, self.phrase.line) for option in self.options()]
        if self.phrase.line == self.phrase.head:
            return f"{said}: “{self.phrase.head}” stands alone"
        if spell_keyword(self.typed) in self.keywords():
            return f"“{self.typed}” is there already"
        if 0 < len(options) <= 2 and all(" " in option for option in options) and len(self.phrase.line) > SHORT_USAGE:
            return f"{said}; only {join_or([f'“{option}”' for option in options])} can follow"
        return f"{said}: {self.usage()}"

    def usage(self) -> str:
        """Return the usage line in short, with what its parts are made of."""
        typed = self.text.casefold().split()
        line = shorten_usage(self.phrase.line, typed)
        parts = [node.slot for node in self.phrase.body.nodes if isinstance(node, Many) and node.slot.phrase]
        made_of = [
            f"{node_text(part, line)} is {shorten_usage(part.phrase.line, typed)}" for part in parts if part.phrase
        ]
        return "; ".join([line, *made_of])

    def keywords(self) -> list[str]:
        """Return the words of the grammar that stand before the problem."""
        return [spell_keyword(self.text[mark.start : mark.end]) for mark in self.before if mark.role == "keyword"]

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
        words = [word for word in words if word not in OPEN_ENDED and (word != "for" or self.may_follow_for())]
        words = [word for word in words if word != "rolled" or self.phrase.head == "roll"]
        later = {*self.text[self.problem.end :].casefold().split()} - {"for"}  # a reason may have that word
        words = [word for word in words if word not in later]
        words += [","] if "," in literals_wanted(self.parse.wants, self.problem.start) else []
        lines = dict.fromkeys([*quote_names(self), *map(self.insert, words)])
        yield from [line for line in lines if self.reads(line)][:MOST_CURES]

    def may_follow_for(self) -> bool:
        """Return whether a typed text may be a reason, or whom the line is for.

        A reason is no number, no letter or two, no name, and nothing that is counted.
        """
        if is_name(self.typed, self.state):
            return self.phrase.head == "roll"
        words = {word.removesuffix("s") for word in fold_case(self.text[self.problem.start :]).split()}
        long_enough = len(self.typed) >= SHORTEST_REASON and not self.typed.isdigit()
        return long_enough and len(self.before) > 1 and not words & (UNITS | LIKE_EACH) and not find_verb(self.typed)

    def insert(self, word: str) -> str:
        """Return the line with a word more, before the problem."""
        before, after = self.text[: self.problem.start], self.text[self.problem.start :]
        return f"{before.rstrip() if word in ',:' else before}{word} {after}"

    def nearest_word(self) -> str | None:
        """Return the known word or name nearest to the typed one.

        A word of the grammar has to be nearer than a name.
        """
        typed, state = self.problem.typed, self.state
        if not typed or (state and not self.problem.refused and Ladder.of(state.rules).level(typed) is not None):
            return None
        likeness = ALIKE if self.problem.wanted or self.problem.refused else MORE_ALIKE
        return nearest(typed, self.problem.choices, likeness)

    def find_namesake(self) -> str | None:
        """Return what else is called what was typed, where that was not to be there.

        What a goal needs is typed only where it is to be met, and met already there.
        """
        known = names.everything(Scene(self.state))
        index, key = index_of(tuple(known)), fold_case(self.typed)
        begun = index.find_begun(key) if len(key) >= SHORTEST_BEGINNING else []
        name = index.names.get(key) or (begun[0] if len(begun) == 1 else None)
        if name is None or known[name] == "need":
            return None
        said = self.typed if key in index.names else f"“{self.typed}”, short for {name},"
        return f"{said} is {article(known[name])}; the order is: {self.usage()}"

    def advise_order(self) -> str | None:
        """Return the order of the line where a number stands in the place of a name."""
        usage = self.usage()
        return f"the order is: {usage}" if self.typed.isdigit() and self.problem.choices and " " in usage else None

    def advise_new_name(self) -> str | None:
        """Return how to add a name, or the order if nobody can be called so."""
        if self.problem.advice and self.problem.wanted in ("a key", "a property"):  # “gain Ana Night Vision”
            whole = self.text[self.problem.start : find_words_end(self)]
            return self.problem.advice.replace(f" {spelled_name(self.typed)}”", f" {spelled_name(whole)}”")
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
    """Return whether the text begins with all the words that the usage line does."""
    words = re.match(r"[a-z ]*", phrase.line)
    head = words[0].split() if words else []
    return text.casefold().split()[: len(head)] == head
