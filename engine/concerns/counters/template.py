"""Sections of a template about counters.

[counters.Mana]     least = 0, most = 10, start = 10, low = [{ at = 3, action = -1, on = ["Magic"] }]
[[characters]]      counters = { Mana = 7 }
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.concerns.counters.commands import DefineCounter, HighBand, LowBand, MoveCounter
from engine.concerns.properties.commands import LevelChange
from engine.registry import section
from engine.types import Amount, Counter, Name, Offset, Tag, Trait
from engine.value import Factory, value


@value
class BandEntry:
    """The effects of a counter at a number and beyond it."""

    at: Amount
    levels: dict[Trait, Offset] = Factory(dict)
    action: Offset | None = None
    on: list[Trait] = Factory(list)
    when: Tag | None = None


@value
class CounterEntry:
    """A counter with its bounds and its bands."""

    most: Amount
    least: Amount = 0
    start: Amount | None = None
    low: list[BandEntry] = Factory(list)
    high: list[BandEntry] = Factory(list)


@section("counters", 55, dict[Name, CounterEntry])
def counters_section(defined: dict[str, CounterEntry]) -> Iterator[object]:
    """Yield a command for each counter."""
    for name, entry in defined.items():
        low = tuple(LowBand(*_band(each)) for each in entry.low)
        high = tuple(HighBand(*_band(each)) for each in entry.high)
        yield DefineCounter(name, (entry.least, entry.most), entry.start, low, high)


def _band(entry: BandEntry) -> tuple[int, tuple[LevelChange, ...], int | None, tuple[str, ...], str | None]:
    changes = tuple(LevelChange(trait, change) for trait, change in entry.levels.items())
    return entry.at, changes, entry.action, tuple(entry.on), entry.when


@section("counters", 62, dict[Counter, Offset], of_character=True)
def first_counts_section(who: str, counts: dict[str, int]) -> Iterator[object]:
    """Yield a command for each counter that a character begins at another number."""
    for name, number in counts.items():
        yield MoveCounter(who, name, number=number, reason="at the start")
