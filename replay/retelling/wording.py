"""Write sentences for people and Markdown: with full stops and event numbers, and with markup escaped."""

from __future__ import annotations

import re
from collections.abc import Sequence

#: The endings of a sentence.
ENDS = (".", "!", "?", "…")

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


def is_run(seqs: Sequence[int]) -> bool:
    """Return whether these are at least three events in a row."""
    return len(seqs) > 2 and seqs[-1] - seqs[0] == len(seqs) - 1


def mark_numbers(seqs: Sequence[int]) -> str:
    """Return the numbers of events, of many in a row only the first and the last.

    >>> mark_numbers([4, 5, 6]), mark_numbers([4, 6])
    ('#4–#6', '#4, #6')
    """
    return f"#{seqs[0]}–#{seqs[-1]}" if is_run(seqs) else ", ".join(f"#{seq}" for seq in seqs)


def plain_text(text: str, *, leading: bool = True) -> str:
    r"""Escape text so that Markdown and Obsidian show it as it is, also `leading` at the beginning of a line.

    >>> print(plain_text("1. *Ann* pays $3 #now"))
    1\. \*Ann\* pays \$3 \#now
    """
    marked = MARKUP.sub(r"\\\g<0>", text)
    return LEADING_MARKUP.sub(r"\1\\\2", marked) if leading else marked
