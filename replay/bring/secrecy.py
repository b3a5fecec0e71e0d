"""What in notes is the game master's alone: by its heading, its mark, a comment or callout round it, or its place."""

from __future__ import annotations

import re
from itertools import takewhile

from engine.patterns import pattern

ITEM = pattern(r"(\s*)(?:[-*+•]|\d{1,3}[.)])\s+(?=\S)")
QUOTED_LINE = pattern(r"^\s*>\s?")

#: Words for what is the game master's alone, in several languages.
SECRET_WORDS = (
    "[gd]m(?:['’]s)?|(?:game|dungeon)[ -]?master(?:['’]s)?|secrets?|spoilers?|prep|preparation"
    "|geheim(?:e[rs]?|nis|nisse)?|spielleit(?:er|erin|ung)|vorbereitung|sl|mj|meneur"
    "|secretos?|segreto|segreti|segredos?|hemlig(?:t|heter)?|hemmelig(?:t|heder)?"
)

#: A heading that begins or ends with such a word.
SECRET_HEADING = pattern(rf"(?:{SECRET_WORDS})\b.*|.*\b(?:{SECRET_WORDS})", re.IGNORECASE)

#: Such a word as it stands before a colon, with what may go with it.
SECRET_LABEL = rf"(?:for (?:the )?)?(?:{SECRET_WORDS})(?: (?:eyes )?only| notes?| info)?"

#: What stands behind a label: a colon, or a dash by itself.
LABEL_END = r"(?:\s*[:：]|\s+[-–—](?=\s))"

#: The callout of a secret.
CALLOUT = pattern(rf"\[!(?:{SECRET_WORDS})\][+-]?\s*(.*)", re.IGNORECASE | re.DOTALL)

#: What marks a note as secret, with what it says.
SECRET_MARKS = (
    pattern(rf"(?:\[[ x]\]\s+)?[*_`=~]*{SECRET_LABEL}[*_`=~]*{LABEL_END}[*_`=~]*\s*(.*)", re.IGNORECASE | re.DOTALL),
    pattern(rf"[(\[]{SECRET_LABEL}\s*[:：]\s*(.*?)[)\]]?", re.IGNORECASE | re.DOTALL),
    pattern(rf"\[{SECRET_LABEL}\]\s*(.*)", re.IGNORECASE | re.DOTALL),
    CALLOUT,
    pattern(r"<!--\s*((?:(?!-->).)*?)\s*(?:-->)?", re.DOTALL),
    pattern(r"%%\s*((?:(?!%%).)*?)\s*(?:%%)?", re.DOTALL),
    pattern(r"(.*(?<!\\)(?:<!--|%%.*(?<!\\)%%).*)", re.DOTALL),
)

#: What begins a comment that may go on behind its line, and the sign that ends it.
COMMENTS = ((pattern(r".*(?<!\\)<!--"), "-->"), (pattern(r"\s*%%"), "%%"))
COMMENT_END = pattern(r"\s*(?:-->|%%)$")


def find_secret(text: str) -> str | None:
    """Return what a note says that is marked as the game master's alone, or None for another note.

    >>> find_secret("GM: he lies"), find_secret("%% he lies %%"), find_secret("He lies")
    ('he lies', 'he lies', None)
    >>> find_secret("They met Jo. %% he lies %%")
    'They met Jo. %% he lies %%'
    """
    found = (mark.fullmatch(text) for mark in SECRET_MARKS)
    return next((each[1] for each in found if each), None)


def find_secret_lines(lines: list[str]) -> frozenset[int]:
    """Return the places of the lines that go on with something secret, counted from 0.

    They are the rest of a comment or a callout, what is indented below an item, and the list below a mark alone.
    """
    last = {sign: place for place, line in enumerate(lines) for _, sign in COMMENTS if sign in line}
    found: set[int] = set()
    for place, line in enumerate(lines):
        if place not in found:
            closing = find_unclosed(line)
            is_closed = last.get(closing, place) > place
            found |= set(find_comment(lines, place, closing) if is_closed else find_below(lines, place))
    return frozenset(found)


def find_unclosed(line: str) -> str:
    """Return the sign that ends a comment which a line leaves open, or ""."""
    bare = QUOTED_LINE.sub("", line, 1)
    begun = ((mark.match(bare), sign) for mark, sign in COMMENTS)
    return next((sign for mark, sign in begun if mark and sign not in bare[mark.end() :]), "")


def find_comment(lines: list[str], place: int, closing: str) -> range:
    """Return the places behind a line up to the one that ends its comment."""
    return range(place + 1, next(end for end in range(place + 1, len(lines)) if closing in lines[end]) + 1)


def find_below(lines: list[str], place: int) -> range:
    """Return the places of the lines that belong to a note by its mark: in its quote, below its item, in its list."""
    line = lines[place]
    bare = QUOTED_LINE.sub("", line, 1)
    item = ITEM.match(bare)
    said = find_secret(bare[item.end() if item else 0 :].strip())
    below = lines[place + 1 :] if said is not None else []
    if bare != line:
        held = list(takewhile(QUOTED_LINE.match, below)) if CALLOUT.match(bare.strip()) else []
    elif item:
        held = list(takewhile(lambda each: not each.strip() or is_deeper(each, item[1]), below))
    elif said is not None and (not said or said.endswith(":")):
        held = find_list(below, after_gap=not said)
    else:
        held = []
    return range(place + 1, place + 1 + len(held))


def find_list(lines: list[str], *, after_gap: bool) -> list[str]:
    """Return the lines of the list with which some lines begin, perhaps after empty ones, or none."""
    gap = list(takewhile(lambda each: not each.strip(), lines)) if after_gap else []
    held = takewhile(lambda each: ITEM.match(each) or (each[:1].isspace() and each.strip()), lines[len(gap) :])
    return [*gap, *held]


def is_deeper(line: str, indent: str) -> bool:
    """Return whether a line is indented more than an item."""
    return len(line) - len(line.lstrip()) > len(indent)
