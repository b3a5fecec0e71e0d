"""What practice is worth: the XP that a level costs, and the level that XP makes (PF-15 to PF-20)."""

from __future__ import annotations

from engine.value import value


@value
class Standing:
    """Where a trait stands on its learning curve, without any modifier.

    `progress` of `needed` XP towards the next level are there (0 <= progress < needed).
    """

    level: int
    xp: int
    progress: int
    needed: int

    def __str__(self) -> str:
        """The level, and in brackets the progress if there is any (PF-20)."""
        return f"{self.level} (+{self.progress}/{self.needed})" if self.progress else str(self.level)


def cost(level: int) -> int:
    """XP from unmodified `level` (>= 0) to the next (PF-17)."""
    return 1 << level


def total_xp(level: int) -> int:
    """XP in all to reach unmodified `level` (>= 0) from nothing (PF-18)."""
    return (1 << level) - 1


def standing(xp: int) -> Standing:
    """The highest level whose whole cost `xp` (>= 0) pays, and what is left over (PF-19)."""
    level = (xp + 1).bit_length() - 1
    return Standing(level, xp, xp - total_xp(level), cost(level))
