"""Take back the XP for a miss that a fudge point turned into a success, or award them for a new one."""

from __future__ import annotations

from collections.abc import Iterator

from engine.concerns.checks.decide import for_a_miss
from engine.concerns.points.events import MissWithdrawn, RollAltered, RollRerolled
from engine.concerns.points.sheet import misses
from engine.registry import Event, follows
from engine.state import State


@follows(RollAltered, RollRerolled)
def miss_or_not(state: State, event: RollAltered | RollRerolled) -> Iterator[Event]:
    """Yield the end of an award for a miss that is one no longer, or an award for a roll that is one now (FL-133)."""
    check = state.rolls[event.of]
    paid = misses(state).get((event.of, event.character))
    if paid and event.success:
        yield MissWithdrawn(event.character, *paid, event.of)
    elif not paid and check.success and not event.success and not event.secret:
        yield from for_a_miss(state, state.sheets[event.character], check.trait)
