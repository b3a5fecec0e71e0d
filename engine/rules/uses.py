"""Settle a roll again after a fudge point or a ruling on its critical."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.dice import read_dice
from engine.refusal import Refused
from engine.rules.contested import OneSide, side_altered, side_beyond, side_rolled_again
from engine.rules.outcome import Outcome, base_of, in_full, natural, outcome_word, rules_of_roll, settle
from engine.types import FUMBLE
from engine.value import evolve

if TYPE_CHECKING:
    from engine.concerns.checks.events import CheckResolved
    from engine.rules.ruleset import Ruleset

    #: What a point or a ruling can turn: a check, or a side of a contest.
    Turnable = CheckResolved | OneSide


def alter_outcome(rules: Ruleset, check: Turnable, by: int) -> Outcome:
    """Return a roll's result altered by a number (FL-109), or by 0 made a success (FL-111).

    A success that a point bought stays one if the roll is raised further.
    """
    if isinstance(check, OneSide):
        return side_altered(rules, check, by)
    assert check.roll is not None
    if not by:
        critical = None if check.critical == "failure" else check.critical
        word = outcome_word(rules, check.margin, True)
        return Outcome(check.total, check.margin, True, check.degree, critical, word)
    dice = read_dice(check.dice)
    base = check.total + by - in_full(rules, dice, 0, check.roll)
    came = settle(rules_of_roll(rules, check.override), dice, base, check.roll, check.difficulty)
    success = came.success or (check.success and by > 0)
    return evolve(came, success=success, outcome=outcome_word(rules, came.margin, success))


def settle_critical(rules: Ruleset, check: Turnable, by: int) -> Outcome:
    """Return a critical roll's result after a ruling: a bonus (FU-59), or with 0 beyond all levels (FU-62)."""
    if by:
        return alter_outcome(rules, check, by)
    if isinstance(check, OneSide):
        return side_beyond(rules, check)
    assert check.roll is not None
    dice = read_dice(check.dice)
    base = check.total - in_full(rules, dice, 0, check.roll)
    return settle(rules_of_roll(rules, True), dice, base, check.roll, check.difficulty)


def must_be_natural(rules: Ruleset, check: Turnable, number: int) -> None:
    """Refuse a roll that is not critical by its dice alone (FU-61)."""
    if not is_natural(rules, check):
        off = rules.criticals not in ("natural", "both")
        hint = "“rules criticals natural” makes such rolls critical" if off else "only the dice alone make one: ±4"
        raise Refused(f"#{number} is no natural critical", about="event", value=number, hint=hint)


def is_natural(rules: Ruleset, check: Turnable) -> bool:
    """Return whether a roll is critical by its dice alone (FU-61)."""
    return check.roll is not None and natural(rules, read_dice(check.dice), check.roll) is not None


def rolled_again(rules: Ruleset, check: Turnable, dice: str, roll: int) -> Outcome:
    """Return the result of another roll of the same dice (FL-107)."""
    if isinstance(check, OneSide):
        return side_rolled_again(rules, check, roll)
    die = read_dice(dice)
    return settle(
        rules_of_roll(rules, check.override), die, base_of(die, check.level, check.modifiers), roll, check.difficulty
    )


def has_fumbled(check: Turnable) -> bool:
    """Return whether a roll is below every difficulty, with any modifiers (PO-22)."""
    return check.roll == FUMBLE
