"""Find words, quotes and names in a line, and spell a name so that it reads back."""

from __future__ import annotations

import re
from functools import lru_cache
from unicodedata import combining, normalize

from engine.patterns import pattern
from engine.text import article, in_quotes
from shell.language.parse import Misreading, Scene, say_missing

BARE = pattern(r'[^\s,:="]+')
NEXT_BARE = pattern(r'\s+[^\s,:="]+')

#: The signs that open a quoted text, with those that close it.
CLOSED_BY = {'"': '"', "“": "”", "„": "“”", "«": "»"}

#: A quoted text by the sign that opens it: group 1 is its inside, group 2 the closing sign or "".
QUOTED_TEXT = {opener: pattern(rf".((?:[^{closers}\\]|\\.)*)([{closers}]?)") for opener, closers in CLOSED_BY.items()}

SPACE = pattern(r"\s+")

#: How many words without quotes are read as one name.
MOST_BARE_WORDS = 8

#: The beginning of a comment, after a space or nothing. `#57` is a number, and `#` may become one.
COMMENT = pattern(r"#(?=\D)")


def match_quoted(text: str, at: int) -> re.Match[str] | None:
    """Match a quoted text by `QUOTED_TEXT`."""
    quoted = QUOTED_TEXT.get(text[at : at + 1])
    return quoted.match(text, at) if quoted else None


def word_end(text: str, at: int) -> int:
    """Return where the word or quoted text at `at` ends, for a full underline."""
    found = match_quoted(text, at) or BARE.match(text, at)
    return found.end() if found else min(at + 1, len(text))


def bare_spans(text: str, at: int, most: int = MOST_BARE_WORDS) -> list[tuple[str, int]]:
    """Return the first word at a place, the first two, and so on up to `most`, with their ends."""
    spans: list[tuple[str, int]] = []
    found = BARE.match(text, at)
    for _ in range(min(most, MOST_BARE_WORDS)):
        if found is None:
            break
        end = found.end()
        spans.append((text[at:end], end))
        found = NEXT_BARE.match(text, end)
    return spans


def read_quoted(text: str, at: int) -> tuple[str, int] | Misreading | None:
    """Return the inside of a quoted text and its end, None for other text, or a `Misreading` if it is not closed.

    A backslash escapes a quote or another backslash, and is itself before anything else.
    """
    found = match_quoted(text, at)
    if found is None:
        return None
    if not found[2]:
        return Misreading(at, len(text), "the closing quote is missing", unfinished=True)
    return re.sub(rf'\\(["{found[2]}\\])', r"\1", found[1]), found.end()


@lru_cache(maxsize=10_000)
def spelled_name(value: str) -> str:
    """Return a name as it can be typed: bare if it is one plain word, else in quotes."""
    return value if re.fullmatch(r"[^\W\d][\w'’-]*", value) else in_quotes(value)


@lru_cache(maxsize=10_000)
def fold_case(name: str) -> str:
    """Return a key that is equal for names that differ only in case, spaces or Unicode form."""
    return SPACE.sub(" ", normalize("NFC", name).casefold().strip())


#: Letters that people type for others, besides those that lose a mark above or below.
PLAIN_LETTERS = str.maketrans("ıøłđ", "iold")


@lru_cache(maxsize=10_000)
def without_accents(key: str) -> str:
    """Return a folded name without its accents.

    >>> without_accents("zoë müller"), without_accents("ışık")
    ('zoe muller', 'isik')
    """
    return "".join(each for each in normalize("NFD", key) if not combining(each)).translate(PLAIN_LETTERS)


def with_dots(key: str) -> str:
    """Return a folded text with a plain i for both that Turkish has."""
    return key.replace("i\u0307", "i").replace("ı", "i")


#: Words at the beginning of a name that do not shorten it, as in The Eel.
ARTICLES = frozenset({"the", "a", "an"})


def begins_name(key: str, name: str) -> bool:
    """Return whether a folded text begins a word of a name and goes on like it.

    An article is no such word.

    >>> [begins_name(key, "The Old Eel") for key in ("eel", "old e", "the o", "the")]
    [True, True, True, False]
    """
    whole, *others = tails(name)
    after_article = others and " " not in key and whole.partition(" ")[0] in ARTICLES
    return any(tail.startswith(key) for tail in (others if after_article else (whole, *others)))


@lru_cache(maxsize=10_000)
def tails(name: str) -> tuple[str, ...]:
    """Return a folded name from its first word on, from its second on, and so on."""
    words = fold_case(name).split(" ")
    return tuple(" ".join(words[place:]) for place in range(len(words)))


def missing_at_end(text: str, name: str) -> Misreading:
    """Return the problem of a line that ends where something is needed."""
    return Misreading(len(text), len(text), say_missing(article(name)), unfinished=True)


def is_stopped(text: str, at: int, scene: Scene) -> bool:
    """Return whether a word of the grammar, a sign or the end stands here, so that open text cannot begin."""
    found = BARE.match(text, at)
    if found is None:
        return not text.startswith('"', at)
    if is_comment(text, at):
        return True
    return found[0].casefold() in scene.stops or bool(re.match(r"[+\-−±]\d", found[0]))


def has_keyword(typed: str, scene: Scene) -> bool:
    """Return whether a word of the grammar is among the typed ones, so that they begin no name."""
    return any(word.casefold() in scene.stops for word in typed.split())


def is_comment(text: str, at: int) -> bool:
    """Return whether a comment begins here: a `#` with a space or nothing before it, and no number behind."""
    return text.startswith("#", at) and COMMENT.match(text, at) is not None and not text[at - 1 : at].strip()


def without_comment(line: str) -> str:
    """Return a line up to its comment, if that is outside quotes."""
    at = 0 if "#" in line else len(line)
    while at < len(line):
        if is_comment(line, at):
            return line[:at].rstrip()
        found = match_quoted(line, at)
        at = found.end() if found and found[2] else at + 1
    return line
