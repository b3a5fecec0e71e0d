"""Events about counters."""

from __future__ import annotations

from collections.abc import Mapping

from engine.own import Own
from engine.registry import Event, event
from engine.rules.parts import Effect
from engine.types import Character, Counter
from engine.value import value


@value
class Band:
    """A counter's effect from a number on: down from `at` if `low`, else up."""

    at: int
    effects: tuple[Effect, ...]
    low: bool = True


#: Every counter that is defined, by its name.
COUNTERS: Own[Mapping[Counter, CounterDefined]] = Own("counters", {})


@event(for_all=True, defined_in=COUNTERS.of)
@value
class CounterDefined(Event):
    """A status that is a number, with bounds, a start value and bands.

    Characters begin with the start value. Each band has its effects while the number is in it.
    """

    name: Counter
    least: int
    most: int
    start: int
    bands: tuple[Band, ...] = ()


@event(called="counters")
@value
class CounterMoved(Event):
    """A counter was moved by a number, or set to one if `by` is None.

    `before` and `after` are the numbers as they were then. `anyway` allows it to leave its bounds.
    """

    character: Character
    counter: Counter
    before: int
    after: int
    by: int | None = None
    reason: str = ""
    anyway: bool = False
