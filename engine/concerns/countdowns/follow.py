"""Mark boxes after a check that ticks a countdown, and reach its stages."""

from __future__ import annotations

from collections.abc import Iterator

from engine.concerns.checks.events import CheckResolved
from engine.concerns.countdowns.events import CountdownTicked, StageReached
from engine.concerns.countdowns.sheet import every_countdown, is_closed, linked
from engine.registry import follows
from engine.state import State


@follows(CheckResolved)
def check_ticks(state: State, event: CheckResolved) -> Iterator[CountdownTicked]:
    """Yield the tick of the check's countdown on a success, and of the linked one on a failure (FL-77, FL-78)."""
    named = every_countdown(state).get(event.ticks or "")
    found = named and (named if event.success else linked(state, named))
    if found and not is_closed(state, found):
        hidden = found.hidden or event.secret
        yield CountdownTicked(found.name, 1, state.seq + 1, check=True, hidden=hidden)


@follows(CountdownTicked)
def tick_fills(state: State, event: CountdownTicked) -> Iterator[StageReached]:
    """Yield the stages whose last box a tick marks, in order (FL-75)."""
    found = every_countdown(state)[event.countdown]
    marked = found.marked + event.boxes
    for number, stage in enumerate(found.stages, start=1):
        if number > found.happened and found.ends[number - 1] <= marked:
            yield StageReached(found.name, number, stage.effect, number == len(found.stages), event.hidden)
