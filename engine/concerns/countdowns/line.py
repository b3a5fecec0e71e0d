"""Write events about countdowns as the commands that would record them."""

from __future__ import annotations

from collections.abc import Iterable

from engine.concerns.countdowns.commands import MakeCountdown, StageOf, TickCountdown
from engine.concerns.countdowns.events import CountdownMade, CountdownTicked, StageReached, TickWithdrawn
from engine.line import Before, find_number
from engine.registry import as_line, no_line


@as_line(CountdownMade)
def _made(event: CountdownMade, before: Before) -> Iterable[object]:
    stages = tuple(StageOf(each.boxes, each.effect) for each in event.stages)
    usual = before.copy.rules.countdowns == "hidden"
    hidden, shown = (event.hidden and not usual), (usual and not event.hidden)
    yield MakeCountdown(event.name, stages, event.against, event.cause, hidden, open=shown)


@as_line(CountdownTicked)
def _ticked(event: CountdownTicked, before: Before) -> Iterable[object]:
    if not event.check:  # otherwise the line of the check marks it
        of = None if event.of is None else find_number(event.of, before)
        yield TickCountdown(event.countdown, event.boxes, of, event.reason)


no_line(StageReached, TickWithdrawn)
