"""Write sentences for people and Markdown: with full stops and event numbers, and with markup escaped."""

from __future__ import annotations

import re
from collections.abc import Sequence

#: The endings of a sentence.
ENDS = (".", "!", "?", "…")

#: The most stretches of numbers that are all named.
MOST_STRETCHES = 3

#: Markup of Markdown or Obsidian where it acts: signs with no spaces round them, one that is not within a word, tags of
#: HTML and of notes, pairs of signs, and block ids.
MARKUP = re.compile(
    r"\\(?=[!-/:-@\[-`{-~])|[`\[\]$]|(?<!\s)\*|\*(?!\s)|(?<!\w)_|_(?!\w)|<(?=[A-Za-z/!?])"
    r"|(?<=%)%|(?<==)=|(?<=~)~|#(?=\d*[^\W\d])|\^(?=[\w-]+\s*$)"
)

#: Markup at the beginning of a line, and the text before it: a heading, a quotation, a list, a rule or a table.
LEADING_MARKUP = re.compile(r"^(\s*)(#(?=#{0,5}(?:\s|$))|[>=|]|[+-](?=[\s+-]|$)|~(?=~))|^(\s*\d+)([.)])(?=\s|$)")


def stop_of(text: str) -> str:
    """Return a full stop for a sentence that has none.

    >>> stop_of("Ann falls"), stop_of("“Run!”"), stop_of("Ann (who ran!)")
    ('.', '', '.')
    """
    said = text.rstrip()
    return "" if said.rstrip("\"'”’)")[-1:] in ENDS and not said.endswith(")") else "."


def find_stretches(seqs: Sequence[int]) -> list[tuple[int, int]]:
    """Return the first and last number of each stretch of neighbours."""
    found: list[tuple[int, int]] = []
    for seq in sorted(set(seqs)):
        if found and found[-1][1] == seq - 1:
            found[-1] = found[-1][0], seq
        else:
            found.append((seq, seq))
    return found


def mark_numbers(seqs: Sequence[int]) -> str:
    """Return the numbers of events: of neighbours the first and last, and so of more than three stretches.

    >>> mark_numbers([4, 5, 6]), mark_numbers([4, 6]), mark_numbers([1, 3, 5, 6, 8])
    ('#4–6', '#4, #6', '#1 … #8')
    """
    found = find_stretches(seqs)
    if len(found) > MOST_STRETCHES:
        return f"#{found[0][0]} … #{found[-1][1]}"
    return ", ".join(f"#{first}" if first == last else f"#{first}–{last}" for first, last in found)


def plain_text(text: str, *, leading: bool = True) -> str:
    r"""Escape text so that Markdown and Obsidian show it as it is, also `leading` at the beginning of a line.

    >>> print(plain_text("1. *Ann* pays $3 #now"), plain_text("...and 2 * 3 < 7, snake_case"))
    1\. \*Ann\* pays \$3 \#now ...and 2 * 3 < 7, snake_case
    """
    marked = MARKUP.sub(r"\\\g<0>", text)
    return LEADING_MARKUP.sub(escape_leading, marked) if leading else marked


def without_escapes(text: str) -> str:
    r"""Return text in Markdown for somebody who reads it as it is, as at a terminal.

    >>> print(without_escapes(plain_text(r"1. *Ann* pays $3 in C:\temp\*")))
    1. *Ann* pays $3 in C:\temp\*
    """
    return re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", text)


def escape_leading(found: re.Match[str]) -> str:
    """Return markup at the beginning of a line so that it is shown as it is."""
    before, sign = (found[1], found[2]) if found[2] else (found[3], found[4])
    return rf"{before}\{sign}"
