"""Words, quotes and names in a line of text, and how a name is spelled so that it reads back."""

from __future__ import annotations

import re
from unicodedata import normalize

from engine.text import article, in_quotes
from shell.language.parse import Misreading, Scene

BARE = re.compile(r'[^\s,:="]+')

#: What opens a quoted text, with what closes it.
CLOSED_BY = {'"': '"', "“": "”", "„": "“”", "«": "»"}

SPACE = re.compile(r"\s+")


def quoted_text(text: str, at: int) -> re.Match[str] | None:
    """The quoted text that begins here: its inside, and what closes it, or nothing."""
    closers = CLOSED_BY.get(text[at : at + 1])
    return re.compile(rf".((?:[^{closers}\\]|\\.)*)([{closers}]?)").match(text, at) if closers else None


def word_end(text: str, at: int) -> int:
    """Where the word or quoted text at `at` ends, so that a caret underlines all of it."""
    found = quoted_text(text, at) or BARE.match(text, at)
    return found.end() if found else min(at + 1, len(text))


def bare_spans(text: str, at: int) -> list[tuple[str, int]]:
    """The first word here, the first two, and so on, each with where it ends."""
    spans: list[tuple[str, int]] = []
    end = at
    while (found := BARE.match(text, end)) and len(spans) < 8:
        end = found.end()
        spans.append((text[at:end], end))
        space = SPACE.match(text, end)
        end = space.end() if space else end
        if space is None:
            break
    return spans


def unquoted(text: str, at: int) -> tuple[str, int] | Misreading | None:
    """The inside of a quoted text and where it ends; a `Misreading` if it is never closed, None if there is none.

    A backslash stands before a quote or another backslash, and is itself before anything else.
    """
    found = quoted_text(text, at)
    if found is None:
        return None
    if not found[2]:
        return Misreading(at, len(text), "the quote is never closed", unfinished=True)
    return re.sub(rf'\\(["{found[2]}\\])', r"\1", found[1]), found.end()


def spelled_name(value: str) -> str:
    """A name as it can be typed: bare where it is one plain word, else in quotes."""
    return value if re.fullmatch(r"[^\W\d][\w'’-]*", value) else in_quotes(value)


def fold_case(name: str) -> str:
    """What two names have in common when they are the same to a reader: NFC, no case, single spaces."""
    return SPACE.sub(" ", normalize("NFC", name).casefold().strip())


def missing(text: str, name: str) -> Misreading:
    """The problem of a line that ends where something is needed."""
    return Misreading(len(text), len(text), f"this needs {article(name)}", unfinished=True)


def stopped(text: str, at: int, scene: Scene) -> bool:
    """Whether a word of the grammar, a sign or the end stands here, rather than open text."""
    found = BARE.match(text, at)
    if found is None:
        return not text.startswith('"', at)
    return found[0].casefold() in scene.stops or bool(re.match(r"[+\-−±]\d", found[0]))


def keyword_within(typed: str, scene: Scene) -> bool:
    """Whether a word of the grammar is among the typed ones: it is not the beginning of a name then."""
    return any(word.casefold() in scene.stops for word in typed.split())
