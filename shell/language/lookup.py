"""Find names quickly: by their beginnings, and with one look-up for a line.

A line is read by many usage lines, and at the prompt again with every key; a campaign has hundreds of names.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cached_property, lru_cache, wraps
from typing import Any, TypeVar

from engine.text import plurals_of
from shell.language.kinds.text import begins_name, fold_case, tails, with_dots, without_accents
from shell.language.parse import Offers, Scene

T = TypeVar("T")

#: The look-ups for the line that is being read, None between lines.
FOUND: ContextVar[dict[Any, Any] | None] = ContextVar("FOUND", default=None)

#: How many look-ups an index remembers, as every usage line asks for the same ones.
MOST_ASKED = 64

#: The fields of a line on which its names depend.
BEARING = ("who", "status", "kind", "name")


@contextmanager
def looking_up(found: dict[Any, Any] | None = None) -> Iterator[None]:
    """Remember the names looked up inside, in `found` if given. The campaign must not change meanwhile."""
    if FOUND.get() is not None:
        yield
        return
    token = FOUND.set({} if found is None else found)
    try:
        yield
    finally:
        FOUND.reset(token)


def look_up_once(few: Callable[[Scene], Offers]) -> Callable[[Scene], Offers]:
    """Make a look-up of names remember its results while one line is read."""

    @wraps(few)
    def find(scene: Scene) -> Offers:
        found = FOUND.get()
        if found is None:
            return few(scene)
        key = (few, id(scene.state), *map(scene.values.get, BEARING))
        if key not in found:
            found[key] = few(scene), scene.state  # the state is stored too, so that no other one gets its id
            found[id(found[key][0])] = None  # for the index of these names
        offers: Offers = found[key][0]
        return offers

    return find


def remember_once(key: Hashable, find: Callable[[], T]) -> T:
    """Return the value found under a key for the same line before, or find it."""
    found = FOUND.get()
    if found is None:
        return find()
    if key not in found:
        found[key] = find()
    held: T = found[key]
    return held


class Index:
    """Some names, to be found by any case and by the beginning of any of their words."""

    def __init__(self, names: tuple[str, ...]) -> None:
        self.given = names
        self.names = {fold_case(name): name for name in names}
        self.longest = max(map(len, self.names), default=0)
        self.most_words = 1 + max((known.count(" ") for known in self.names), default=-1)
        self.asked: dict[tuple[str, bool], list[str]] = {}

    def find_begun(self, key: str, *, any_word: bool = True) -> list[str]:
        """Return the names that a folded text begins, in order.

        An article begins none (see `begins_name`), and a number only names that begin with it: it may be a count.
        """
        if not key:
            return list(self.names.values())
        if len(key) > self.longest:
            return []
        any_word = any_word and not key.isdecimal()
        if (key, any_word) not in self.asked:
            if len(self.asked) >= MOST_ASKED:
                self.asked.clear()
            found = self._by_any_word(key) if any_word else set(_find_beginning(self.whole, key))
            self.asked[key, any_word] = [self.names[known] for known in sorted(found, key=self.places.__getitem__)]
        return self.asked[key, any_word]

    @cached_property
    def places(self) -> dict[str, int]:
        """The places of the names in their order."""
        return {known: place for place, known in enumerate(self.names)}

    @cached_property
    def whole(self) -> list[str]:
        """The folded names, sorted."""
        return sorted(self.names)

    @cached_property
    def any_word(self) -> list[tuple[str, str]]:
        """The folded names from each of their words on, sorted, each with the whole name."""
        return sorted((tail, known) for known in self.names for tail in tails(known))

    @cached_property
    def by_plural(self) -> dict[str, list[str]]:
        """The names by what they are in the plural, without the number behind any."""
        found: dict[str, list[str]] = {}
        for name in self.given:
            for plural in {*plurals_of(name.rstrip(" 0123456789"))}:
                found.setdefault(plural, []).append(name)
        return found

    @cached_property
    def by_plain(self) -> dict[str, list[str]]:
        """The names by what they are without accents."""
        found: dict[str, list[str]] = {}
        for known, name in self.names.items():
            found.setdefault(without_accents(known), []).append(name)
        return found

    @cached_property
    def plain(self) -> Index:
        """The index of what the names are without accents."""
        return Index(tuple(self.by_plain))

    def find_plain(self, key: str, *, any_word: bool = True) -> list[str]:
        """Return the names that a folded text begins if they lose their accents. Any in the text must be in them too.

        So does an i its dot in Turkish, where I and İ are two letters.
        """
        plain = without_accents(key)
        begun = [plain] if plain in self.by_plain else self.plain.find_begun(plain, any_word=any_word)
        found = [name for each in begun for name in self.by_plain[each]]
        if (dotted := with_dots(key)) == plain:
            return found
        return [name for name in found if any(tail.startswith(dotted) for tail in tails(with_dots(fold_case(name))))]

    def begun_by_words(self, key: str) -> list[str]:
        """Return the names whose words begin, in order, with several of a folded text."""
        typed = key.split()
        return [name for known, name in self.names.items() if len(typed) > 1 and shortens(typed, known)]

    def partly(self, key: str) -> list[str]:
        """Return the names whose initials begin so, then those that hold a text anywhere."""
        by_initials = [name for known, name in self.names.items() if initials_of(known).startswith(key)]
        return by_initials + [name for known, name in self.names.items() if key in known and name not in by_initials]

    def _by_any_word(self, key: str) -> set[str]:
        found = set()
        for tail, known in self.any_word[bisect_left(self.any_word, (key,)) :]:
            if not tail.startswith(key):
                break
            if known not in found and begins_name(key, known):
                found.add(known)
        return found


def initials_of(name: str) -> str:
    """Return the first letters of the words of a name."""
    return "".join(word[0] for word in re.findall(r"\w+", name))


def shortens(typed: list[str], known: str) -> bool:
    """Return whether some words are the beginnings of words of a name, in their order.

    >>> shortens(["mag", "res"], "magic resistance"), shortens(["res", "mag"], "magic resistance")
    (True, False)
    """
    words = iter(known.split())
    return all(any(word.startswith(each) for word in words) for each in typed)


def _find_beginning(names: list[str], key: str) -> Iterator[str]:
    """Yield those of some sorted names that begin so."""
    for name in names[bisect_left(names, key) :]:
        if not name.startswith(key):
            return
        yield name


def index_once(offers: Offers) -> Index:
    """Return the index of some names, made once for a line if they were looked up once."""
    found = FOUND.get()
    if found is None or id(offers) not in found:
        return index_of(tuple(offers))
    if found[id(offers)] is None:
        found[id(offers)] = index_of(tuple(offers))
    index: Index = found[id(offers)]
    return index


@lru_cache(maxsize=64)
def index_of(names: tuple[str, ...]) -> Index:
    """Return the index of some names. It depends on nothing else, so it stays right."""
    return Index(names)
