"""Sentences for events about goals."""

from __future__ import annotations

from engine.concerns.goals.events import GoalMet, GoalReached, GoalSet
from engine.registry import narrates
from engine.text import because, from_event, join_names, mark_secret


@narrates(GoalSet)
def _set(event: GoalSet) -> str:
    whose = f"{event.character}'s goal" if event.character else "Goal"
    return f"{mark_secret(event.hidden)}{whose} {event.name} needs {', or '.join(map(join_names, event.sets))}"


@narrates(GoalMet)
def _met(event: GoalMet) -> str:
    return f"{mark_secret(event.hidden)}{event.goal}: {event.need} is met{from_event(event.of)}{because(event.reason)}"


@narrates(GoalReached)
def _reached(event: GoalReached) -> str:
    who = f"{event.character} reaches {event.goal}" if event.character else f"{event.goal} is reached"
    return f"{mark_secret(event.hidden)}{who}"
