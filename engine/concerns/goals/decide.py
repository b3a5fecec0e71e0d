"""Decide commands about goals."""

from __future__ import annotations

from engine.concerns.goals.commands import MeetComplication, SetGoal
from engine.concerns.goals.events import GoalMet, GoalSet
from engine.concerns.goals.sheet import GOALS, the_goal, the_need
from engine.dice import Draw
from engine.known import the_sheet
from engine.registry import Event, decides
from engine.state import State


@decides(SetGoal)
def set_goal(state: State, command: SetGoal, draw: Draw) -> list[Event]:
    """Set a goal with its complications (FL-72, FL-73)."""
    same = next((each for each in GOALS.of(state) if each.casefold() == command.name.casefold()), command.name)
    who = None if command.who is None else the_sheet(state, command.who).name
    return [GoalSet(same, tuple(one.needs for one in command.sets), who, command.secret)]


@decides(MeetComplication)
def meet_complication(state: State, command: MeetComplication, draw: Draw) -> list[Event]:
    """Record that one of a goal's complications is met (FL-72)."""
    found = the_goal(state, command.name)
    need = the_need(found, command.need)
    return [GoalMet(found.name, need, command.roll, command.reason, found.character, found.hidden)]
