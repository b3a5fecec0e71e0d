"""Who acts in an event, which counts as a turn in the spotlight."""

from __future__ import annotations

from collections.abc import Iterator

from engine.concerns.rolls.events import Act


def who_acts(event: object) -> Iterator[str]:
    """Yield the characters who act in an event."""
    if isinstance(event, Act):
        yield from (side.character for side in event.sides if side.character is not None)
