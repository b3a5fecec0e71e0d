"""Write sentences for people and Markdown: with full stops and event numbers, and with markup escaped."""

from __future__ import annotations

import re
from collections.abc import Sequence

#: The endings of a sentence.
ENDS = (".", "!", "?", "…")

#: The most stretches of numbers that are all named.
MOST_STRETCHES = 3

#: Markup of Markdown or Obsidian: signs, pairs of signs, tags, and block ids.
MARKUP = re.compile(r"[\\`*_<\[\]$]|(?<=%)%|(?<==)=|(?<=~)~|#(?=\d*[^\W\d])|\^(?=[\w-]+\s*$)")

#: Markup at the beginning of a line, and the text before it.
LEADING_MARKUP = re.compile(r"^(\s*\d*)([#>+\-.)=~|:])")


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

    >>> print(plain_text("1. *Ann* pays $3 #now"))
    1\. \*Ann\* pays \$3 \#now
    """
    marked = MARKUP.sub(r"\\\g<0>", text)
    return LEADING_MARKUP.sub(r"\1\\\2", marked) if leading else marked
