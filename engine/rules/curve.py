"""The worth of practice: XP for a level, and the level for XP (PF-15 to PF-20)."""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import lru_cache

from engine.patterns import pattern
from engine.value import value

#: How costs are written: an optional factor, then the power of a base, or the triangular numbers.
FORMULA = pattern(r"(?:(?P<factor>\d{1,4})\s*[*×·]\s*)?(?:(?P<base>\d{1,3})\s*\^\s*n|(?P<triangular>triangular))", re.I)

LISTED_COSTS = pattern(r"\d{1,7}(?:\s*,\s*\d{1,7})*")


@value
class Standing:
    """A trait's place on its learning curve, without any modifier.

    `progress` of the `needed` XP for the next level are paid (0 <= progress < needed).
    """

    level: int
    xp: int
    progress: int
    needed: int

    def __str__(self) -> str:
        """Return the level, with the progress in brackets if there is any (PF-20)."""
        return f"{self.level} (+{self.progress}/{self.needed})" if self.progress else str(self.level)


@value
class Costs:
    """The costs of the levels from 0 up.

    They are `factor` times the powers of `base`, or times 1, 2, 3 and so on if `base` is 0. `listed` costs replace
    them, where each level beyond the list costs as much as the last.
    """

    factor: int = 1
    base: int = 2
    listed: tuple[int, ...] = ()

    def cost(self, level: int) -> int:
        """Return the XP from `level` (>= 0) to the next."""
        if self.listed:
            return self.factor * self.listed[min(level, len(self.listed) - 1)]
        return self.factor * (self.base**level if self.base else level + 1)

    def total(self, level: int) -> int:
        """Return the XP from nothing to `level` (>= 0)."""
        if self.listed:
            beyond = max(0, level - len(self.listed))
            return self.factor * (sum(self.listed[:level]) + beyond * self.listed[-1])
        if self.base < 2:
            return self.factor * (level if self.base else level * (level + 1) // 2)
        return int(self.factor * (self.base**level - 1) // (self.base - 1))

    def find_standing(self, xp: int) -> Standing:
        """Return the highest level that `xp` (>= 0) pays for, and the rest (PF-19)."""
        if self == DOUBLING:
            level = (xp + 1).bit_length() - 1
        else:
            most = 1
            while self.total(most) <= xp:
                most *= 2
            level = bisect_right(range(most), xp, key=self.total) - 1
        return Standing(level, xp, xp - self.total(level), self.cost(level))


#: The book's costs: every level costs twice the one before (PF-17).
DOUBLING = Costs()


@lru_cache(maxsize=64)
def read_costs(text: str) -> Costs | None:
    """Return the costs that a text spells, such as 2^n, 5 * 3^n, triangular or 1, 2, 4, or else None."""
    found = FORMULA.fullmatch(text.strip())
    if found:
        costs = Costs(int(found["factor"] or 1), 0 if found["triangular"] else int(found["base"]))
        return costs if costs.factor and (costs.base or found["triangular"]) else None
    if not LISTED_COSTS.fullmatch(text.strip()):
        return None
    listed = tuple(map(int, text.split(",")))
    return Costs(listed=listed) if all(listed) else None
