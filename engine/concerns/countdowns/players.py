"""Reduce events about countdowns to the parts that players see."""

from __future__ import annotations

from engine.concerns.countdowns.events import CountdownMade, CountdownTicked, StageReached, TickWithdrawn
from engine.players import Reduced, Seen, leave_out_causes, reduces, seen_whole
from engine.value import evolve

seen_whole(StageReached, TickWithdrawn)
reduces(CountdownTicked)(leave_out_causes)


@reduces(CountdownMade)
def reduce_countdown(event: CountdownMade, seen: Seen) -> Reduced:
    """Leave out a secret countdown that this one is against."""
    is_secret = seen.is_secret(seen.find_maker(CountdownMade, event.against))
    return Reduced(evolve(event, against=None) if is_secret else event)
