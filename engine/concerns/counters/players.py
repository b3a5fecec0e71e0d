"""Reduce events about counters to the parts that players see."""

from __future__ import annotations

from engine.concerns.counters.events import CounterDefined, CounterMoved
from engine.players import seen_whole

seen_whole(CounterDefined, CounterMoved)
