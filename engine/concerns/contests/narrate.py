"""Sentences for events about contests."""

from __future__ import annotations

from collections.abc import Sequence

from engine.concerns.contests.events import ContestResolved
from engine.registry import narrates
from engine.rules.parts import Entrant
from engine.text import join_names, mark_secret, plain
from engine.types import FUMBLE, NO_DICE


@narrates(ContestResolved)
def _contest(event: ContestResolved) -> str:
    return tell_contest(event, by_place(event))


def tell_contest(event: ContestResolved, ranked: Sequence[Entrant]) -> str:
    """Return who won, by how much, and the traits and results of the `ranked` sides in order of place."""
    came = f"{mark_secret(event.secret)}{came_of_it(event)}"
    if not ranked or (event.winner and event.automatic):
        return came
    first, second, *_ = by_place(event)
    both = len(ranked) == len(event.participants) == 2
    matched = " too" if event.winner and second.place == first.place and both else ""
    verb = "reaches" if event.winner or event.tied else "is only"
    return f"{came}: {', '.join(reached_by(side, verb) for side in ranked)}{matched}"


def came_of_it(event: ContestResolved) -> str:
    """Return who won, and by how much or why without dice."""
    if not event.winner:
        return f"{join_names(event.tied)} tie" if event.tied else too_low(event, by_place(event)[0])
    if event.automatic:
        first = by_place(event)[0]
        return f"{event.winner} wins{f' with {first.trait}' if first.trait else ''}: {event.automatic}"
    return f"{event.winner} wins{f' by {event.relative}' if event.relative else ''}"


def too_low(event: ContestResolved, first: Entrant) -> str:
    """Return that nobody won because the first side stayed below its least level."""
    if first.least is None:
        return f"Nobody reaches {event.against or event.least}"
    return f"{first.character} does not reach {first.against or plain(first.least)}"


def reached_by(side: Entrant, verb: str) -> str:
    """Return a side's result as a word of the ladder, a number or a fumble.

    `verb` tells whether its roll “reaches” the result or “is only” that.
    """
    acting = f"{side.character}'s {side.trait or 'untrained act'}"
    if side.yields:
        return f"{acting} does not resist"
    if side.roll == FUMBLE:
        return f"{acting} fumbles"
    called = f", {side.outcome}" if side.outcome else ""
    return f"{acting} {'stays' if side.dice == NO_DICE else verb} {side.degree or plain(side.total)}{called}"


def by_place(event: ContestResolved) -> list[Entrant]:
    """Return the sides by their places, the winner first, untold places last."""
    return sorted(event.participants, key=lambda side: (not side.place, side.place, side.character != event.winner))
