"""Make a typed line canonical: plain spaces, digits, signs and quotation marks, each in the place of what was typed.

One sign replaces one, so every column of the line stays. All doors read a line through `find_first_word` and `read`,
which ask for it. Free text at the end of a line is stored as typed, with spaces for tabs. So is a name in straight
quotation marks, as the program spells every name in its scripts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from engine.patterns import pattern
from shell.language.kinds.text import match_quoted

#: Spaces besides the plain one.
OTHER_SPACES = "\u00a0\u1680\u202f\u205f\u3000" + "".join(map(chr, range(0x2000, 0x200B)))
SPACES = str.maketrans(dict.fromkeys(OTHER_SPACES, " "))

#: What stands before a line that was pasted: byte order marks, then a prompt, a bullet or a number before a letter.
LEAD = pattern(rf"[\ufeff \t{OTHER_SPACES}]*(?:(?:[>›»❯$*•‣·–—-]|\d{{1,3}}[.)])\s+(?=[^\W\d_]))?")

#: Signs of the full width of a letter that end a word of the line, and all such signs, which may stand in a name.
WIDE_ENDS = str.maketrans("，：＝＃", ",:=#")
WIDE = {code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)}
WIDE_NUMBER = pattern(r"[０-９]|＋(?=\d)")

#: A dash that belongs to no word, and a minus between numbers, which otherwise reads like a plain one.
DASH = pattern(r"(?<![^\W\d_])[‐‑‒–—―﹣－](?![^\W\d_])|(?<=\d)−(?=\d)")

#: Quotation marks that open and close in different languages, and those that come in pairs of one kind.
ANY_MARK = '"“”„‟«»〝〞〟＂'
PAIRED = {"‹": "›", "›": "‹", "‚": "‘’", "「": "」", "『": "』", "《": "》", "〈": "〉"}
OPENS_QUOTE = pattern(rf"(?<![^\s,:=(，：＝])[{ANY_MARK}{''.join(PAIRED)}]")

#: What may follow a quotation mark that closes.
CLOSES_BEFORE = r"(?=[\s,:=)，：＝]|$)"


@lru_cache(maxsize=256)
def canonical(line: str) -> str:
    r"""Return a line with the signs that the grammar reads.

    >>> canonical("> check\u00a0Ann vs\t３ –1 »old shoes«")
    '  check Ann vs 3 -1 "old shoes"'
    """
    typed = without_lead(line)
    if typed.isascii():
        return typed
    line, found, at = typed.translate(SPACES), "", 0
    for start, end, is_read in find_quoted(line):
        found, at = found + plain_signs(line[at:start]), end
        if not is_read:
            found += f'"{line[start + 1 : end - 1]}"'
        else:
            found += (typed if line[start] == '"' else line)[start:end]
    return found + plain_signs(line[at:])


@lru_cache(maxsize=256)
def without_lead(line: str) -> str:
    """Return a line with spaces for tabs, and in place of all that stands before its first word."""
    lead = LEAD.match(line)
    end = lead.end() if lead else 0
    return f"{' ' * end}{line[end:]}".replace("\t", " ")


def find_quoted(line: str) -> Iterator[tuple[int, int, bool]]:
    """Yield where quoted texts begin and end, and whether their marks are read as they are."""
    at = 0
    while (opening := OPENS_QUOTE.search(line, at)) is not None:
        start, at = opening.start(), opening.end()
        own = match_quoted(line, start)
        if own and own[2] and re.compile(CLOSES_BEFORE).match(line, own.end()):
            at = own.end()
            yield start, at, True
            continue
        closing = re.compile(f"[{PAIRED.get(opening[0], ANY_MARK)}]{CLOSES_BEFORE}").search(line, at)
        if closing and not {'"', "\\"} & {*line[at : closing.start()]}:
            at = closing.end()
            yield start, at, False


def plain_signs(text: str) -> str:
    """Return unquoted text with plain digits and signs, unless they belong to a word of other letters."""
    return re.sub(r"\S+", lambda found: _plain_word(found[0]), text)


def _plain_word(word: str) -> str:
    word = DASH.sub("-", word.translate(WIDE_ENDS))
    narrow = word.translate(WIDE)
    is_number = WIDE_NUMBER.search(word) is not None or not any(map(str.isalpha, word))
    return narrow if is_number and narrow.isascii() else word
