"""Read tables: lists with commas, semicolons or tabs between cells, and tables with pipes in Markdown."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Collection, Iterator, Sequence
from functools import partial

from engine.patterns import pattern
from engine.refusal import Refused
from engine.value import value
from replay.bring.entries import TextCell
from replay.files.spreadsheet import DANGEROUS

#: The signs between cells, with their names.
SEPARATORS = {",": "commas", ";": "semicolons", "\t": "tabs"}

#: A line that some spreadsheets put first, to say which sign separates.
SEPARATOR_LINE = pattern(r"sep=(.)")

#: The line below the header of a table with pipes, and a pipe between cells.
RULE_LINE = pattern(r"\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*")
PIPE = pattern(r"(?<!\\)\|")

#: What is wrong with a quotation mark, by the beginning of Python's words for it.
MISQUOTED = {
    "unexpected end": "a cell begins with a quotation mark that is never closed",
    "field larger": "a cell is too large; a quotation mark may be missing",
}


@value
class TextTable:
    """A table: its header, its other rows, and in words how it is written. Rows that are empty are left out."""

    header: tuple[TextCell, ...]
    rows: tuple[tuple[TextCell, ...], ...]
    form: str


def read_separated(text: str, known: Collection[str]) -> TextTable:
    """Return the table of a file, with the separator that gives its header most of the known names. Raise Refused."""
    lines = text.split("\n")
    first = next(place for place, line in enumerate(lines) if line.strip())
    if (told := SEPARATOR_LINE.fullmatch(lines[first].strip('"'))) is not None:
        lines[first] = ""
        separators: Sequence[str] = told[1]
    else:
        separators = sorted(SEPARATORS, key=partial(count_known, lines[first], known), reverse=True)
    rows = [row for row in split_rows("\n".join(lines), separators[0]) if any(cell.text for cell in row)]
    if not rows:
        raise Refused("there is no row in it", about="file")
    return TextTable(rows[0], tuple(rows[1:]), SEPARATORS.get(separators[0], f"“{separators[0]}”"))


def count_known(line: str, known: Collection[str], separator: str) -> tuple[int, int]:
    """Return how many known names a header holds if this sign separates its cells, and how many cells."""
    cells = [each.strip(' "').casefold() for each in line.split(separator)]
    return sum(each in known for each in cells), len(cells)


def split_rows(text: str, separator: str) -> Iterator[tuple[TextCell, ...]]:
    """Yield the rows of a file, each cell with the line where it begins. Raise Refused for a quotation mark astray."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    while True:
        line = reader.line_num + 1
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            said = next((words for begun, words in MISQUOTED.items() if str(error).startswith(begun)), None)
            why = said or "a quotation mark stands inside a cell; double it, or put the whole cell in quotation marks"
            raise Refused(f"line {line}: {why}", about="file") from None
        found = []
        for column, cell in enumerate(cells, start=1):
            found.append(TextCell(without_mark(cell.strip()), line, column))
            line += cell.count("\n")
        yield tuple(found)


def without_mark(text: str) -> str:
    """Return a cell without the mark by which `export` keeps it from being a formula.

    >>> without_mark("'=1+1"), without_mark("'tis late")
    ('=1+1', "'tis late")
    """
    return text[1:] if text[:1] == "'" and text[1:].lstrip(" ")[:1] in tuple(DANGEROUS) else text


def read_piped(text: str) -> tuple[list[TextTable], int]:
    """Return the tables with pipes in a text, and how many lines of other text there are."""
    lines = text.split("\n")
    tables: list[TextTable] = []
    at = others = 0
    while at < len(lines):
        if "|" in lines[at] and at + 1 < len(lines) and "-" in lines[at + 1] and RULE_LINE.fullmatch(lines[at + 1]):
            end = at + 2
            while end < len(lines) and "|" in lines[end]:
                end += 1
            rows = (split_pipes(lines[place], place + 1) for place in range(at + 2, end))
            filled = tuple(row for row in rows if any(cell.text for cell in row))
            tables.append(TextTable(split_pipes(lines[at], at + 1), filled, "pipes"))
            at = end
        else:
            others += bool(lines[at].strip())
            at += 1
    return tables, others


def split_pipes(line: str, number: int) -> tuple[TextCell, ...]:
    """Return the cells of a line with pipes. A pipe behind a backslash belongs to its cell."""
    bare = line.strip()
    bare = bare.removeprefix("|")
    bare = bare[:-1] if re.search(r"(?<!\\)\|$", bare) else bare
    cells = PIPE.split(bare)
    return tuple(
        TextCell(cell.strip().replace("\\|", "|"), number, column) for column, cell in enumerate(cells, start=1)
    )
