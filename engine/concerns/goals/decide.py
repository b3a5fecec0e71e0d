"""Decide commands about goals, and reach a goal with the last complication of a set."""

from __future__ import annotations

from collections.abc import Iterator

from engine.concerns.goals.commands import MeetComplication, SetGoal
from engine.concerns.goals.events import GoalMet, GoalReached, GoalSet
from engine.concerns.goals.sheet import GOALS, the_goal, the_need
from engine.dice import Draw
from engine.known import must_not_be_a_number, the_sheet
from engine.registry import Event, decides, follows
from engine.state import State
from engine.value import evolve


@decides(SetGoal)
def set_goal(state: State, command: SetGoal, draw: Draw) -> list[Event]:
    """Set a goal with its complications (FL-72, FL-73)."""
    must_not_be_a_number("goal", command.name)
    same = next((each for each in GOALS.of(state) if each.casefold() == command.name.casefold()), command.name)
    who = None if command.who is None else the_sheet(state, command.who).name
    return [GoalSet(same, tuple(one.needs for one in command.sets), who, command.secret)]


@decides(MeetComplication)
def meet_complication(state: State, command: MeetComplication, draw: Draw) -> list[Event]:
    """Record that one of a goal's complications is met (FL-72)."""
    found = the_goal(state, command.name)
    need = the_need(found, command.need)
    return [GoalMet(found.name, need, command.roll, command.reason, found.character, found.hidden)]


# --- what happens at once --------------------------------------------------------------------------------------


@follows(GoalMet)
def reach_with_the_last(state: State, event: GoalMet) -> Iterator[GoalReached]:
    """Yield that a goal is reached with the complication that completes a set (FL-72)."""
    found = GOALS.of(state)[event.goal]
    if evolve(found, met=(*found.met, event.need)).reached:
        yield GoalReached(event.goal, event.character, event.hidden)
