"""Which lines of notes are the game master's alone, by signs round them or by what they stand below."""

from __future__ import annotations

import re
from collections.abc import Callable

from engine.patterns import pattern
from engine.value import value
from replay.bring.secret_marks import (
    FENCES,
    INDENTED_BLOCK,
    Fence,
    find_secret,
    is_emphasized_heading,
    is_label,
    is_secret_heading,
)

ITEM = pattern(r"(\s*)(?:[-*+•]|\d{1,3}[.)])\s+(?=\S)")
QUOTED_LINE = pattern(r"^(?:\s{0,3}>(?!!)\s?)+")
TABLE_RULE = pattern(r"\s*\|?[\s:|-]*-[\s:|-]*\|[\s:|-]*")

#: A label with a colon, perhaps within its emphasis.
ENDING_IN_COLON = pattern(r".*[:：](?:[*_]|</\w+>)*")

#: What every sign round something secret begins with.
FENCE_SIGN = pattern(r"<|%%|\|\||>!|\[|:::|\{[{%]|```|~~~")

#: How many lines a sign may go on for, such as an element of HTML and its summary.
LONGEST_SIGN = 4


@value
class OpenFence:
    """A sign that begins something secret without its end: the line where it stands, from 1, and the sign."""

    line: int
    sign: str


def find_secret_lines(lines: list[str]) -> tuple[frozenset[int], list[OpenFence]]:
    """Return the places of the lines that are secret, counted from 0, and the signs that lack their end.

    They stand between signs, in a callout, below an item or a label that is secret, or in the table of a secret.
    """
    found: set[int] = set()
    unclosed = []
    for place, line in enumerate(lines):
        if line.strip() and place not in found:
            held, lacking = find_fenced(lines, place)
            found |= {*held, *find_below(lines, place)}
            unclosed += [OpenFence(place + 1, lacking)] if lacking else []
    return frozenset(found), unclosed


def find_fenced(lines: list[str], place: int) -> tuple[range, str]:
    """Return the places of the lines between signs, of which the first stands in this line, and a sign without end."""
    line, held, lacking = lines[place], range(place, place), ""
    if not FENCE_SIGN.search(line):
        return held, lacking
    window = "\n".join(lines[place : place + LONGEST_SIGN])
    for fence in FENCES:
        found = fence.begins.search(window)
        if found is None or found.start() > len(line):
            continue
        end = find_end(lines, place, fence, found)
        if end is None and fence.must_end:
            end, lacking = len(lines) - 1, found[0].split("\n")[0].strip()
        elif end is None:
            if is_label(line):
                continue
            end = skip_while(lines, place + 1, goes_on) - 1
        held = max(held, range(place, end + 1), key=len)
    return (held[1:] if line.startswith("#") else held), lacking


def find_end(lines: list[str], place: int, fence: Fence, found: re.Match[str]) -> int | None:
    """Return the place of the line where what began is at its end, or None."""
    name = re.escape(found["name"]) if "NAME" in fence.opens else ""
    signs = re.compile(f"({fence.opens})|{fence.ends}".replace("NAME", name), re.IGNORECASE)
    depth = 0
    for end in range(place, len(lines)):
        rest = lines[end][found.start() :] if end == place else lines[end]
        if end > place and fence.short and rest.startswith("#"):
            return None
        for each in signs.finditer(rest):
            depth = 1 - min(depth, 1) if fence.opens == fence.ends else depth + 1 if each[1] else max(depth - 1, 0)
            depth = min(depth, 1) if fence.opens == "<!--" else depth
        if not depth:
            return end
    return None


def find_below(lines: list[str], place: int) -> range:
    """Return the places of the lines that belong to a note by its mark: in its quote, below its item, in its list."""
    line, start = lines[place], place + 1
    bare = QUOTED_LINE.sub("", line, 1)
    item = ITEM.match(bare)
    text = bare[item.end() if item else 0 :].strip()
    if "|" in line and (end := skip_secret_rows(lines, place)) > place:
        return range(place, end)
    if INDENTED_BLOCK.match(line):
        return range(place, skip_deeper(lines, place))
    said = "" if (item or bare != line) and is_emphasized_heading(text) else find_secret(text)
    if said is None:
        return range(place, place)
    if bare != line:
        return range(place, skip_while(lines, skip_while(lines, start, QUOTED_LINE.match), goes_on))
    end = skip_deeper(lines, place)
    if end == start and item and not said:
        end = skip_while(lines, start, lambda each: not each.strip() or is_listed(each))
    elif end == start and (not said or said.endswith(":")):
        end = skip_while(lines, start, is_listed)
    if end == start and not item and not said:
        end = skip_while(lines, start, goes_on)
    return range(start, end)


def skip_while(lines: list[str], place: int, is_held: Callable[[str], object]) -> int:
    """Return the place of the first line from a place on that is not held."""
    while place < len(lines) and is_held(lines[place]):
        place += 1
    return place


def skip_deeper(lines: list[str], place: int) -> int:
    """Return the place behind the lines that are indented more than the one at a place, and behind no empty one."""
    depth = indent_of(lines[place])
    end = skip_while(lines, place + 1, lambda each: not each.strip() or indent_of(each) > depth)
    while not lines[end - 1].strip():
        end -= 1
    return end


def indent_of(line: str) -> int:
    """Return by how many signs a line is indented."""
    return len(line) - len(line.lstrip())


def is_listed(line: str) -> bool:
    """Return whether a line is an item, or goes on with one."""
    return ITEM.match(line) is not None or bool(line[:1].isspace() and line.strip())


def goes_on(line: str) -> bool:
    """Return whether a line may go on with the paragraph above it."""
    return bool(line.strip()) and not line.startswith(("#", ">", "|")) and ITEM.match(line) is None


def skip_secret_rows(lines: list[str], place: int) -> int:
    """Return the place behind a table with a column for secrets, or behind one row that begins with a label."""
    cells, below = lines[place].strip(" |").split("|"), place + 1
    if below < len(lines) and TABLE_RULE.fullmatch(lines[below]) and any(map(is_secret_heading, cells)):
        return skip_while(lines, below, lambda each: "|" in each)
    return place + (len(cells) > 1 and is_label(cells[0]))


def is_fenced(text: str) -> bool:
    """Return whether signs stand round something secret in a text of one line."""
    return bool(find_fenced([f" {text}"], 0)[0])


def hides_text_below(heading: str) -> bool:
    """Return whether a heading says that what stands below is secret, or holds something secret itself."""
    return is_secret_heading(heading) or is_fenced(heading)


def opens_section(line: str, below: str) -> bool:
    """Return whether all up to the next heading is secret by a line alone, such as “GM notes” or “**Secrets**”.

    A label with a colon above text is about that text alone.
    """
    bare = line.strip()
    if ITEM.match(line) or QUOTED_LINE.match(line) or bare.startswith("|"):
        return False
    if not is_label(bare) and not is_emphasized_heading(bare):
        return False
    return not below.strip() or ENDING_IN_COLON.fullmatch(bare) is None
