"""The ladder: words for levels, and levels of words (FU-01 to FU-05, FL-08 to FL-10, PO-01, OC-37)."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING
from unicodedata import normalize

from engine.patterns import pattern
from engine.rules.ruleset import pair
from engine.text import plain, with_sign
from engine.value import value

if TYPE_CHECKING:
    from engine.rules.ruleset import Ruleset

ROUND = pattern(r"(?P<word>.*\S)\s*(?P<step>[+\-−]\s*\d{1,9})")


@value
class Ladder:
    """Words for the levels from `least` upwards, lowest first, none for a game without a ladder.

    A level beyond the ends has the last word and a number of steps if `counted`, or else the last word alone. `aliases`
    are other words for levels, and `top` is the highest level that names a result.
    """

    words: tuple[str, ...] = ()
    least: int = 0
    counted: bool = True
    aliases: tuple[tuple[str, int], ...] = ()
    top: int | None = None

    @classmethod
    def of(cls, rules: Ruleset) -> Ladder:
        """Return the ladder of some rules."""
        return _made(rules.ladder, rules.ladder_from, rules.beyond_ladder, rules.ladder_aliases, rules.result_top)

    @property
    def greatest(self) -> int:
        """The level of the last word."""
        return self.least + len(self.words) - 1

    @property
    def levels(self) -> dict[str, int]:
        """Every word with its level, lowest first."""
        return {word: self.least + place for place, word in enumerate(self.words)} | dict(self.aliases)

    def name(self, level: int) -> str | None:
        """Return a level's name, such as `Good` or `Superb +2`, or None without a ladder (FU-03, FU-04, ER-19)."""
        if not self.words:
            return None
        held = min(max(level, self.least), self.greatest)
        word = self.words[held - self.least]
        return word if level == held or not self.counted else f"{word} {with_sign(level - held)}"

    def name_of(self, level: int) -> str:
        """Return the name of a level, or its number without a ladder."""
        return self.name(level) or plain(level)

    def degree(self, total: int) -> str | None:
        """Return the name of a result (FU-02, PO-10, PO-12)."""
        return self.name(total if self.top is None else min(total, self.top))

    def level(self, text: str) -> int | None:
        """Return the level of a word in any case, or of `Superb +2`. Return None for any other text."""
        known = {word.casefold(): level for word, level in self.levels.items()}
        text = normalize("NFC", " ".join(text.split())).casefold()
        if text in known:
            return known[text]
        found = ROUND.fullmatch(text)
        if found is None or not self.counted:
            return None
        end, step = known.get(found["word"]), int(re.sub(r"\s", "", found["step"]).replace("−", "-"))
        if end == self.greatest and step > 0:
            return end + step
        return end + step if end == self.least and step < 0 else None


@lru_cache(maxsize=16)
def _made(words: tuple[str, ...], least: int, beyond: str, entries: tuple[str, ...], top: int | None) -> Ladder:
    """Return the ladder of some rules, which every roll and every trait of a sheet asks for."""
    aliases = tuple((name, int(level)) for name, level in map(pair, entries) if name)
    return Ladder(words, least, beyond == "counted", aliases, top)
