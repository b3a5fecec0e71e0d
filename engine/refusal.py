"""A refusal of a command: a value with a place, raised where its reason is known."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import ceil
from re import split

from engine.value import value


@value
class Dependent:
    """A later event that depends on an event to undo."""

    seq: int
    text: str


class Refused(Exception):
    """The rules, or the state of the campaign, do not allow a command.

    Nothing was written. `message` is one sentence, and `hint` advises what to type. `about` names the field of the
    command that is at fault, and `value` the part of the field if it holds several. `instead` is a value that would be
    accepted in its place.
    """

    def __init__(
        self,
        message: str,
        *,
        about: str | None = None,
        value: object = None,
        hint: str | None = None,
        instead: str | None = None,
        dependents: tuple[Dependent, ...] = (),
    ) -> None:
        super().__init__(message)
        self.message = message
        self.about = about
        self.value = value
        self.hint = hint
        self.instead = instead
        self.dependents = dependents


#: The likeness, from 0 to 1, from which two words may be one word misspelled. Less is enough if they begin alike.
ALIKE, BEGINNING_ALIKE = 0.76, 0.6

#: How many letters, and which part of the typed text, count as beginning alike.
SAME_LETTERS, SAME_PART = 4, 0.6


def nearest(typed: str, known: Iterable[str], cutoff: float = ALIKE) -> str | None:
    """Return the known name most like the typed one, or None if none is near.

    A name is near if it is a slip or two apart, or another form of the word, as of “climbs”. With `cutoff` 1 it must be
    equal.

    >>> nearest("climing", ["Climbing", "Lore"])
    'Climbing'
    """
    return _nearest(typed, tuple(known), cutoff)


@lru_cache(maxsize=32)
def _nearest(typed: str, known: tuple[str, ...], cutoff: float) -> str | None:
    """Compare as `nearest` does, cached because the prompt asks the same several times for a key."""
    from difflib import get_close_matches  # needed only for a refusal

    key, keys = typed.casefold(), {name.casefold(): name for name in known}
    close = get_close_matches(key, list(keys), n=1, cutoff=cutoff)
    if close or cutoff > ALIKE:
        return keys[close[0]] if close else None
    alike = [name for name in keys if _has_same_word(key, name)]
    alike = get_close_matches(key, alike, n=1, cutoff=BEGINNING_ALIKE)
    return keys[alike[0]] if alike else near_miss(typed, known)


def _has_same_word(typed: str, name: str) -> bool:
    """Return whether two names begin alike, or one has the other as a word."""
    least = max(SAME_LETTERS, ceil(SAME_PART * len(typed)))
    return name.startswith(typed[:least]) or (len(typed) >= SAME_LETTERS and typed in split(r"\W", name))


def did_you_mean(name: str) -> str:
    """Ask whether a name was meant; one that ends in a question mark brings its own.

    >>> did_you_mean("Lore"), did_you_mean("Did we learn?")
    ('did you mean Lore?', 'did you mean Did we learn?')
    """
    return f"did you mean {name.removesuffix('?')}?"


def near_miss(typed: str, known: Iterable[str]) -> str | None:
    """Return the known name probably meant by a misspelled or shortened word.

    Return None if no name is near. A slip is a letter too many, missing, wrong, or changed with the next one: one in a
    short word, two or three in longer ones. The beginning of a name may hold one, and vowels may be left out.

    >>> near_miss("clmb", ["Lore", "Climbing"]), near_miss("prcptn", ["Perception"]), near_miss("Flying", ["Lore"])
    ('Climbing', 'Perception', None)
    """
    key = typed.casefold()
    found = [(slips, len(name), name) for name in known if (slips := _slips(key, name.casefold())) is not None]
    return min(found)[2] if found else None


def _slips(typed: str, name: str) -> int | None:
    """Return how many slips separate two words, or None for too many or for different first letters."""
    if len(typed) < 3 or typed[0] != name[0] != typed[1]:
        return None
    allowed = 1 if len(typed) < 5 else 2 if len(typed) < 9 else 3
    row = _edits(typed, name)
    if row[-1] <= allowed:
        return row[-1]
    begun = min(row[len(typed) - 1 : len(typed) + 2], default=allowed)
    short = not VOWELS & set(typed[1:]) and _without_vowels(name).startswith(typed)
    return 1 if begun <= 1 < len(typed) - 2 or short else None


VOWELS = frozenset("aeiouy")


def _without_vowels(word: str) -> str:
    return word[:1] + "".join(letter for letter in word[1:] if letter not in VOWELS)


def _edits(typed: str, name: str) -> list[int]:
    """Return the slips between the typed text and each beginning of a name, the empty one first."""
    before: list[int] = []
    row = list(range(len(name) + 1))
    for i, letter in enumerate(typed):
        last, row, before = before, [i + 1], row
        for j, other in enumerate(name):
            row.append(min(before[j] + (letter != other), before[j + 1] + 1, row[j] + 1))
            if i and j and (letter, typed[i - 1]) == (name[j - 1], other):
                row[-1] = min(row[-1], last[j - 1] + 1)
    return row


def names_beginning(typed: str, known: Iterable[str]) -> list[str]:
    """Return the known names that begin with the typed text, in any case.

    A name typed in full is the only one.

    >>> names_beginning("gr", ["Great", "Great Superhuman", "Good"])
    ['Great', 'Great Superhuman']
    >>> names_beginning("great", ["Great", "Great Superhuman", "Good"])
    ['Great']
    """
    key = " ".join(typed.split()).casefold()
    found = [name for name in known if key and name.casefold().startswith(key)]
    return [name for name in found if name.casefold() == key] or found


def stem(found: Sequence[str]) -> str | None:
    """Return the name that all the others begin with, such as Great for Great and Great Superhuman, or None."""
    return next((name for name in found if all(other.startswith(name) for other in found)), None)


def unknown(kind: str, typed: str, known: Iterable[str], *, about: str, hint: str | None = None) -> Refused:
    """Return the refusal of an unknown name, with the nearest known one."""
    close = nearest(typed, known)
    return Refused(
        f"no {kind} “{typed}”",
        about=about,
        value=typed,
        hint=did_you_mean(close) if close else hint,
    )
