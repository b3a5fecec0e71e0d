"""Sentences for events about contests."""

from __future__ import annotations

from engine.concerns.contests.events import ContestResolved, Entrant
from engine.concerns.rolls.narrate import mark_secret
from engine.registry import narrates
from engine.text import listed, plain
from engine.types import FUMBLE, NO_DICE


@narrates(ContestResolved)
def _contest(event: ContestResolved) -> str:
    return f"{mark_secret(event.secret)}{came_of_it(event)}"


def came_of_it(event: ContestResolved) -> str:
    """Return who won, by how much, and what everyone reached with which trait."""
    first, *others = ranked = by_place(event)
    if not event.winner:
        came = f"{listed(event.tied)} tie" if event.tied else f"Nobody reaches {event.against or event.least}"
        return f"{came}: {', '.join(map(reached_by, ranked))}"
    if event.automatic:
        return f"{event.winner} wins{f' with {first.trait}' if first.trait else ''}: {event.automatic}"
    by = f" by {event.relative}" if event.relative else ""
    matched = " too" if others[0].place == first.place and len(others) == 1 else ""
    return f"{event.winner} wins{by}: {', '.join(map(reached_by, ranked))}{matched}"


def reached_by(side: Entrant) -> str:
    """Return what a side reached with its trait: a word of the ladder, a number, or a fumble."""
    acting = f"{side.character}'s {side.trait or 'untrained act'}"
    if side.yields:
        return f"{acting} does not resist"
    if side.roll == FUMBLE:
        return f"{acting} fumbles"
    return f"{acting} {'stays' if side.dice == NO_DICE else 'reaches'} {side.degree or plain(side.total)}"


def by_place(event: ContestResolved) -> list[Entrant]:
    """Return the sides by their places, the winner first."""
    return sorted(event.participants, key=lambda side: (side.place, side.character != event.winner))
