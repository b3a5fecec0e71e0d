"""Try a line before it is advised: it must be accepted, and mean what was typed.

A line that reads right and does something else is worse than no advice: it is typed, and the log is wrong.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise

from engine.each import command_class
from engine.heads import find_head
from engine.patterns import pattern
from engine.refusal import Refused
from engine.state import State
from shell.language import names
from shell.language.grammar import Takes
from shell.language.kinds.plausible import JOINING, LIKE_VS, NUMBER_WORDS, is_new_text, says_something, split_words
from shell.language.kinds.text import fold_case
from shell.language.parse import QUOTES, Parse, Scene
from shell.language.reading import read

#: A word or a number of a line, without the signs around it.
WORD_OR_NUMBER = pattern(r"\d+|[^\W\d_](?:[\w’'-]*\w)?")

#: Words that say nothing by themselves: a line means the same without them.
MEANINGLESS = LIKE_VS | split_words(
    "a an the and & to of at on in by with from for is are be gets get has have his her its their"
    " xp point points event events command commands line lines step steps time times please again plus minus as into"
)

#: “vs” without a space behind it.
JOINED_VS = pattern(r"(?<!\S)vs?\.?(?=\d)", re.IGNORECASE)


def is_accepted(line: str, state: State | None, takes: Takes) -> bool:
    """Return whether a line would be understood, and not be refused."""
    return is_carried_out(read(line, state, takes), state)


def is_carried_out(parse: Parse, state: State | None) -> bool:
    """Return whether a line was understood, and would not be refused."""
    return parse.problem is None and (state is None or find_refusal(state, parse.command) is None)


def find_refusal(state: State, command: object) -> Refused | None:
    """Return why the state alone refuses a command, or None, also if the log has to be asked."""
    from engine.decide import decide  # needed only for a refusal
    from engine.registry import DECIDES

    try:
        if command_class(command) in DECIDES:
            decide(state, command, lambda sides: 1)
    except Refused as refused:
        return refused
    return None


def says_the_same(typed: str, parse: Parse, state: State | None) -> bool:
    """Return whether a line that reads right means the typed text, and no more."""
    return keeps_words(typed, parse.text) and can_be_meant(typed, parse, state)


def keeps_words(typed: str, line: str) -> bool:
    """Return whether a line has a typed one's words and numbers, or names in full."""
    before, after = count_words(typed), count_words(line)
    lost, added = before - after, after - before
    if any(word.isdigit() for word in (*lost, *added)):
        return False
    return all(word in MEANINGLESS or after[word] or any(other.startswith(word) for other in added) for word in lost)


def count_words(line: str) -> Counter[str]:
    """Return how often each word and number is in a line, without regard to case."""
    found = WORD_OR_NUMBER.findall(JOINED_VS.sub("vs ", line))
    words = (str(int(word)) if word.isdecimal() else fold_case(word) for word in found)
    return Counter(str(NUMBER_WORDS.get(word, word)) for word in words)


def can_be_meant(typed: str, parse: Parse, state: State | None) -> bool:
    """Return whether the new names and texts of a line are such as people write."""
    words = " ".join(typed.split())
    renamed = str(parse.values.get("name")) if parse.phrase and parse.phrase.head == "rename" else ""
    for before, mark in pairwise(parse.marks):
        text = parse.text[mark.start : mark.end].strip(QUOTES)
        if mark.open and not (says_something(text) and stands_in(text, typed)):
            return False
        if mark.role == "item" and mark.open and is_name_of_other(text, state):
            return False
        if mark.role == "character" and fold_case(text) in JOINING and fold_case(str(mark.value)) != fold_case(text):
            return False
        start = mark.start if before.role == "punctuation" else before.start
        as_typed = parse.text[start : mark.end] in words  # behind the same word
        if (mark.open or mark.role == "text") and not as_typed and not is_new_text(text, mark.role, state, renamed):
            return False
    return True


def stands_in(text: str, typed: str) -> bool:
    """Return whether the words of a new name stood side by side as it was typed."""
    name, line = (" ".join(WORD_OR_NUMBER.findall(fold_case(each))) for each in (text, typed))
    return f" {name} " in f" {line} "


def is_name_of_other(text: str, state: State | None) -> bool:
    """Return whether something that is no thing has a name, such as a trait."""
    kinds = names.everything(Scene(state))
    return any(fold_case(name) == fold_case(text) and kinds[name] != "item" for name in kinds)


def may_be_name(text: str, state: State | None) -> bool:
    """Return whether a text may be the new name of somebody."""
    return says_something(text) and is_new_text(text, "character", state) and find_head(text) is None
