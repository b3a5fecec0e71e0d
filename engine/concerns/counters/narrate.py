"""Sentences for events about counters."""

from __future__ import annotations

from engine.concerns.counters.events import Band, CounterDefined, CounterMoved
from engine.registry import narrates
from engine.text import because, describe_effect, plain, with_sign


@narrates(CounterDefined)
def _counter(event: CounterDefined) -> str:
    bands = "".join(f"; {_band(band)}" for band in event.bands)
    bounds = f"{plain(event.least)} to {plain(event.most)}"
    return f"Counter {event.name}: {bounds}, starts at {plain(event.start)}{bands}"


def _band(band: Band) -> str:
    does = ", ".join(describe_effect(effect) for effect in band.effects)
    return f"{does} at {plain(band.at)} or {'below' if band.low else 'above'}"


@narrates(CounterMoved)
def _moved(event: CounterMoved) -> str:
    by = "" if event.by is None else f" {with_sign(event.by)}"
    went = f"{plain(event.before)} → {plain(event.after)}" if event.before != event.after else f"stays {event.after}"
    return f"{event.character}'s {event.counter}{by}: {went}{because(event.reason)}"
