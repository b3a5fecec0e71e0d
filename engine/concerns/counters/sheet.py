"""The counters on a sheet, and their effects."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.concerns.counters.events import COUNTERS, Band, CounterDefined
from engine.own import Own
from engine.refusal import unknown
from engine.registry import lends
from engine.rules.parts import Lent
from engine.state import Sheet, State
from engine.types import Counter

#: Where a character's counters are that were moved.
COUNTS: Own[Mapping[Counter, int]] = Own("counts", {})


def counts_of(state: State, sheet: Sheet) -> dict[Counter, int]:
    """Return the numbers of a character's counters."""
    held = COUNTS.of(sheet)
    return {name: held.get(name, defined.start) for name, defined in COUNTERS.of(state).items()}


def the_counter(state: State, name: str) -> CounterDefined:
    """Return a known counter. Raise Refused for another."""
    found = COUNTERS.of(state)
    if name not in found:
        hint = "“define counter NAME 0..10” adds one" if not found else None
        raise unknown("counter", name, found, about="counter", hint=hint)
    return found[name]


def bands_at(defined: CounterDefined, number: int) -> Iterator[Band]:
    """Yield a number's bands: the lowest of the low, the highest of the high."""
    low = [band for band in defined.bands if band.low and number <= band.at]
    high = [band for band in defined.bands if not band.low and number >= band.at]
    if low:
        yield min(low, key=lambda band: band.at)
    if high:
        yield max(high, key=lambda band: band.at)


@lends(15)
def counter_effects(state: State, sheet: Sheet) -> Iterator[Lent]:
    """Yield the effects of the bands that a character's counters are in."""
    if not COUNTERS.of(state):
        return  # most games have none, and the effects on a roll are asked for often
    for name, number in counts_of(state, sheet).items():
        for band in bands_at(COUNTERS.of(state)[name], number):
            word = "low" if band.low else "high"
            for effect in band.effects:
                yield Lent(effect, f"{name}: {word}", "counter")
