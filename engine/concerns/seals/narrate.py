"""The sentence for a seal."""

from __future__ import annotations

from engine.concerns.seals.events import SealSpoken
from engine.registry import narrates


@narrates(SealSpoken)
def _sealed(event: SealSpoken) -> str:
    said = "without a number" if event.number is None else f"with the number {event.number}"
    return f"{event.player} seals the log {said}"
