"""Sentences for events about contests."""

from __future__ import annotations

from engine.concerns.contests.events import ContestResolved, Entrant
from engine.concerns.rolls.narrate import mark_secret
from engine.registry import narrates
from engine.text import listed, plain
from engine.types import FUMBLE


@narrates(ContestResolved)
def _contest(event: ContestResolved) -> str:
    ranked = sorted(event.participants, key=lambda side: side.place)
    totals = ", ".join(f"{side.character} {total_of_side(side)}" for side in ranked if not side.yields)
    if event.winner:
        alone = ranked[1].roll == FUMBLE
        by = f" by {event.relative}" if event.relative else "" if alone else ", having matched it"
        came = f"{event.winner} wins{f': {event.automatic}' if event.automatic else by}"
    else:
        came = f"{listed(event.tied)} tie" if event.tied else f"nobody reaches {event.against or event.least}"
    return f"{mark_secret(event.secret)}{event.participants[0].trait} contest: {came} ({totals})"


def total_of_side(side: Entrant) -> str:
    """What a side came to: a word of the ladder, or a number."""
    return "a fumble" if side.roll == FUMBLE else side.degree or plain(side.total)
