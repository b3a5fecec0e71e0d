"""How a narrator tells events about counters."""

from __future__ import annotations

from engine.concerns.counters.events import CounterDefined, CounterMoved
from engine.retelling import ChangeTold, Telling, retells, says_nothing
from engine.text import plain

says_nothing(CounterDefined)


@retells(CounterMoved)
def _moved(event: CounterMoved, telling: Telling) -> ChangeTold | None:
    if event.before == event.after:
        return None
    verb = "rose to" if event.after > event.before else "fell to"
    return ChangeTold(event.character, event.counter, f"{verb} {plain(event.after)}", event.reason)
