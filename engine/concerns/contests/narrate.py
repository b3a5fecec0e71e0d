"""Sentences for events about contests."""

from __future__ import annotations

from engine.concerns.contests.events import ContestResolved, Entrant
from engine.concerns.rolls.narrate import mark_secret
from engine.registry import narrates
from engine.text import listed, plain
from engine.types import FUMBLE

#: What a side acts with that has no trait for it.
NO_TRAIT = "no trait"


@narrates(ContestResolved)
def _contest(event: ContestResolved) -> str:
    return f"{mark_secret(event.secret)}{came_of_it(event)}"


def came_of_it(event: ContestResolved) -> str:
    """Return who won, by how much, and what everyone reached with which trait."""
    first, *others = ranked = by_place(event)
    if not event.winner:
        came = f"{listed(event.tied)} tie" if event.tied else f"nobody reaches {event.against or event.least}"
        return f"{came}: {', '.join(map(whose_total, ranked))}"
    if event.automatic:
        return f"{event.winner} wins with {first.trait or NO_TRAIT}: {event.automatic}"
    matched = others[0].place == first.place and len(others) == 1
    by = f" by {event.relative}" if event.relative else ""
    theirs = listed([whose_total(side) for side in others])
    return f"{event.winner} wins{by}: {trait_total(first)} {'matches' if matched else 'against'} {theirs}"


def whose_total(side: Entrant) -> str:
    """Return what a side reached, with its name."""
    return f"{side.character}'s {trait_total(side)}"


def trait_total(side: Entrant) -> str:
    """Return what a side reached with its trait: a word of the ladder, a number, or a fumble."""
    if side.yields:
        return f"{side.trait or NO_TRAIT}, which does not resist"
    return f"{side.trait or NO_TRAIT} {'fumbled' if side.roll == FUMBLE else side.degree or plain(side.total)}"


def by_place(event: ContestResolved) -> list[Entrant]:
    """Return the sides by their places, the winner first."""
    return sorted(event.participants, key=lambda side: (side.place, side.character != event.winner))
