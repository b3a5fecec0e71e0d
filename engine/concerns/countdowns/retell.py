"""How a narrator tells events about countdowns."""

from __future__ import annotations

from engine.concerns.countdowns.events import CountdownMade, CountdownTicked, StageReached, TickWithdrawn
from engine.retelling import NewsTold, OpenTold, Telling, TickTold, retells, says_nothing

says_nothing(TickWithdrawn)


@retells(CountdownMade)
def _made(event: CountdownMade, telling: Telling) -> OpenTold:
    return OpenTold(event.name)


@retells(CountdownTicked)
def _ticked(event: CountdownTicked, telling: Telling) -> TickTold:
    return TickTold(event.countdown, event.boxes, event.reason)


@retells(StageReached)
def _reached(event: StageReached, telling: Telling) -> NewsTold:
    said = event.effect or f"{event.countdown} {'is full' if event.full else f'reached stage {event.stage}'}"
    return NewsTold(said, event.countdown)
