"""How a narrator tells events about goals."""

from __future__ import annotations

from engine.concerns.goals.events import GoalMet, GoalReached, GoalSet
from engine.retelling import ClauseTold, NewsTold, OpenTold, Telling, retells


@retells(GoalSet)
def _set(event: GoalSet, telling: Telling) -> OpenTold:
    return OpenTold(event.name)


@retells(GoalMet)
def _met(event: GoalMet, telling: Telling) -> ClauseTold:
    return ClauseTold(f"{event.goal} now has {event.need}", event.reason)


@retells(GoalReached)
def _reached(event: GoalReached, telling: Telling) -> NewsTold:
    if event.character is None:
        return NewsTold(f"{event.goal} is reached")
    return NewsTold(f"{telling.call(event.character)} reached {event.goal}")
