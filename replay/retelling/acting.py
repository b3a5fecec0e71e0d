"""Who acts in an event, which counts as a turn in the spotlight."""

from __future__ import annotations

from collections.abc import Iterator

from engine.concerns.checks.events import CheckResolved
from engine.concerns.contests.events import ContestResolved
from engine.concerns.rolls.events import DiceRolled


def who_acts(event: object) -> Iterator[str]:
    """Yield the characters who act in an event."""
    match event:
        case CheckResolved(character=name):
            yield name
        case ContestResolved(participants=sides):
            yield from (side.character for side in sides)
        case DiceRolled(character=str(name)):
            yield name
