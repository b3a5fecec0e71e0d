"""Write events about counters as the commands that would record them."""

from __future__ import annotations

from collections.abc import Iterable

from engine.concerns.counters.commands import DefineCounter, HighBand, LowBand, MoveCounter
from engine.concerns.counters.events import Band, CounterDefined, CounterMoved
from engine.concerns.properties.commands import LevelChange
from engine.line import Before, Unsayable
from engine.registry import as_line


@as_line(CounterDefined)
def _counter(event: CounterDefined, before: Before) -> Iterable[object]:
    low = tuple(LowBand(*_split_band(band)) for band in event.bands if band.low)
    high = tuple(HighBand(*_split_band(band)) for band in event.bands if not band.low)
    yield DefineCounter(event.name, (event.least, event.most), event.start, low, high)


def _split_band(
    band: Band,
) -> tuple[int, tuple[LevelChange, ...], int | None, tuple[str, ...], str | None]:
    """Return the words of a band; raise Unsayable for one that no line can say."""
    levels = [effect for effect in band.effects if effect.target == "level"]
    actions = [effect for effect in band.effects if effect.target == "A"]
    tags = {effect.when for effect in band.effects}
    if len(levels) + len(actions) < len(band.effects) or len(actions) > 1 or len(tags) > 1:
        raise Unsayable("one line cannot say all that it does")
    changes = tuple(LevelChange(trait, effect.value) for effect in levels for trait in effect.on)
    action = actions[0] if actions else None
    number, on = (action.value, action.on) if action else (None, ())
    return band.at, changes, number, on, next(iter(tags), None)


@as_line(CounterMoved)
def _moved(event: CounterMoved, before: Before) -> Iterable[object]:
    number = event.after if event.by is None else None
    yield MoveCounter(event.character, event.counter, event.by, number, event.anyway, event.reason)
