"""Write output: plain data for programs, clean text for terminals."""

from __future__ import annotations

import json
import re
import sys
import unicodedata
from collections.abc import Iterator
from contextvars import ContextVar
from typing import TextIO

from engine.patterns import pattern

SELECTORS = frozenset("\ufe0e\ufe0f")
JOINER = "\u200d"
#: A word with preceding signs that a line must not end with: “needed D 4”, “= −2”. An empty box, “[ ]”, is no gap.
WORD = pattern(r"( *)((?:(?:=|→|−|needed|D|L|A|R) )*(?:\[ \]|[^ ])+)")
PICTURES = ("So", "Sk")

#: The program's signs that take a column each. Most lines contain no others beyond ASCII.
NARROW = str.maketrans(dict.fromkeys("✓×−→·…“”’–█≥▸±"))

#: Whether output is in ASCII, except for typed text: with `--plain`, for screen readers.
PLAIN: ContextVar[bool] = ContextVar("PLAIN", default=False)

#: The program's signs as `--plain` writes them. A dot is one only between spaces, since names may contain it.
ASCII = str.maketrans(
    {"✓": "OK", "×": "x", "−": "-", "–": "-", "—": "-", "→": "->", "←": "<-", "↑": "Up", "↓": "Down", "…": "..."}
    | {"“": '"', "”": '"', "‘": "'", "’": "'", "±": "+-", "≥": ">=", "█": "#", "▸": ">", "■": "#", "□": "."}
)
DOT = pattern(r"(?<=\s)·(?=\s)")

#: The columns of layouts for a file or a pipe, whose lines stay whole.
PAPER = 120
HANGING = 4

#: How many columns a cell needs to its right for its continuation to stand under it.
ROOM = 30

#: The most items, between commas or dots, that are no list.
FEW_ITEMS = 4


def clean(text: str) -> str:
    """Escape all invisible characters except line breaks and spaces of any kind, for a safe terminal."""
    if text.replace("\n", "").isprintable():
        return text
    return "".join(_visible(text, place) for place in range(len(text)))


def _visible(text: str, place: int) -> str:
    character = text[place]
    if character == "\n" or character.isprintable() or _joins_emoji(text, place):
        return character
    return " " if unicodedata.category(character) == "Zs" else character.encode("unicode_escape").decode()


def _joins_emoji(text: str, place: int) -> bool:
    """Return whether an invisible character holds an emoji together and hides nothing else."""
    if text[place] in SELECTORS:
        return _picture(text[place - 1 : place])
    before = text[:place].rstrip("\ufe0f")[-1:]
    return text[place] == JOINER and _picture(before) and _picture(text[place + 1 : place + 2])


def _picture(character: str) -> bool:
    return bool(character) and unicodedata.category(character) in PICTURES


def clean_line(text: str) -> str:
    """Escape text for a single line, its line breaks too."""
    return clean(text.replace("\n", "\\n"))


def json_line(data: object, *, ascii_only: bool = False) -> str:
    """Return data as a line of JSON, with everything escaped that can act on a terminal."""
    text = json.dumps(data, ensure_ascii=ascii_only)
    return text if text.isprintable() else "".join(c if c.isprintable() else json.dumps(c)[1:-1] for c in text)


def width(text: str) -> int:
    """Return how many columns a text takes on a terminal."""
    shown = clean_line(text)
    if shown.translate(NARROW).isascii():
        return len(shown)
    from wcwidth import wcswidth  # names are seldom wide

    return max(0, wcswidth(shown))


def pad(text: str, columns: int) -> str:
    """Return a text filled up with spaces to a number of columns."""
    return text + " " * (columns - width(text))


def terminal_columns(stream: TextIO | None = None) -> int | None:
    """Return the number of columns of a stream's terminal, or None if it is no terminal."""
    stream = stream or sys.stdout
    if stream is None or not stream.isatty():
        return None
    from shutil import get_terminal_size  # it loads the modules for archives

    return get_terminal_size().columns


def page_columns() -> int:
    """Return the columns that a table may take: the terminal's or those of paper."""
    return terminal_columns() or PAPER


def in_ascii(text: str) -> str:
    """Return text with the program's signs in ASCII. Letters that users typed stay.

    >>> in_ascii("✓ #5 Ægir: 3 → 2 (−1) · “Gal·la”")
    'OK #5 Ægir: 3 -> 2 (-1) - "Gal·la"'
    """
    return text if text.isascii() else DOT.sub("-", text.translate(ASCII))


def for_reading(text: str, stream: TextIO | None = None) -> str:
    """Return text with lines broken to fit a stream's terminal, or as it is for a file or pipe."""
    text = in_ascii(text) if PLAIN.get() else text
    columns = terminal_columns(stream)
    return wrap_lines(text, columns) if columns else text


def wrap_lines(text: str, columns: int, *, hanging: bool = True) -> str:
    """Break lines longer than `columns` between words.

    If `hanging`, the following lines are indented under their line. A word that is wider than a whole line, such as a
    hash or a path, stays whole where it stands, to be copied.
    """
    return "\n".join(part for line in text.split("\n") for part in _wrap(line, columns, hanging))


def _wrap(line: str, columns: int, hanging: bool) -> list[str]:
    if width(line) <= columns:
        return [line]
    indent = " " * _hanging_indent(line, columns) if hanging else ""
    lines, current = [], ""
    for gap, word in kept_together(WORD.findall(line), columns * 2 // 5):
        longer = current + gap + word
        if not current.strip() or width(longer) <= columns or width(word) > columns:
            current = longer
        else:
            lines.append(current)
            current = (indent if width(indent + word) <= columns else "") + word
    return [*lines, current]


def kept_together(words: list[tuple[str, str]], most: int) -> Iterator[tuple[str, str]]:
    """Yield the words of a line with their gaps, and each short item of a list as one.

    “Healing Mediocre” is one item of a list of traits. A line of few items is no list.
    """
    items: list[list[tuple[str, str]]] = [[]]
    for gap, word in words:
        items[-1].append((gap, word))
        if word.endswith((",", "·")):
            items.append([])
    for item in items:
        whole = "".join(part for each in item for part in each).strip()
        if len(items) > FEW_ITEMS and len(item) > 1 and "  " not in whole and width(whole) <= most:
            yield item[0][0], whole
        else:
            yield from item


def _hanging_indent(line: str, columns: int) -> int:
    """Return the column for a line's continuation: that of its last cell if wide enough, or a little indent."""
    lead = len(line) - len(line.lstrip(" "))
    cells = [end for found in re.finditer(r"(?<=[^ ]) {2,}(?=[^ ])", line) if (end := width(line[: found.end()]))]
    return max(
        (end for end in cells if end <= max(columns * 2 // 5, columns - ROOM)),
        default=min(lead + HANGING, max(lead, columns // 3)),
    )
