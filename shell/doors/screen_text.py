"""Fit text to the columns of a full screen, and mark what is new in it."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from difflib import SequenceMatcher

from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.utils import get_cwidth

NARROWEST = 20  # columns from which on lines break between words

#: A line with the name of its style.
ScreenLine = tuple[str, str]


def fit_width(text: str, width: int) -> str:
    """Cut or fill text to a number of columns of a terminal."""
    if get_cwidth(text) > width:
        while text and get_cwidth(text) > width - 1:
            text = text[:-1]
        text += "…"
    return text + " " * (width - get_cwidth(text))


def wrap_text(text: str, width: int, start: str = "") -> list[str]:
    """Break text between words if it is too wide for its place, with `start` before the first line.

    Further lines are indented, or begin under the text.
    """
    if get_cwidth(start + text) <= width or width < NARROWEST:
        return [start + text]
    indent = " " * (len(start) or len(text) - len(text.lstrip()) + 2)
    return textwrap.wrap(text, width, initial_indent=start, subsequent_indent=indent, break_on_hyphens=False)


def mark_new_lines(before: list[str], after: list[str]) -> list[tuple[str, bool]]:
    """Return the lines of a sheet, each with whether it is new."""
    marked: list[tuple[str, bool]] = []
    for what, _, _, start, end in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        marked += [(line, what != "equal" and bool(line)) for line in after[start:end]]
    return marked


def fragments(lines: Iterator[ScreenLine], width: int) -> StyleAndTextTuples:
    """Return lines as prompt_toolkit draws them, each as wide as its window."""
    found: StyleAndTextTuples = []
    for style, line in lines:
        found += [(f"class:{style}" if style else "", fit_width(line, width)), ("", "\n")]
    return found[:-1]
