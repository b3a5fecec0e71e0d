"""Write a seal as the command to record it."""

from __future__ import annotations

from collections.abc import Iterable

from engine.concerns.seals.commands import SealEvening
from engine.concerns.seals.events import SealSpoken
from engine.line import Before
from engine.registry import as_line


@as_line(SealSpoken)
def _seal(event: SealSpoken, before: Before) -> Iterable[object]:
    yield SealEvening(event.player, event.number)
