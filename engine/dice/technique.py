"""The kinds of techniques: their next dice, totals and possible faces."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import product

from engine.dice.chance import Draw
from engine.dice.die import D6, Die, DieTable
from engine.dice.limits import MOST_DICE, DiceError
from engine.dice.wording import counted_faces, reach, signed_number
from engine.rules.odds import Alike, Endless, Finite, Pmf, make_counted, sum_of
from engine.types import FUMBLE
from engine.value import value


@value
class Dice(ABC):
    """A way of rolling. `spec` is its canonical spelling: two techniques that are spelled alike are equal."""

    spec: str

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Dice) and type(other) is type(self) and other.spec == self.spec

    def __hash__(self) -> int:
        return hash(self.spec)

    @property
    @abstractmethod
    def count(self) -> int | None:
        """How many faces a roll shows, or None if it varies from roll to roll."""

    @abstractmethod
    def due(self, faces: Sequence[int]) -> Die | None:
        """Return the die to roll after these faces, None if the roll is complete."""

    @abstractmethod
    def total(self, faces: Sequence[int]) -> int:
        """Return the total of faces that `refuse` accepts."""

    @property
    def steps(self) -> bool:
        """Whether the totals are steps on a ladder, not a quantity such as 2d6+3 coins."""
        return True

    @property
    def table(self) -> DieTable | None:
        """The table that faces are looked up in, None without one."""
        return None

    @abstractmethod
    def _chances(self) -> Pmf: ...

    def pmf(self) -> Pmf:
        """Return the exact chance of each total."""
        return _pmf(self)

    def roll(self, draw: Draw) -> tuple[int, ...]:
        """Roll, and return the faces. Raise DiceError if dice still explode after `MOST_DICE` of them."""
        faces: tuple[int, ...] = ()
        while die := self.due(faces):
            if len(faces) == MOST_DICE:
                raise DiceError(f"{self.title} exploded {MOST_DICE} times, which is the limit: roll again")
            faces += (die.faces[draw(die.sides) - 1],)
        return faces

    def refuse(self, faces: Sequence[int]) -> str | None:
        """Return a sentence on the first impossible face, or None if all are possible."""
        return self._wrong_number(faces) or self._wrong_face(faces)

    def _wrong_number(self, faces: Sequence[int]) -> str | None:
        if self.count is not None and len(faces) != self.count:
            return f"{self.title} shows {counted_faces(self.count)}, not {len(faces)}"
        if self.count is None and not 1 <= len(faces) <= MOST_DICE:
            return f"{self.title} shows 1 to {MOST_DICE} faces, not {len(faces)}"
        return None

    def _wrong_face(self, faces: Sequence[int]) -> str | None:
        for place, face in enumerate(faces):
            die = self.due(faces[:place])
            if die is None:
                return f"face {place + 1} is one too many: {self.title} ends with the {faces[place - 1]} before it"
            if face not in die.faces:
                said = f"face {place + 1} is {face}, but that die of {self.title} shows {die.reach}"
                return said + (self._advise_each_face(die, face) if len(faces) == 1 else "")
        if self.due(faces):
            return f"a face is missing: {self.title} goes on after the {faces[-1]}"
        return None

    def _advise_each_face(self, die: Die, total: int) -> str:
        """Return advice to type each face, if dice that exploded have such a total."""
        high = max(die.faces)
        times = (total - 1) // high
        if self.count is not None or not 0 < times < MOST_DICE:
            return ""
        faces = (*times * (high,), total - times * high)
        is_possible = self.refuse(faces) is None and self.total(faces) == total
        return f"; type each face, as in “rolled {' '.join(map(str, faces))}”" if is_possible else ""

    def refuse_total(self, total: int) -> str | None:
        """Return a sentence on why no roll gives this total, None if one does."""
        pmf = self.pmf()
        if pmf.chance(total):
            return None
        least = next(number for number in pmf.totals if number > FUMBLE)
        shown = signed_number(total) if least < 0 else total
        if total < least or (pmf.high is not None and total > pmf.high):
            return f"{self.title} gives {reach(least, pmf.high)}, not {shown}"
        return f"no roll of {self.title} gives {shown}"

    def extreme(self, total: int) -> int:
        """Return -1 for the least possible total, +1 for the greatest, else 0 (PF-52).

        Return 0 also if every roll gives the same, or if there is no greatest total.
        """
        pmf = self.pmf()
        return 0 if pmf.high in (None, pmf.low) else (total == pmf.high) - (total == pmf.low)

    @property
    def title(self) -> str:
        """The name on the screen: a house table's name or the spelling, in which 3d6-table is 3d6."""
        return self.spec.partition("[")[2].partition("|")[0] or self.spec.removesuffix("-table")

    def __str__(self) -> str:
        return self.spec


@lru_cache(maxsize=256)
def _pmf(dice: Dice) -> Pmf:
    return dice._chances()


@value
class Fixed(Dice):
    """A technique that always rolls the same dice, and shows their faces in order."""

    dice: tuple[Die, ...]

    @property
    def count(self) -> int:
        """The number of faces that a roll shows."""
        return len(self.dice)

    def due(self, faces: Sequence[int]) -> Die | None:
        """Return the die to roll after these faces."""
        return self.dice[len(faces)] if len(faces) < len(self.dice) else None


@value
class Sum(Fixed):
    """Dice and a number, added up.

    NdF (DT-01, DT-06, DT-07), d6 read as Fudge dice (DT-05), tables for one die (DT-04, DT-10, FU-28),
    advantage and disadvantage dice, which come first among the faces (DT-17, DT-18), and general dice.
    """

    added: int = 0

    @property
    def table(self) -> DieTable | None:
        """The table that faces are looked up in."""
        return self.dice[0].table if len(self.dice) == 1 and not self.added else None

    def total(self, faces: Sequence[int]) -> int:
        """Return the total of the faces."""
        return self.added + sum(die.worth(face) for die, face in zip(self.dice, faces, strict=True))

    @property
    def steps(self) -> bool:
        """True for Fudge dice, tables and ranges that are symmetric about 0, such as 4d3-8."""
        ends = sum(die.worth(die.faces[0]) + die.worth(die.faces[-1]) for die in self.dice)
        return all(die.table or die.first < 0 for die in self.dice) or ends + 2 * self.added == 0

    def _chances(self) -> Pmf:
        if len(self.dice) == 1 and not self.added:
            return self.dice[0].pmf()
        parts: Counter[Finite] = Counter()
        for die, times in Counter(self.dice).items():
            parts[die.pmf()] += times
        return sum_of(parts, self.added)


@value
class Combination(Fixed):
    """A few dice whose faces are judged together (DT-02, DT-03, DT-08, DT-09)."""

    judge: Callable[[Sequence[int]], int]
    rows: DieTable | None = None

    @property
    def table(self) -> DieTable | None:
        """The table that faces are looked up in."""
        return self.rows

    def total(self, faces: Sequence[int]) -> int:
        """Return the total of the faces."""
        return self.judge(faces)

    def _chances(self) -> Pmf:
        return make_counted(Counter(map(self.judge, product(*(die.faces for die in self.dice)))))


@value
class Diceless(Dice):
    """No dice: the result is 0, or chosen by the GM (FU-19)."""

    @property
    def count(self) -> int:
        """The number of faces that a roll shows."""
        return 0

    def due(self, faces: Sequence[int]) -> Die | None:
        """Return the die to roll after these faces."""
        return None

    def total(self, faces: Sequence[int]) -> int:
        """Return the total of the faces."""
        return 0

    def refuse_total(self, total: int) -> str | None:
        """Accept every total."""
        return None

    def _chances(self) -> Pmf:
        return make_counted({0: 1})


NPC_LEVELS = DieTable(((1, 3, 1), (4, 5, 2), (6, 6, 3)))  # FU-56


@value
class NpcDie(Dice):
    """A d6 that leaves an NPC at its level on 2 to 5 (DT-11).

    After a 1 or a 6 a second d6 gives how much worse or better it does. It is the second face.
    """

    @property
    def count(self) -> None:
        """The number of faces that a roll shows."""
        return None

    def due(self, faces: Sequence[int]) -> Die | None:
        """Return the die to roll after these faces."""
        return D6 if not faces or (len(faces) == 1 and faces[0] in (1, 6)) else None

    def total(self, faces: Sequence[int]) -> int:
        """Return the total of the faces."""
        if len(faces) == 1:
            return 0
        first, second = faces
        return NPC_LEVELS.result(second) if first == 6 else -NPC_LEVELS.result(second)

    def _chances(self) -> Pmf:
        return _of_pairs(self, D6)


@value
class Polyhedral(Dice):
    """One die of the polyhedral ladder and its modifier (DT-14, DT-15, DT-16, DT-19).

    Faces: the chain as it was rolled. `exploding`: a maximum is rolled again and added. `snake_eyes`:
    a first 1 is rolled again; that second face only confirms, and a 1 makes the total `FUMBLE`.
    `points`: fudge points, each a maximum that was not rolled and is no face; no snake eyes after them.
    """

    sides: int
    modifier: int
    exploding: bool
    snake_eyes: bool
    points: int

    @property
    def title(self) -> str:
        """The name on the screen."""
        return f"d{self.sides}{self.modifier:+d}" if self.modifier else f"d{self.sides}"

    @property
    def count(self) -> int | None:
        """The number of faces that a roll shows."""
        return None if self.exploding or self.snake_eyes else 1

    def due(self, faces: Sequence[int]) -> Die | None:
        """Return the die to roll after these faces."""
        goes_on = not faces or (self.exploding and faces[-1] == self.sides)
        if self.snake_eyes and faces and faces[0] == 1:
            goes_on = len(faces) == 1
        return Die(self.sides) if goes_on else None

    def total(self, faces: Sequence[int]) -> int:
        """Return the total of the faces."""
        if self.snake_eyes and faces[0] == 1:
            return FUMBLE if faces[1] == 1 else 1 + self.modifier
        return sum(faces) + self._shift

    @property
    def _shift(self) -> int:
        return self.modifier + self.points * self.sides

    def _chances(self) -> Pmf:
        if self.exploding:
            return Endless(self.sides, self._shift, self.snake_eyes)
        if self.snake_eyes:
            return _of_pairs(self, Die(self.sides))
        return Alike(1, self.sides, self._shift + 1)


def _of_pairs(dice: Dice, die: Die) -> Finite:
    """Return the chances of one or two like dice, counting the second as rolled even if it is not needed."""
    rolls = (pair if dice.due(pair[:1]) else pair[:1] for pair in product(die.faces, repeat=2))
    return make_counted(Counter(map(dice.total, rolls)))
