"""Dice of which only some count, and dice that are rolled again."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from math import comb
from typing import Literal

from engine.dice.die import Die
from engine.dice.limits import DiceError
from engine.dice.technique import Dice
from engine.rules.odds import Pmf, make_counted
from engine.value import value

#: Which of the dice count: the highest, the lowest, or those in the middle.
Keep = Literal["best", "worst", "middle"]

#: The most steps for computing the chances of some dice.
MOST_KEEPING_STEPS = 2_000_000


@value
class KeptDice(Dice):
    """Like dice of which `counting` count.

    Faces in `again` are rolled again, once. Faces are listed in the order of the dice, each face that is rolled again
    followed by the one that replaces it.
    """

    number: int
    die: Die
    keep: Keep
    counting: int
    again: range
    added: int

    @property
    def count(self) -> int | None:
        """The number of faces that a roll shows."""
        return None if self.again else self.number

    @property
    def steps(self) -> bool:
        """Whether the totals are steps on a ladder: those of Fudge dice are."""
        return self.die.first < 0

    def due(self, faces: Sequence[int]) -> Die | None:
        """Return the die to roll after these faces."""
        final, is_open = self._final(faces)
        return self.die if is_open or len(final) < self.number else None

    def total(self, faces: Sequence[int]) -> int:
        """Return the total of the faces that count."""
        return self.added + sum(self.pick_counting(faces))

    def pick_counting(self, faces: Sequence[int]) -> list[int]:
        """Return the faces that count, highest first."""
        first, beyond = self._window()
        return sorted(self._final(faces)[0], reverse=True)[first:beyond]

    def _final(self, faces: Sequence[int]) -> tuple[list[int], bool]:
        """Return each die's final face, and whether the last is to be rolled again."""
        final: list[int] = []
        is_open = False
        for face in faces:
            is_open = not is_open and face in self.again
            if not is_open:
                final.append(face)
        return final, is_open

    def _window(self) -> tuple[int, int]:
        """Return the places of the dice that count, as first and one past the last, with the highest die first."""
        left_out = self.number - self.counting
        first = {"best": 0, "worst": left_out, "middle": left_out // 2}[self.keep]
        return first, first + self.counting

    def _chances(self) -> Pmf:
        ways = sums_of_kept(_ways(self.die, self.again), self.number, self._window())
        return make_counted((total + self.added, number) for total, number in ways.items())


def _ways(die: Die, again: range) -> dict[int, int]:
    """Return how many of the `sides` squared ways give each face if those in `again` are rolled once more."""
    return {face: len(again) + (0 if face in again else die.sides) for face in die.faces}


def sums_of_kept(ways: Mapping[int, int], dice: int, window: tuple[int, int]) -> dict[int, int]:
    """Return each sum of the dice in a window, with its number of ways.

    The window counts from the highest die. Faces are taken from the highest down: some of the remaining dice show the
    face, and those whose places lie in the window count.
    """
    first, beyond = window
    found: dict[tuple[int, int], int] = {(0, 0): 1}
    for face in sorted(ways, reverse=True):
        after: dict[tuple[int, int], int] = defaultdict(int)
        for (placed, total), number in found.items():
            for showing in range(dice - placed + 1):
                there = placed + showing
                counting = max(0, min(there, beyond) - max(placed, first))
                more = comb(dice - placed, showing) * ways[face] ** showing
                after[there, total + counting * face] += number * more
        found = after
    return {total: number for (placed, total), number in found.items() if placed == dice}


def make_kept(number: int, die: Die, keep: Keep, counting: int, again: range, added: int = 0) -> KeptDice:
    """Return dice of which only the best, worst or middle ones count. Raise DiceError for impossible ones."""
    title = f"{number}d{'F' if die.first < 0 else die.sides}"
    if not 1 <= counting <= number:
        raise DiceError(f"{title} has {number} dice, so {counting} of them cannot count")
    if keep == "middle" and (number - counting) % 2:
        raise DiceError(f"{counting} of {number} dice cannot be the middle: as many must be above as below")
    if len(again) >= die.sides or (again and (again[0] not in die.faces or again[-1] not in die.faces)):
        raise DiceError(f"a die of {title} shows {die.reach}: it cannot be rolled again on {_span(again)}")
    if number**3 * die.sides**2 > MOST_KEEPING_STEPS:
        raise DiceError(f"{title} are too many dice, or sides, to leave some out: the chances would take too long")
    words = [f"reroll{_span(again)}" if again else "", f"{keep}{counting}" if counting < number else ""]
    spec = "-".join(filter(None, [title, *words])) + (f"{added:+d}" if added else "")
    return KeptDice(spec, number, die, keep, counting, again, added)


def _span(numbers: range) -> str:
    return str(numbers[0]) if len(numbers) == 1 else f"{numbers[0]}to{numbers[-1]}"
