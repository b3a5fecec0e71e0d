"""Practice time as XP, at the rate that the campaign fixed (PF-26 to PF-29)."""

from __future__ import annotations

from fractions import Fraction

from engine.known import positive
from engine.refusal import Refused
from engine.rules.curve import Standing
from engine.rules.growth import costs_of
from engine.state import State


def weigh_practice(state: State, amount: float, unit: str, quality: int = 100) -> Standing:
    """Return the standing reached by `amount` `unit`s of practice.

    `quality` percent of the practice is dedicated. The level is also the difficulty that such practice masters about
    half the time (PF-28). Both are rounded down. Raise Refused if no rate is fixed, or for a unit of time that is no
    part or multiple of the rate's.
    """
    rate = state.practice_rate
    if rate is None:
        raise Refused("what practice is worth is not fixed yet", hint="“practice 1 month = 2” fixes it")
    times = in_units(singular(unit), singular(rate.unit))
    if times is None:
        raise Refused(f"practice is counted in {rate.unit}, not in {unit}", about="unit", hint=f"say it in {rate.unit}")
    if not 0 < quality <= 100:
        raise Refused(f"{quality}% is no share of dedicated practice", about="quality", hint="it goes from 1% to 100%")
    if amount <= 0:
        positive(0)
    xp = Fraction(str(amount)) * times * rate.xp * quality / (rate.amount * 100)
    return costs_of(state.rules).find_standing(int(xp))


#: Units of time that are a whole number of a shorter one. A month is no whole number of weeks.
LONGER = {"week": ("day", 7), "fortnight": ("day", 14), "year": ("month", 12)}


def in_units(unit: str, other: str) -> Fraction | None:
    """Return how many of another unit of time a unit is, or None if inexact.

    >>> str(in_units("year", "month")), str(in_units("day", "week")), in_units("month", "week")
    ('12', '1/7', None)
    """
    (least, times), (other_least, other_times) = (LONGER.get(each, (each, 1)) for each in (unit, other))
    return Fraction(times, other_times) if least == other_least else None


def singular(unit: str) -> str:
    """Return a unit of time without the s of its plural."""
    return unit.casefold().removesuffix("s")
