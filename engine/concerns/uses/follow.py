"""Correct XP for misses that a fudge point or a ruling made or unmade."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from engine.concerns.checks.decide import for_a_miss
from engine.concerns.contests.decide import missed_sides
from engine.concerns.contests.events import ContestResolved
from engine.concerns.uses.events import MissWithdrawn, Turning
from engine.concerns.uses.project import MISSES, turned_contest
from engine.registry import Event, follows
from engine.state import State


@follows(*get_args(Turning))
def miss_or_not(state: State, event: Turning) -> Iterator[Event]:
    """Yield the end of an XP award for a miss if a roll is one no more, or the award if it has become one (FL-133)."""
    check = state.rolls[event.of]
    if isinstance(check, ContestResolved):
        yield from sides_that_miss(state, check, event)
        return
    paid = MISSES.of(state).get((event.of, event.character))
    if paid and event.success:
        yield MissWithdrawn(event.character, *paid, event.of)
    elif not paid and check.success and not event.success and not event.secret and check.at_stake:
        yield from for_a_miss(state, state.sheets[event.character], check.trait)


def sides_that_miss(state: State, contest: ContestResolved, event: Turning) -> Iterator[Event]:
    """Yield the XP awards that change with the sides that miss (FL-133)."""
    before, now = missed_sides(contest), missed_sides(turned_contest(contest, event))
    after, missed = ({each.character for each in sides} for sides in (now, before))
    for side in contest.participants:
        paid = MISSES.of(state).get((event.of, side.character))
        if paid and side.character not in after:
            yield MissWithdrawn(side.character, *paid, event.of)
        elif not paid and side.character in after - missed:
            yield from for_a_miss(state, state.sheets[side.character], side.trait)
