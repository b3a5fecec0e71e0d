"""Distinguish what people write as a new name or text from other words."""

from __future__ import annotations

import re

from engine.patterns import pattern
from engine.rules.ladder import Ladder
from engine.state import State
from shell.language.kinds.text import ARTICLES, fold_case
from shell.language.parse import QUOTES


def split_words(text: str) -> frozenset[str]:
    """Return the words of a text."""
    return frozenset(text.split())


#: Numbers that people spell out.
SPELLED_NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
NUMBER_WORDS = {word: number for number, word in enumerate(SPELLED_NUMBERS, 1)}

#: Words that people type for “vs”.
LIKE_VS = split_words("against agianst dc difficulty tn versus vss vs. sv @")

#: Words that join two parts of a line. No name or reason begins or ends with them.
JOINING = split_words("again and at by for from her his in is its of on or played please their to with")

#: Words that join a name to another one. New names do not contain them, except in a letter to the duke.
LINKS = pattern(r"\s(?:and|for|or|to(?! (?:a|an|the|my|his|her)\s))\s", re.IGNORECASE)

#: Words that say how much of a level somebody has. They end no name.
OF_DEGREE = split_words("almost barely extremely fairly hardly nearly not pretty quite rather really so too very")

#: The roles of texts that resemble speech.
SPOKEN = frozenset({"reason", "text"})

#: A number in text, except as in a +1 sword or Bandit 3.
NUMBERED = pattern(r"^\d|\s\d\S*\s|\s\d\S*\D$|\s[+\-−–]\s*\d")

#: A measure before the thing that it belongs to, as in a 10 ft pole.
MEASURED = pattern(
    r"(?P<number>\d+(?:[.,]\d+)?)\s*(?P<unit>ft|foot|feet|inch|inches|yd|yards?|miles?|mm|cm|m|km|g|kg|lbs?|oz|l|ml|pints?|"
    r"gallons?|hours?|days?|weeks?)\b\.?(?=\s+[^\W\d])",
    re.IGNORECASE,
)

#: Words between two sides. No name or reason contains them.
NEVER_IN_TEXT = LIKE_VS | split_words("rolled secret secretly v vs x2")

#: Small words of a sentence, of which hardly a name or a command is made.
SMALL_WORDS = split_words(
    "a about above across after all an and are as at be been before behind below beside between but by can could did"
    " do does down each for from had has have he her here his i if in into is it its may might must my near no nobody"
    " nor not nothing of off on onto or our out over she should so that the their then there these they this those"
    " through to toward towards under until up upon was we were what when where which while who whose why will with"
    " would yet you your"
)

#: Words that go on with a sentence, and begin neither a scene nor a limit: “scene of the crime”.
GOING_ON = split_words("and are can did does had has have is isn't must of or shall should was wasn't were will would")

#: How somebody goes out of play.
OUT_WORDS = frozenset({"dead", "fled", "incapacitated", "surrendered"})

#: Words that also begin no limit, though a scene: “line along the wall”.
LEADING_ON = GOING_ON | split_words(
    "across after against along around at before behind beside between by down for from in into near on onto over past"
    " through to toward towards under up upon with"
)

#: The end of a word that may say what something does or did, and an article behind one.
LIKE_TELLING = pattern(r"\w+(?:s|ed)\s.*\b(?:a|an|the|his|her|its|their|our)\s.*", re.IGNORECASE | re.DOTALL)

#: The end of a sentence.
FULL_STOPS = (".", "…")

#: Words before somebody else's name in a new name: “rope to Bero” is no thing.
TOWARDS = split_words("and at by for from or to with")


def says_something(text: str) -> bool:
    """Return whether a text is more than signs, small words and words of the grammar."""
    words = fold_case(text).split()
    return any(map(str.isalpha, text)) and not NEVER_IN_TEXT & set(words) and not set(words) <= JOINING | ARTICLES


def is_new_text(text: str, role: str, state: State | None, renamed: str = "") -> bool:
    """Return whether people write a new name or text like this one.

    Text to the end of the line may contain other names, and so may a new name if somebody is `renamed`.
    """
    words = fold_case(text).split()
    measured = MEASURED.match(text) if role == "item" else None
    if (
        not words
        or words[0] in JOINING
        or words[-1] in JOINING | ARTICLES
        or (role not in SPOKEN and words[-1] in OF_DEGREE)
        or NUMBERED.search(text[measured.end() :] if measured else text)
        or set(text) & set(f"{QUOTES}‚‘‹›")
    ):
        return False
    if not says_something(text) or (role not in SPOKEN and LINKS.search(text)):
        return False
    if state is None:
        return True
    levels = Ladder.of(state.rules)
    is_epithet = words[-2:-1] == ["the"]  # as in “Bob the Great”
    ends_in_level = role not in SPOKEN and levels.level(words[-1]) is not None
    if levels.level(text) is not None or (ends_in_level and not is_epithet):
        return False
    known = [fold_case(name).split() for name in state.sheets if name != renamed]
    return not any(is_somebody(words, place, role == "text", known) for place in range(len(words)))


def is_somebody(words: list[str], place: int, spoken: bool, known: list[list[str]]) -> bool:
    """Return whether text names a character at a place.

    It does not after “of”, and a new name may begin as in “Bob the Great”.
    """
    before = words[place - 1] if place else ""
    if before == "of" or (spoken and place and before not in TOWARDS):
        return False
    named = [name for name in known if name == words[place : place + len(name)]]
    return any(words[place + len(name) :][:1] not in (["the"], ["of"]) for name in named)


def seems_to_go_on(text: str, words: frozenset[str], *, told: bool) -> bool:
    """Return whether a text behind a verb seems to go on with a sentence that the verb begins.

    It does if it begins with one of some `words`. If a text is hardly ever `told`, it also does if it is like “forms at
    the gate” or has a full stop.
    """
    first, *others = fold_case(text).split() or [""]
    if not others:
        return False
    return first in words or (told and (LIKE_TELLING.match(text) is not None or text.endswith(FULL_STOPS)))
