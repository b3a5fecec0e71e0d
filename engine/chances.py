"""Exact chances before the dice fall: of a check, of a contest, of dice alone (PF-48, PF-50, DT-20)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from engine.commands.look import CheckOdds, ContestOdds
from engine.commands.table import Check
from engine.decide.actions import enter, same_action, summed, the_dice, weigh
from engine.dice import Dice
from engine.events import CheckResolved, Entrant
from engine.odds import OddsError, Pmf, Race, race
from engine.refusal import Refused
from engine.state import State
from engine.value import value


@value
class CheckChances:
    """A check up to its roll, and the chance that the dice give what it needs."""

    check: CheckResolved
    dice: Dice
    needed: int

    @property
    def chance(self) -> float:
        """P(R >= needed)."""
        return float(self.dice.pmf().at_least(self.needed))

    @property
    def exact(self) -> str:
        """The chance as a fraction over the whole sample space."""
        ways, cases = self.dice.pmf().cases_at_least(self.needed)
        return f"{ways}/{cases}"

    def as_json(self) -> dict[str, Any]:
        """The chances as plain data."""
        return {
            "chance": self.chance,
            "chance_exact": self.exact,
            "character": self.check.character,
            "trait": self.check.trait,
            "level": self.check.level,
            "modifiers": [{"value": p.value, "reason": p.reason, "source": p.source} for p in self.check.modifiers],
            "difficulty": self.check.difficulty,
            "needed": self.needed,
            "dice": self.dice.spec,
        }


@value
class ContestChances:
    """The sides of a contest before their rolls, and the chance that each is alone first."""

    sides: tuple[Entrant, ...]
    dice: Dice
    race: Race

    @property
    def tie(self) -> float:
        """The chance that first place is shared."""
        return float(self.race.tied)

    @property
    def chances(self) -> dict[str, float]:
        """Every side's chance to win."""
        return {side.character: float(self.race.alone(i)) for i, side in enumerate(self.sides)}

    def as_json(self) -> dict[str, Any]:
        """The chances as plain data; `chance` is the first side's."""
        return {
            "chance": self.chances[self.sides[0].character],
            "chances": self.chances,
            "tie": self.tie,
            "dice": self.dice.spec,
            "participants": [
                {"character": side.character, "trait": side.trait, "level": side.level, "start": side.total}
                for side in self.sides
            ],
        }


@value
class DiceChances:
    """The chance of every total of some dice; of endless ones, of the totals that are worth showing."""

    dice: Dice
    totals: tuple[int, ...]

    def as_json(self) -> dict[str, Any]:
        """The chances as plain data, keyed by the total."""
        pmf: Pmf = self.dice.pmf()
        return {
            "dice": self.dice.spec,
            "pmf": {str(total): float(pmf.chance(total)) for total in self.totals},
            "at_least": {str(total): float(pmf.at_least(total)) for total in self.totals},
            "mean": float(pmf.mean),
            "deviation": float(pmf.variance) ** 0.5,
        }


def of_check(state: State, asked: CheckOdds) -> CheckChances:
    """The chance of a check; raises Refused as the check itself would."""
    check = Check(
        asked.who,
        asked.trait,
        asked.difficulty,
        asked.opponent,
        asked.deduction,
        asked.modifiers,
        asked.tags,
        asked.factors,
    )
    weighed = weigh(state, check)
    dice = the_dice(asked.dice or state.rules.check_dice)
    return CheckChances(weighed, dice, weighed.difficulty - weighed.level - summed(weighed.modifiers))


def of_contest(state: State, asked: ContestOdds) -> ContestChances:
    """The chances of a contest, every side's dice still to fall; raises Refused as the contest itself would."""
    dice = the_dice(asked.dice or state.rules.contest_dice)
    sides = tuple(enter(state, side) for side in same_action(asked.sides))
    with within_odds():
        return ContestChances(sides, dice, race([(side.total, dice.pmf()) for side in sides]))


def of_dice(spec: str) -> DiceChances:
    """The chances of dice by their spelling; raises Refused for dice that cannot be."""
    dice = the_dice(spec)
    with within_odds():
        return DiceChances(dice, tuple(dice.pmf().listed()))


@contextmanager
def within_odds() -> Iterator[None]:
    """Turn what cannot be worked out in reasonable time into a refusal."""
    try:
        yield
    except OddsError as error:
        raise Refused(str(error), about="dice") from None
