"""Write events about counters as the commands that would record them."""

from __future__ import annotations

from collections.abc import Iterable

from engine.concerns.counters.commands import (
    DefineCounter,
    HighBand,
    HighClauses,
    LowBand,
    LowClauses,
    MoveCounter,
)
from engine.concerns.counters.events import Band, CounterDefined, CounterMoved
from engine.concerns.properties.commands import LevelChange
from engine.concerns.properties.line import clauses_of
from engine.line import Before, Unsayable
from engine.registry import as_line
from engine.value import evolve


@as_line(CounterDefined)
def _counter(event: CounterDefined, before: Before) -> Iterable[object]:
    said = DefineCounter(event.name, (event.least, event.most), event.start)
    low, high = [each for each in event.bands if each.low], [each for each in event.bands if not each.low]
    if any(_has_clauses(band) for band in event.bands):
        below = tuple(LowClauses(band.at, tuple(clauses_of(band.effects))) for band in low)
        above = tuple(HighClauses(band.at, tuple(clauses_of(band.effects))) for band in high)
        yield evolve(said, below=below, above=above)
        return
    lows, highs = (LowBand(*_split_band(band)) for band in low), (HighBand(*_split_band(band)) for band in high)
    yield evolve(said, low=tuple(lows), high=tuple(highs))


def _has_clauses(band: Band) -> bool:
    """Return whether a band needs commas between its effects. Raise Unsayable if no line can state them."""
    if not all(effect.target in ("level", "A") for effect in band.effects):
        raise Unsayable("one line cannot say all that it does")
    actions = [effect for effect in band.effects if effect.target == "A"]
    return len(actions) > 1 or len({effect.when for effect in band.effects}) > 1


def _split_band(
    band: Band,
) -> tuple[int, tuple[LevelChange, ...], int | None, tuple[str, ...], str | None]:
    """Return the words of a band with effects on levels, and one on A at most."""
    levels = [effect for effect in band.effects if effect.target == "level"]
    actions = [effect for effect in band.effects if effect.target == "A"]
    tags = {effect.when for effect in band.effects}
    changes = tuple(LevelChange(trait, effect.value) for effect in levels for trait in effect.on)
    action = actions[0] if actions else None
    number, on = (action.value, action.on) if action else (None, ())
    return band.at, changes, number, on, next(iter(tags), None)


@as_line(CounterMoved)
def _moved(event: CounterMoved, before: Before) -> Iterable[object]:
    number = event.after if event.by is None else None
    yield MoveCounter(event.character, event.counter, event.by, number, event.anyway, event.reason)
