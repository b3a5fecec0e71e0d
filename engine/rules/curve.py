"""What practice is worth: the XP that a level costs, and the level that XP makes (PF-15 to PF-20)."""

from __future__ import annotations

from engine.value import value


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


def cost(level: int) -> int:
    """Return the XP from unmodified `level` (>= 0) to the next (PF-17)."""
    return 1 << level


def total_xp(level: int) -> int:
    """Return the XP from nothing to unmodified `level` (>= 0) (PF-18)."""
    return (1 << level) - 1


def standing(xp: int) -> Standing:
    """Return the highest level that `xp` (>= 0) pays for, and what is left over (PF-19)."""
    level = (xp + 1).bit_length() - 1
    return Standing(level, xp, xp - total_xp(level), cost(level))
