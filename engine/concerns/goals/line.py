"""Write events about goals as the commands that would record them."""

from __future__ import annotations

from collections.abc import Iterable

from engine.concerns.goals.commands import MeetComplication, NeedSet, SetGoal
from engine.concerns.goals.events import GoalMet, GoalReached, GoalSet
from engine.line import Before, find_number
from engine.registry import as_line, no_line


@as_line(GoalSet)
def _set(event: GoalSet, before: Before) -> Iterable[object]:
    yield SetGoal(event.name, tuple(map(NeedSet, event.sets)), event.character, event.hidden)


@as_line(GoalMet)
def _met(event: GoalMet, before: Before) -> Iterable[object]:
    of = None if event.of is None else find_number(event.of, before)
    yield MeetComplication(event.goal, event.need, of, event.reason)


no_line(GoalReached)
