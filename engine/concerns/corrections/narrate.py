"""Sentences for events about corrections."""

from __future__ import annotations

from itertools import groupby

from engine.concerns.corrections.events import (
    AwardAmended,
    CheckRuled,
    CriticalRuled,
    EventsRedone,
    EventsUndone,
    Renamed,
    SheetSigned,
)
from engine.concerns.uses.narrate import what_holds
from engine.registry import narrates
from engine.text import because, join_names, mark_secret, with_sign


@narrates(SheetSigned)
def _signed(event: SheetSigned) -> str:
    given = f", with {join_names(event.given)} given without XP" if event.given else ""
    return f"{event.player or 'The player'} agrees to {event.character}'s sheet{given}"


@narrates(CheckRuled)
def _ruled(event: CheckRuled) -> str:
    return f"Ruling: #{event.event} {'stands' if event.ruling == 'stands' else 'is void'}{because(event.reason)}"


@narrates(CriticalRuled)
def _critical_ruled(event: CriticalRuled) -> str:
    bonus = f"{with_sign(event.by)} → " if event.by else ""
    return f"{mark_secret(event.secret)}Ruling on #{event.of}: {bonus}{what_holds(event)}{because(event.reason)}"


@narrates(AwardAmended)
def _amended(event: AwardAmended) -> str:
    said = f"{event.character}'s award #{event.award} is {event.amount} XP, not {event.before}"
    return f"{said}{tell_kept(event)}{because(event.reason)}"


@narrates(EventsUndone)
def _undone(event: EventsUndone) -> str:
    if event.mode == "reason":
        return f"Reason for undoing {list_numbers(event.targets)}: {event.reason}"
    return f"Undone: {list_numbers(event.targets)}{tell_kept(event)}{because(event.reason)}"


def tell_kept(event: AwardAmended | EventsUndone) -> str:
    """Say which allocations a correction left in debt, "" if none."""
    return f", with {list_numbers(event.kept)} kept as a debt" if event.kept else ""


@narrates(EventsRedone)
def _redone(event: EventsRedone) -> str:
    return f"Redone: {list_numbers(event.targets)}{because(event.reason)}"


def list_numbers(targets: tuple[int, ...]) -> str:
    """Return event numbers with commas, and three or more neighbours as a range.

    >>> list_numbers((3, 4, 7, 8, 9))
    '#3, #4, #7–#9'
    """
    runs = [[each for _, each in run] for _, run in groupby(enumerate(targets), lambda pair: pair[1] - pair[0])]
    parts = [[f"#{run[0]}–#{run[-1]}"] if len(run) > 2 else [f"#{each}" for each in run] for run in runs]
    return ", ".join(each for part in parts for each in part)


@narrates(Renamed)
def _renamed(event: Renamed) -> str:
    of = f" of {event.status}" if event.status else ""
    return f"The {event.kind} {event.before}{of} is now called {event.after}"
