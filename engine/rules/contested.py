"""Settle a contest again after a fudge point or a ruling on one of its sides."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.dice import read_dice
from engine.rules.outcome import (
    OUT_OF_REACH,
    Outcome,
    base_of,
    degree,
    find_compared,
    natural,
    outcome_of_side,
    rank_sides,
    rules_of_roll,
    total_of,
    within_ends,
)
from engine.rules.parts import Ranking
from engine.types import NO_DICE, DiceSpec
from engine.value import evolve, value

if TYPE_CHECKING:
    from engine.concerns.contests.events import ContestResolved
    from engine.rules.parts import Entrant
    from engine.rules.ruleset import Ruleset


@value
class SideOutcome(Outcome):
    """The result of a contest for one side, and everyone's place."""

    ranking: Ranking = Ranking((), None, (), 0)


@value
class OneSide:
    """A contest as it stands now, and one of its sides, for which it is a success to have won."""

    contest: ContestResolved
    side: Entrant

    @property
    def character(self) -> str:
        """Who rolled."""
        return self.side.character

    @property
    def dice(self) -> DiceSpec:
        """The dice of the side."""
        return self.side.dice or self.contest.dice

    @property
    def roll(self) -> int | None:
        """The roll of the side, None if it did not roll."""
        return None if self.side.yields or self.dice == NO_DICE else self.side.roll

    @property
    def total(self) -> int:
        """The total of the side."""
        return self.side.total

    @property
    def success(self) -> bool:
        """Whether the side won."""
        return self.contest.winner == self.side.character

    @property
    def secret(self) -> bool:
        """Whether the contest is secret."""
        return self.contest.secret


def side_altered(rules: Ruleset, one: OneSide, by: int) -> SideOutcome:
    """Return a contest with a side's total altered by a number (FL-109).

    Altering by 0 lets the side win (FL-111). A win that a point bought stays one if the roll is raised further.
    """
    total = within_ends(rules, one.total + by)
    critical = None if not by and one.side.critical == "failure" else one.side.critical
    own_rules = rules_of_roll(rules, one.contest.override)
    moved = evolve(one.side, total=total, critical=critical, degree=degree(own_rules, total, critical))
    return _settle_side(rules, one, moved, wins=not by or (one.success and by > 0))


def side_rolled_again(rules: Ruleset, one: OneSide, roll: int) -> SideOutcome:
    """Return a contest in which a side rolled its dice again (FL-107)."""
    dice, own_rules = read_dice(one.dice), rules_of_roll(rules, one.contest.override)
    total = total_of(rules, dice, base_of(dice, one.side.level, one.side.modifiers), roll)
    critical = natural(own_rules, dice, roll)
    moved = evolve(one.side, total=total, critical=critical, degree=degree(own_rules, total, critical))
    return _settle_side(rules, one, moved)


def side_beyond(rules: Ruleset, one: OneSide) -> SideOutcome:
    """Return a contest that the natural criticals decide, whatever the totals (FU-62)."""
    own_rules = rules_of_roll(rules, True)
    critical = natural(own_rules, read_dice(one.dice), one.side.roll)
    moved = evolve(one.side, critical=critical, degree=degree(own_rules, one.total, critical))
    return _settle_side(rules, one, moved, override=True)


def with_ranking(contest: ContestResolved, sides: Sequence[Entrant], order: Ranking) -> ContestResolved:
    """Return a contest with the places, the winner and the lead of a ranking."""
    placed = tuple(evolve(side, place=place) for side, place in zip(sides, order.places, strict=True))
    return evolve(contest, participants=placed, winner=order.winner, tied=order.tied, relative=order.relative)


def is_bought(rules: Ruleset, contest: ContestResolved) -> bool:
    """Return whether a point, and not the totals, decided who won."""
    return contest.winner != rank_again(rules, contest, contest.participants).winner


def rank_again(rules: Ruleset, contest: ContestResolved, sides: Sequence[Entrant]) -> Ranking:
    """Return the ranking of a contest with other sides."""
    return rank_sides(rules_of_roll(rules, contest.override), sides, contest.least, contest.reading)


def _settle_side(
    rules: Ruleset, one: OneSide, moved: Entrant, *, wins: bool = False, override: bool = False
) -> SideOutcome:
    """Return a contest's result for the side that moved.

    If it `wins`, it does so whatever the totals. A win that another side bought stays. With `override`, natural
    criticals decide from now on.
    """
    bought = one.contest.winner if not one.success and is_bought(rules, one.contest) else None
    rules = rules_of_roll(rules, override or one.contest.override)
    sides = [moved if each.character == moved.character else each for each in one.contest.participants]
    order = rank_sides(rules, sides, one.contest.least, one.contest.reading)
    winner = moved.character if wins else bought
    if winner is not None and winner != order.winner:
        order = _won_by(order, [each.character for each in sides].index(winner), winner)
    totals = find_compared(rules, sides)
    own = totals.pop(sides.index(moved))
    lead = own - max(totals)
    margin = lead if abs(lead) < OUT_OF_REACH else 0
    won = order.winner == moved.character
    word = outcome_of_side(rules, sides, moved, order.winner)
    return SideOutcome(moved.total, margin, won, moved.degree, moved.critical, word, order)


def _won_by(order: Ranking, at: int, winner: str) -> Ranking:
    """Return a ranking with one side before all others, which has no lead."""
    places = [place + (place <= order.places[at]) for place in order.places]
    places[at] = 1
    return Ranking(tuple(places), winner, (), 0)
