"""Events about goals."""

from __future__ import annotations

from engine.registry import Event, event
from engine.types import Character, EventNumber, Goal, NeedName
from engine.value import value


@event(called="goals", known_by=("name",))
@value
class GoalSet(Event):
    """A goal was set, with sets of complications (FL-72, FL-73).

    One complete set is enough. `character` is whose goal it is. `hidden`: the players do not know of it.
    """

    name: Goal
    sets: tuple[tuple[NeedName, ...], ...]
    character: Character | None = None
    hidden: bool = False


@event()
@value
class GoalMet(Event):
    """One of a goal's complications was met. `of` is the roll that caused it, `character` whose goal it is."""

    goal: Goal
    need: NeedName
    of: EventNumber | None = None
    reason: str = ""
    character: Character | None = None
    hidden: bool = False


@event(brought="goal", part=True)
@value
class GoalReached(Event):
    """A set of a goal's complications is complete, and so the goal is reached."""

    goal: Goal
    character: Character | None = None
    hidden: bool = False
