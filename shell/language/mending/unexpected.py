"""Explain text that does not fit when its meaning is unknown."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from unicodedata import category

from engine.patterns import pattern
from engine.value import evolve
from shell.language.kinds.plausible import JOINING, SMALL_WORDS
from shell.language.kinds.text import CLOSED_BY, fold_case, spelled_name
from shell.language.manual import node_text
from shell.language.mending.advisable import may_be_name
from shell.language.mending.bad_line import BadLine, say_order
from shell.language.mending.choices import find_namesake, list_belongings, list_ladder, list_names, list_traits
from shell.language.mending.counted import UNITS
from shell.language.mending.sentences import LIKE_EACH
from shell.language.mending.tried_verbs import find_verb
from shell.language.mending.unquoted import find_words_end, quote_names
from shell.language.nodes import Literal, spell_keyword
from shell.language.parse import Misreading, join_or, say_misplaced
from shell.language.plain.guesses import is_nearly_name
from shell.language.short import is_name

#: The most lines that are guessed.
MOST_GUESSES = 3

#: A usage line up to this length is shown whole.
SHORT_USAGE = 30

SIGNS = "+-−"
NUMERIC = f"0123456789#{SIGNS}"

#: Words that any text can follow, which a line hardly ever lacks.
OPEN_ENDED = frozenset({"note", "stakes", "succeeds", "fails", "weapon", "armour", "lethality"})

#: The possible beginnings of a hash.
HEX = pattern(r"[0-9a-f]{4,}", re.IGNORECASE)

#: The least length of a reason's first word if “for” may be missing before it.
SHORTEST_REASON = 3


def explain_unexpected(line: BadLine) -> Misreading:
    """Return the problem with the texts that could stand in that place instead."""
    problem = line.problem
    if line.nearest_word():
        return problem
    if problem.wanted is None and not problem.refused:
        return line.advise(*guess_lines(line), said=describe_misfit(line))
    cures = tuple(guess_lines(line)) if line.typed[0] in NUMERIC and not problem.advice else ()
    if cures and line.typed[0] in SIGNS:
        return line.advise(*cures, said=say_misplaced(line.typed))
    advice = list_belongings(line) or list_traits(line) or (None if problem.advice else list_names(line))
    advice = advice or find_namesake(line) or list_ladder(line)
    advice = advice or advise_order(line) or advise_new_name(line)
    return evolve(problem, advice=advice, cures=cures)


def describe_misfit(line: BadLine) -> str:
    """Return the fault of an unexpected text, and what can follow there."""
    said, phrase = say_misplaced(line.typed), line.phrase
    options = [node_text(option, phrase.line) for option in line.options()]
    if phrase.line == phrase.head:
        return f"{said}: “{phrase.head}” stands alone"
    if spell_keyword(line.typed) in line.keywords():
        return f"“{line.typed}” is there already"
    if 0 < len(options) <= 2 and all(" " in option for option in options) and len(phrase.line) > SHORT_USAGE:
        return f"{said}; only {join_or([f'“{option}”' for option in options])} can follow"
    return f"{said}: {line.usage()}"


def guess_lines(line: BadLine) -> Iterator[str]:
    """Yield lines that may be meant, with quotes or with a word more."""
    sign = line.typed[0]
    typed = line.typed.casefold()
    may_begin = sign.isalnum() or sign in CLOSED_BY or sign in NUMERIC or category(sign) == "So"  # 🐈
    if not may_begin or typed in line.phrase.stops:
        return
    options = () if line.phrase.head.isupper() or typed in JOINING else line.options()
    words = [option.nodes[0].word for option in options if isinstance(option.nodes[0], Literal)]
    words = [word for word in words if word not in OPEN_ENDED and (word != "for" or may_follow_for(line))]
    words = [word for word in words if word != "rolled" or line.phrase.head == "roll"]
    words = [word for word in words if word != "expect" or HEX.fullmatch(line.typed)]
    later = {*line.text[line.problem.end :].casefold().split()} - {"for"}  # a reason may have that word
    words = [word for word in words if word not in later]
    words += [","] if "," in line.wanted_words() and not line.before[-1].open else []
    lines = dict.fromkeys([*quote_names(line), *map(line.insert, words)])
    yield from islice(filter(line.reads, lines), MOST_GUESSES)


def may_follow_for(line: BadLine) -> bool:
    """Return whether typed text may be a reason, or the person that the line is for.

    A reason is no number, no letter or two, no name, no rest of one with a slip, and no counted thing.
    """
    if line.before and not line.before[-1].open and is_nearly_name(line.text, line.before[-1]):
        return False
    if is_name(line.typed, line.state):
        return line.phrase.head == "roll"
    words = {word.removesuffix("s") for word in fold_case(line.text[line.problem.start :]).split()}
    long_enough = len(line.typed) >= SHORTEST_REASON and not line.typed.isdigit()
    return long_enough and len(line.before) > 1 and not words & (UNITS | LIKE_EACH) and not find_verb(line.typed)


def advise_order(line: BadLine) -> str | None:
    """Return the order of the line if a number stands in place of a name."""
    shows = line.typed.isdigit() and line.problem.choices and " " in line.phrase.line
    return say_order(line.usage()) if shows else None


def advise_new_name(line: BadLine) -> str | None:
    """Return how to add a name, or the order if nobody can be called so."""
    problem = line.problem
    if problem.advice and problem.wanted in ("a key", "a property"):  # “gain Ana Night Vision”
        whole = line.text[problem.start : find_words_end(line)]
        return problem.advice.replace(f" {spelled_name(line.typed)}”", f" {spelled_name(whole)}”")
    is_small = fold_case(line.typed) in SMALL_WORDS  # as in “why does Ann …”
    if not problem.advice or problem.wanted != "a character" or (may_be_name(line.typed, line.state) and not is_small):
        return problem.advice
    return say_order(line.usage())
