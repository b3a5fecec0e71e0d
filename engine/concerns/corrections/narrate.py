"""Sentences for events about corrections."""

from __future__ import annotations

from engine.concerns.corrections.events import (
    AwardAmended,
    CheckRuled,
    EventsRedone,
    EventsUndone,
    Renamed,
    SheetSigned,
)
from engine.registry import narrates
from engine.text import because, listed


@narrates(SheetSigned)
def _signed(event: SheetSigned) -> str:
    given = f", with {listed(event.given)} given without XP" if event.given else ""
    return f"{event.player or 'The player'} agrees to {event.character}'s sheet{given}"


@narrates(CheckRuled)
def _ruled(event: CheckRuled) -> str:
    return f"Ruling: #{event.event} {'stands' if event.ruling == 'stands' else 'is void'}{because(event.reason)}"


@narrates(AwardAmended)
def _amended(event: AwardAmended) -> str:
    return f"{event.character}'s award #{event.award} is {event.amount} XP, not {event.before}{because(event.reason)}"


@narrates(EventsUndone)
def _undone(event: EventsUndone) -> str:
    if event.mode == "reason":
        return f"Reason for undoing {list_numbers(event.targets)}: {event.reason}"
    kept = f", with {list_numbers(event.kept)} kept as a debt" if event.kept else ""
    return f"Undone: {list_numbers(event.targets)}{kept}{because(event.reason)}"


@narrates(EventsRedone)
def _redone(event: EventsRedone) -> str:
    return f"Redone: {list_numbers(event.targets)}{because(event.reason)}"


def list_numbers(targets: tuple[int, ...]) -> str:
    """Return event numbers with commas, or as a range where they are neighbours."""
    if len(targets) > 2 and targets[-1] - targets[0] == len(targets) - 1:
        return f"#{targets[0]}–#{targets[-1]}"
    return ", ".join(f"#{target}" for target in targets)


@narrates(Renamed)
def _renamed(event: Renamed) -> str:
    of = f" of {event.status}" if event.status else ""
    return f"The {event.kind} {event.before}{of} is now called {event.after}"
