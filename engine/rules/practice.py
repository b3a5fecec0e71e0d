"""Practice time as XP, at the rate that the campaign fixed (PF-26 to PF-29)."""

from __future__ import annotations

from fractions import Fraction

from engine.known import positive
from engine.refusal import Refused
from engine.rules import curve
from engine.rules.curve import Standing
from engine.state import State


def weigh_practice(state: State, amount: int, unit: str, quality: int = 100) -> Standing:
    """Return the standing that `amount` `unit`s of practice reach, `quality` percent of it dedicated.

    The level is also the difficulty that such practice masters about half the time (PF-28); both are rounded down.
    Raises Refused if no rate is fixed, or for another unit of time.
    """
    rate = state.practice_rate
    if rate is None:
        raise Refused("what practice is worth is not fixed yet", hint="“practice 1 month = 2” fixes it")
    if singular(unit) != singular(rate.unit):
        raise Refused(f"practice is counted in {rate.unit}, not in {unit}", about="unit", hint=f"say it in {rate.unit}")
    if not 0 < quality <= 100:
        raise Refused(f"{quality}% is no share of dedicated practice", about="quality", hint="it goes from 1% to 100%")
    xp = Fraction(positive(amount) * rate.xp * quality, rate.amount * 100)
    return curve.standing(int(xp))


def singular(unit: str) -> str:
    """Return a unit of time without the s of its plural."""
    return unit.casefold().removesuffix("s")
