"""Sections of a template about XP and free practice.

[practice]          amount = 1, unit = "month", xp = 2
[[characters]]      xp = 50, spend = { Perception = 19 }
[[characters]]      earned = 37, spent-before = 30: from before this log, and in the levels already
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.concerns.experience.commands import Award, FixPracticeRate, Forfeit, Share, Spend
from engine.registry import section
from engine.types import Amount, Trait, Unit
from engine.value import value


@value
class PracticeEntry:
    """The XP that practice away from the table is worth."""

    amount: Amount
    unit: Unit
    xp: Amount


@section("practice", 30, PracticeEntry)
def practice_section(rate: PracticeEntry) -> Iterator[object]:
    """Yield the command that fixes the rate."""
    yield FixPracticeRate(rate.amount, rate.unit, rate.xp)


@section("xp", 30, Amount, of_character=True)
def xp_section(who: str, amount: int) -> Iterator[object]:
    """Yield the award of the XP that a character begins with."""
    yield Award((who,), amount, "practice before play")


@section("earned", 32, Amount, of_character=True)
def earned_section(who: str, amount: int) -> Iterator[object]:
    """Yield the award of the XP that a character got before this log began."""
    yield Award((who,), amount, "earned before this log began")


@section("spent-before", 34, Amount, of_character=True)
def spent_before_section(who: str, amount: int) -> Iterator[object]:
    """Yield the command that takes the XP that are in a character's levels already."""
    yield Forfeit(who, amount, before=True)


@section("spend", 40, dict[Trait, Amount], of_character=True)
def spend_section(who: str, shares: dict[str, int]) -> Iterator[object]:
    """Yield one command for all that a character spends."""
    if shares:
        yield Spend(who, tuple(Share(amount, trait) for trait, amount in shares.items()))
