"""Mark boxes after a check that ticks a countdown, and reach its stages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from engine.concerns.checks.events import CheckResolved
from engine.concerns.countdowns.events import CountdownTicked, StageReached, TickWithdrawn
from engine.concerns.countdowns.sheet import COUNTDOWNS, find_linked, is_closed, without_tick
from engine.concerns.uses.events import Turning
from engine.registry import Event, follows
from engine.state import State


@follows(CheckResolved)
def check_ticks(state: State, event: CheckResolved) -> Iterator[CountdownTicked]:
    """Yield the ticks that a check causes: a success on its countdown, a failure on the linked one (FL-77, FL-78)."""
    if event.ticks:
        yield from tick_of(state, event.ticks, state.seq + 1, success=event.success, secret=event.secret)


def tick_of(state: State, name: str, check: int, *, success: bool, secret: bool) -> Iterator[CountdownTicked]:
    """Yield the tick that a check causes, on the countdown that it names, or after a failure on the linked one.

    A countdown that began after the check is another one of the same name.
    """
    named = COUNTDOWNS.of(state).get(name)
    found = named and (named if success else find_linked(state, named))
    if found and found.number < check and not is_closed(state, found):
        yield CountdownTicked(found.name, 1, check, check=True, hidden=found.hidden or secret)


@follows(*get_args(Turning))
def turned_roll_ticks(state: State, event: Turning) -> Iterator[Event]:
    """Yield the event that frees a turned check's box, and the new tick (FL-111)."""
    check = state.rolls[event.of]
    if not isinstance(check, CheckResolved) or not check.ticks or check.success == event.success:
        return
    trial = state.copy()
    for found in [each for each in COUNTDOWNS.of(state).values() if event.of in each.checks]:
        yield TickWithdrawn(found.name, event.of, found.hidden or event.secret)
        trial.own[COUNTDOWNS] = {**COUNTDOWNS.of(trial), found.name: without_tick(found, event.of)}
    yield from tick_of(trial, check.ticks, event.of, success=event.success, secret=event.secret)


@follows(CountdownTicked)
def tick_fills(state: State, event: CountdownTicked) -> Iterator[StageReached]:
    """Yield the stages whose last box a tick marks, in order (FL-75)."""
    found = COUNTDOWNS.of(state)[event.countdown]
    marked = found.marked + event.boxes
    for number, stage in enumerate(found.stages, start=1):
        if number > found.happened and found.ends[number - 1] <= marked:
            yield StageReached(found.name, number, stage.effect, number == len(found.stages), event.hidden)
