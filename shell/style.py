"""How everything looks on a terminal.

Every colour and weight is named here, and nowhere else. Only the terminal's sixteen colours are used, which suit a
light background as well as a dark one, and nothing is expressed by colour alone.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextvars import ContextVar
from typing import TextIO

from engine.patterns import pattern
from shell.output import PLAIN, for_reading, terminal_columns, wrap_lines

#: Colours for parts of the line at the prompt, by meaning.
COLOURS = {
    "line.command": "bold",
    "line.keyword": "ansicyan",
    "line.name": "ansigreen",
    "line.number": "ansiblue",
    "line.text": "",
    "line.comment": "ansibrightblack",
    "line.error": "underline ansired",
}

#: The style of a refused line that typing would replace, with colours or without.
SELECTED_LINE = {"line.selected": "reverse"}

#: Colours of the toolbar and of the suggestion after the line.
AROUND = {
    "bottom-toolbar": "noreverse",
    "bar.next": "bold",
    "bar.usage": "",
    "bar.reading": "italic",
    "bar.result": "ansigreen",
    "bar.refused": "ansired",
    "auto-suggestion": "ansibrightblack",
}

#: Styles that are clearer on a background known to be dark, or light.
ON = {
    "dark": {
        "line.keyword": "ansibrightcyan",
        "line.name": "ansibrightgreen",
        "line.number": "ansibrightblue",
        "line.error": "underline ansibrightred",
        "bar.result": "ansibrightgreen",
        "bar.refused": "ansibrightred",
    },
    "light": {"line.keyword": "ansimagenta"},
}

#: The numbers of dark colours in COLORFGBG, in which some terminals state their background.
DARK_COLOURS = frozenset("01234568")

#: Colours of the screen that steps through a campaign.
REPLAY = {
    "title": "reverse bold",
    "here": "reverse",
    "later": "ansibrightblack",
    "struck": "ansibrightblack",
    "lit": "bold ansigreen",
    "line": "ansibrightblack",
    "keys": "ansibrightblack",
    "trouble": "bold",
}

#: The styles of an answer's lines, as codes of a terminal.
STRONG, FAINT, WRONG = "\x1b[1m", "\x1b[90m", "\x1b[31m"
PLAIN_AGAIN = "\x1b[0m"

#: Lines that look like others: a recorded event, a heading in Markdown, the name on a sheet, a session's heading in the
#: log, an undone event, and the mark under a fault.
LINE_STYLES = (
    (pattern(r"✓ #|#{1,2} [^ ]"), STRONG),
    (pattern(r"[^ ].* · (?:NPC|player character|played by )"), STRONG),
    (pattern(r"(?:#\d+| +)  .* · \d{4}-\d\d-\d\d \d\d:\d\d$"), STRONG),
    (pattern(r"#\d+ +(?:\+\d+:\d\d +)?× "), FAINT),
    (pattern(r" *\^+$"), WRONG),
)


#: Whether the settings allow colours.
COLOURED: ContextVar[bool] = ContextVar("COLOURED", default=True)


def prompt_colours(theme: str) -> dict[str, str]:
    """Return the colours of the prompt in a theme: “dark”, “light” or “auto”."""
    said = os.environ.get("COLORFGBG", "").rpartition(";")[2]
    own = "" if not said.isdecimal() else "dark" if said in DARK_COLOURS else "light"
    return {**SELECTED_LINE, **COLOURS, **AROUND, **ON.get(own if theme == "auto" else theme, {})}


def has_colours() -> bool:
    """Return whether the user wants colours, without which nothing is highlighted."""
    return COLOURED.get() and not os.environ.get("NO_COLOR")


def shows_style(stream: TextIO | None) -> bool:
    """Return whether output to a stream may be more than plain text."""
    if PLAIN.get() or not has_colours() or os.environ.get("TERM", "dumb") in ("dumb", ""):
        return False
    return terminal_columns(stream) is not None and (os.name == "posix" or "WT_SESSION" in os.environ)


def for_table(text: str, stream: TextIO | None = None) -> str:
    """Return text broken and styled for the terminal that a stream leads to.

    Lines fit its columns, and the result and the headings are strong. A file, a pipe, or a terminal that is to stay
    plain gets no style.
    """
    stream = stream or sys.stdout
    columns = terminal_columns(stream)
    if columns is None or not shows_style(stream):
        return for_reading(text, stream)
    return "\n".join(
        f"{look}{part}{PLAIN_AGAIN}" if look and part else part
        for line, look in looks(text)
        for part in wrap_lines(line, columns).split("\n")
    )


def looks(text: str) -> Iterator[tuple[str, str]]:
    """Yield the lines of a text, each with its style: strong if others are indented beneath it."""
    lines = text.split("\n")
    for line, below in zip(lines, [*lines[1:], ""], strict=True):
        look = next((look for pattern, look in LINE_STYLES if pattern.match(line)), "")
        heads = line[:1] not in ("", " ", "#") and below.startswith("  ")
        yield line, look or (STRONG if heads else "")
