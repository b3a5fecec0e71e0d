"""Find what a recap calls each character: one word where that is clear, else the whole name."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cached_property, lru_cache

from engine.concerns.characters.events import CALLED, CharacteristicSet
from engine.concerns.moves.events import MoveMade
from engine.concerns.secrets.events import SecretNoted
from engine.concerns.sessions.events import NoteMade
from engine.naming import names_in
from engine.value import record
from replay.audience.rule import View, Visible

#: Words before a name that are no name: articles, titles and adjectives, in lower case.
TITLES = {
    *("the", "a", "an", "sir", "dame", "lord", "lady", "king", "queen", "prince", "princess", "captain", "sergeant"),
    *("doctor", "dr", "professor", "mister", "mr", "mrs", "miss", "ms", "father", "mother", "brother", "sister"),
    *("uncle", "aunt", "grandmother", "grandfather", "old", "young", "big", "little", "great", "alderman", "master"),
    *("mistress", "count", "countess", "baron", "baroness", "duke", "duchess", "saint", "st", "abbot", "abbess", "of"),
    *("von", "van", "de", "da", "di", "la", "le", "el", "al", "und", "and"),
}

#: Whatever ends a sentence, so that the next word begins with a capital in any case.
BEGINS_SENTENCE = re.compile(r"(?:^|[.!?:…“\"]\s*)$")

WORD_IN_NAME = re.compile(r"\w[\w'’-]*")


@record
class Calling:
    """The short names of all characters that an audience reads of.

    A short name is the word that the table gave as the characteristic “called”. Else it is the word by which notes call
    a player's character, or the first word of the name that is no title. Nobody else's name contains it. NPCs keep
    their whole names.
    """

    names: tuple[str, ...]
    known: frozenset[str]
    heroes: frozenset[str]
    declared: Mapping[str, str]
    notes: tuple[str, ...]

    @classmethod
    def of(cls, view: View, events: Iterable[Visible]) -> Calling:
        """Return the short names for some events that an audience sees."""
        named = (name for each in events for name in names_in(each.event, "character"))
        names = tuple(dict.fromkeys([*view.joined, *named]))
        sheets = view.campaign.state.sheets
        heroes = frozenset(name for name in names if name in sheets and sheets[name].kind == "pc")
        declared = {
            each.event.character: each.event.text
            for each in view.list_counting(CharacteristicSet)
            if each.event.name.casefold() == CALLED
        }
        several = any(" " in name for name in heroes)  # notes are read only if they could matter
        notes = (
            tuple(each.event.text for each in view.list_counting(NoteMade, MoveMade, SecretNoted)) if several else ()
        )
        return cls(names, frozenset(sheets), heroes, declared, notes)

    def call(self, name: str) -> str:
        """Return what a recap calls somebody."""
        return self.short.get(name, name)

    @cached_property
    def short(self) -> dict[str, str]:
        """The short name of each character."""
        wanted = {name: self._find_word(name) for name in self.names}
        taken = Counter(map(str.casefold, wanted.values()))
        words = Counter(word for name in self.names for word in {*words_of_name(name.casefold()), name.casefold()})
        found = {}
        for name, word in wanted.items():
            own = {*words_of_name(name.casefold()), name.casefold()}
            others = words[word.casefold()] - (word.casefold() in own)
            found[name] = name if others or taken[word.casefold()] > 1 else word
        return found

    @property
    def kept(self) -> tuple[str, ...]:
        """The names that begin with a small letter, also at the beginning of a sentence."""
        return tuple(word for name, word in self.short.items() if word[:1].islower() and name in self.known)

    def _find_word(self, name: str) -> str:
        """Return the word for somebody, whether or not others share it."""
        if self.declared.get(name, "").strip():
            return self.declared[name].strip()
        words = [word for word in words_of_name(name) if word.casefold() not in TITLES]
        words = [word for word in words if not word[0].islower()] or words
        if name not in self.heroes or not words:
            return name
        uses = {word: count_all_uses(word, name, self.notes) for word in words}
        return max(words, key=lambda word: (uses[word], word == words[0]))


def words_of_name(name: str) -> list[str]:
    """Return the words of a name.

    >>> words_of_name("Tob Ashgrove-Thornbury the Younger")
    ['Tob', 'Ashgrove-Thornbury', 'the', 'Younger']
    """
    return WORD_IN_NAME.findall(name)


@lru_cache(maxsize=256)
def count_all_uses(word: str, name: str, notes: tuple[str, ...]) -> int:
    """Return how often notes call somebody by a word of the name, which is the same in every evening's recap."""
    return sum(count_uses(word, name, note) for note in notes)


def count_uses(word: str, name: str, note: str) -> int:
    """Return how often a note calls somebody by a word of the name, whatever begins its sentences.

    >>> count_uses("Under", "Tob Under", "Under the table sits Tob Under")
    0
    >>> count_uses("Tob", "Tob Under", "So Tob sits")
    1
    """
    if word not in note:
        return 0
    text = note.replace(name, "\0")
    found = re.finditer(rf"(?<![\w’'-]){re.escape(word)}(?!\w)", text)
    return sum(BEGINS_SENTENCE.search(text[: each.start()]) is None for each in found)
