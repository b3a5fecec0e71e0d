"""Reduce events about XP and free practice to the parts that players see."""

from __future__ import annotations

from engine.concerns.experience.events import (
    BonusGranted,
    PracticeRateFixed,
    QuestionDenied,
    TraitRaised,
    XpAllocated,
    XpAwarded,
    XpTaken,
)
from engine.concerns.goals.events import GoalSet
from engine.players import Reduced, Seen, reduces, seen_whole
from engine.value import evolve

seen_whole(PracticeRateFixed, XpAwarded, QuestionDenied, BonusGranted)


@reduces(XpAllocated, names_unseen=True)
def reduce_spending(event: XpAllocated, seen: Seen) -> Reduced:
    """Leave out a secret goal that the trait waits for. That XP are spent is shown, whichever awards paid."""
    waits_in_secret = seen.is_secret(seen.find_maker(GoalSet, event.after))
    return Reduced(evolve(event, after=None, pending=False) if waits_in_secret else event)


@reduces(XpTaken, names_unseen=True)
def reduce_taking(event: XpTaken, seen: Seen) -> Reduced:
    """Show that XP are taken, whichever awards they come from."""
    return Reduced(event)


@reduces(TraitRaised)
def reduce_raise(event: TraitRaised, seen: Seen) -> Reduced:
    """Leave out a secret goal that was reached."""
    return Reduced(evolve(event, after=None) if seen.is_secret(seen.find_maker(GoalSet, event.after)) else event)
