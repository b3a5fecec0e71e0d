"""The toolbar under the prompt: what can follow, the reading, and the result."""

from __future__ import annotations

from functools import lru_cache

from prompt_toolkit.formatted_text import StyleAndTextTuples

from shell.output import clean_line, width, wrap_lines
from shell.preview import Preview
from shell.preview.usage import UsagePart

#: The most lines of a result.
MOST_TOOLBAR_LINES = 2


#: For a refused line that typing would replace.
SELECTED = "Typing replaces this line. Space, an arrow or Backspace keeps it to be mended."


#: For a refused line with advice.
ADVISED = "Tab makes it: {}"


#: For an earlier line that was refused when last typed.
HAS_FAILED = "This line failed when it was last typed."


#: For the search of an earlier line.
SEARCHING = "Letters of an earlier line: Enter takes it, Ctrl-R the next, Esc leaves."


def toolbar(found: Preview, columns: int, remark: str = "") -> StyleAndTextTuples:
    """Return the lines of the toolbar within the terminal's width, below a `remark` about the whole line."""
    rows: list[StyleAndTextTuples] = plain_rows("class:bar.next", remark, columns) if remark else []
    if found.usage:
        rows.append(usage_row(found.usage, columns))
    if found.read_as:
        rows += plain_rows("class:bar.reading", f"read as: {found.read_as}", columns)
    elif found.reading:
        rows += plain_rows("class:bar.reading", f"= {found.reading}", columns, 1)
    if found.problem:
        rows += plain_rows("class:bar.refused", found.problem, columns)
    for line in found.result:
        rows += plain_rows("class:bar.result", line, columns)
    joined: StyleAndTextTuples = []
    for row in rows:
        joined += [("", "\n"), *row] if joined else row
    return joined


def plain_rows(style: str, text: str, columns: int, most: int = MOST_TOOLBAR_LINES) -> list[StyleAndTextTuples]:
    """Return text in one style, broken between words, with “…” for the part that does not fit."""
    lines = wrap_lines(clean_line(text), columns).split("\n")
    shown = [cut(line, columns) for line in lines[:most]]
    if len(lines) > most:
        shown[-1] = f"{cut(shown[-1], columns - 2)} …"
    return [[(style, line)] for line in shown]


@lru_cache(maxsize=16)
def usage_row(parts: tuple[UsagePart, ...], columns: int) -> StyleAndTextTuples:
    """Return a usage line that fits the width: all that is needed, usual options, those that can come next, others."""
    chosen = {place for place, part in enumerate(parts) if not part.optional}
    options = [place for place, part in enumerate(parts) if part.optional]
    for place in sorted(options, key=lambda place: (not parts[place].usual, not parts[place].next, place)):
        if len(" ".join(shown_texts(parts, chosen | {place}))) <= columns:
            chosen.add(place)
    row: StyleAndTextTuples = []
    used = 0
    for shown, text in zip(shown_places(parts, chosen), shown_texts(parts, chosen), strict=True):
        space = " " if row else ""
        if used + len(space + text) > columns:
            break
        used += len(space + text)
        bold = shown is not None and parts[shown].next
        row += [("class:bar.usage", space), ("class:bar.next" if bold else "class:bar.usage", text)]
    return row


def shown_places(parts: tuple[UsagePart, ...], chosen: set[int]) -> list[int | None]:
    """Return the places of the shown parts, with None for a gap between them."""
    found: list[int | None] = []
    for place in range(len(parts)):
        if place in chosen:
            found.append(place)
        elif found[-1:] != [None]:
            found.append(None)
    return found


def shown_texts(parts: tuple[UsagePart, ...], chosen: set[int]) -> list[str]:
    """Return the texts of the shown parts, with “…” for a gap."""
    return ["…" if place is None else parts[place].text for place in shown_places(parts, chosen)]


def cut(text: str, columns: int) -> str:
    """Return as much of a text as fits."""
    while width(text) > columns:
        text = text[:-1]
    return text
