"""Compute the five words of a log's head, and read those that people noted.

The words come from a head by scrypt, which takes about 0.2 s and 32 MiB. A forger who wants another log with the same
words spends that on each try. Three letters tell one word of the list from all others.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence
from functools import cache
from importlib.resources import files

from engine.refusal import Refused
from engine.store.door import Head, lp
from engine.text import count_out
from engine.value import value

#: The name of this way to make words, which is part of what they are made from.
TAG = b"fudgelog-fp/2"

#: How many words a seal has, and how many letters tell one from all others.
WORDS_OF_SEAL = 5
LEAST_LETTERS = 3

#: How the line of a card for the chat begins.
LINE_BEGINS = "fudgelog seal/2"

#: How many words of the list show that words are meant, and not a hash.
LEAST_MEANT = 3


@cache
def word_list() -> tuple[str, ...]:
    """Return the 1,296 words, by their numbers."""
    return tuple(files(__package__).joinpath("words.txt").read_text("ascii").split())


def seal_words(campaign: str, head: Head) -> tuple[str, ...]:
    """Return the five words of a log's head."""
    stretched = hashlib.scrypt(
        lp(TAG, campaign.encode(), head.seq.to_bytes(8, "big"), head.hash),
        salt=TAG,
        n=2**15,
        r=8,
        p=1,
        dklen=8,
        maxmem=64 * 1024 * 1024,
    )
    number, found = int.from_bytes(stretched, "big"), word_list()
    places = [number // len(found) ** power % len(found) for power in reversed(range(WORDS_OF_SEAL))]
    return tuple(found[place] for place in places)


@value
class TypedWords:
    """The words of a seal as somebody typed them: whole, or at least their first three letters."""

    words: tuple[str, ...]

    def agrees(self, words: Sequence[str]) -> bool:
        """Return whether these are the words of a seal, in their order."""
        return all(word.startswith(typed) for typed, word in zip(self.words, words, strict=True))

    def find_slip(self, words: Sequence[str]) -> tuple[str, str] | None:
        """Return the one word that is one letter off and the word that is meant, or None for any other words."""
        off = [each for each in zip(self.words, words, strict=True) if not each[1].startswith(each[0])]
        return off[0] if len(off) == 1 and is_one_off(*off[0]) else None

    def find_misspelt(self) -> str | None:
        """Return the first typed word that begins like none of the list, if any."""
        known = {word[:LEAST_LETTERS] for word in word_list()}
        return next((word for word in self.words if word[:LEAST_LETTERS] not in known), None)

    def is_in_another_order(self, words: Sequence[str]) -> bool:
        """Return whether these are the words of a seal, in another order."""
        return Counter(each[:LEAST_LETTERS] for each in self.words) == Counter(each[:LEAST_LETTERS] for each in words)


def is_one_off(typed: str, word: str) -> bool:
    """Return whether a text becomes a word, or the beginning of one, by one letter more, less or other.

    Two neighbours that changed places count as one letter.

    >>> is_one_off("octpus", "octopus"), is_one_off("tugboot", "tugboat"), is_one_off("lamtern", "lantern")
    (True, True, True)
    >>> is_one_off("osrich", "ostrich"), is_one_off("mga", "magazine"), is_one_off("tulip", "tugboat")
    (True, True, False)
    """
    begun = {word[:length] for length in range(len(typed) - 1, len(typed) + 2)}
    return any(_differ_by_one(typed, each) for each in begun)


def _differ_by_one(one: str, other: str) -> bool:
    if len(one) == len(other):
        places = [place for place, (a, b) in enumerate(zip(one, other, strict=True)) if a != b]
        swapped = len(places) == 2 and one[places[0] : places[1] + 1] == other[places[0] : places[1] + 1][::-1]
        return len(places) == 1 or swapped
    short, long = sorted((one, other), key=len)
    return len(long) - len(short) == 1 and any(long[:cut] + long[cut + 1 :] == short for cut in range(len(long)))


def looks_like_words(text: str) -> bool:
    """Return whether a text is meant as words of a seal: three or more of them stand there, and no digits.

    >>> looks_like_words("oct mag ost"), looks_like_words("our last head"), looks_like_words("fade d1ff 7f43 abe3")
    (True, False, False)
    """
    typed = split_typed(text)
    known = {word[:LEAST_LETTERS] for word in word_list()}
    return all(map(str.isalpha, typed)) and sum(word[:LEAST_LETTERS] in known for word in typed) >= LEAST_MEANT


def split_typed(text: str) -> list[str]:
    """Return the words of a text without the signs between them, in small letters: of a card's line, those of the seal.

    >>> split_typed("Octopus · magazine, ostrich-lantern  TUGBOAT")
    ['octopus', 'magazine', 'ostrich', 'lantern', 'tugboat']
    >>> split_typed("fudgelog seal/2 · The Mill · session 1 · #15 · octopus magazine ostrich lantern tugboat · 7f43")
    ['octopus', 'magazine', 'ostrich', 'lantern', 'tugboat']
    """
    *_, words, _ = text.split(" · ") if text.startswith(LINE_BEGINS) else ("", text, "")
    return "".join(sign if sign.isalnum() else " " for sign in words.casefold()).split()


def read_words(text: str, about: str = "hash") -> TypedWords:
    """Return the words of a seal that somebody noted. Raise Refused for too few or too many words, or short ones."""
    typed = split_typed(text)
    if len(typed) != WORDS_OF_SEAL:
        raise Refused(
            f"{count_out(len(typed), 'word')}: a seal has five",
            about=about,
            hint=f"type at least {LEAST_LETTERS} letters of each, as the card shows them",
        )
    short = next((word for word in typed if len(word) < LEAST_LETTERS), None)
    if short is not None:
        raise Refused(f"“{short}” is too short: it takes {LEAST_LETTERS} letters of each word", about=about)
    return TypedWords(tuple(typed))
