"""How a narrator tells events about checks."""

from __future__ import annotations

from collections.abc import Iterator

from engine.concerns.checks.events import CheckResolved
from engine.concerns.checks.narrate import despite
from engine.retelling import Telling, TryTold, retells
from engine.text import fudge_points
from engine.types import FUMBLE

#: What became of a try: at a success, at a failure, with a fumble.
MADE, MISSED, FUMBLED = "made", "missed", "fumbled"

#: The same in a fight. Players also roll to defend themselves, so nobody hits.
WON, LOST, TIED = "won", "lost", "tied"

#: What somebody tries for whom no trait fits.
NO_TRAIT = "an untrained act"

#: The source of a difficulty that nobody named.
UNNAMED = "rules"


@retells(CheckResolved)
def _check(event: CheckResolved, telling: Telling) -> TryTold:
    fumbled = event.roll == FUMBLE and "roll" not in telling.blanks
    is_plain = not (fumbled or event.automatic or event.critical or is_usual(event) or "margin" in telling.blanks)
    return TryTold(
        event.character,
        FUMBLED if fumbled else verb_of(event.success),
        event.trait or NO_TRAIT,
        event.opponent,
        abs(event.margin) if is_plain else None,
        tuple(remarks(event)),
        "" if event.success else event.stakes,
        WON if event.success else LOST,
        event.points + bool(event.use),
        event.success,
    )


def verb_of(success: bool) -> str:
    """Return what became of a try."""
    return MADE if success else MISSED


def is_usual(event: CheckResolved) -> bool:
    """Return whether nobody named a difficulty, so that the degree tells how it went."""
    return event.opponent is None and any(part.source == UNNAMED for part in event.difficulty_parts[:1])


def remarks(event: CheckResolved) -> Iterator[str]:
    """Yield how well somebody did, and what decided beside the dice."""
    came = "success" if event.success else "failure"
    if event.degree and is_usual(event) and not event.automatic:
        yield event.degree
    if event.outcome:
        yield event.outcome
    if event.critical:
        yield f"critical {came}" if event.critical == came else despite(event.critical).strip()
    if event.points or event.use:
        yield f"with {fudge_points(max(event.points, 1))}"
    elif event.automatic:
        yield "without dice"
