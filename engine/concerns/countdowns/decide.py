"""Decide commands about countdowns."""

from __future__ import annotations

from engine.concerns.countdowns.commands import MakeCountdown, TickCountdown
from engine.concerns.countdowns.events import CountdownMade, CountdownTicked, Stage
from engine.concerns.countdowns.sheet import COUNTDOWNS, open_countdown
from engine.dice import Draw
from engine.refusal import Refused
from engine.registry import Event, decides
from engine.state import State
from engine.value import evolve


@decides(MakeCountdown)
def make_countdown(state: State, command: MakeCountdown, draw: Draw) -> list[Event]:
    """Make a countdown, open or hidden (FL-74 to FL-76, FL-78, FL-79)."""
    asked = command.hidden or command.secret
    if asked and command.open:
        raise Refused("a countdown is hidden or open, not both", about="open")
    hidden = asked or (state.rules.countdowns == "hidden" and not command.open)
    stages = tuple(Stage(each.boxes, each.event) for each in command.stages)
    same = next((each for each in COUNTDOWNS.of(state) if each.casefold() == command.name.casefold()), command.name)
    made = CountdownMade(command.name, stages, command.other, command.cause, hidden)
    return [evolve(made, name=same)]


@decides(TickCountdown)
def tick(state: State, command: TickCountdown, draw: Draw) -> list[Event]:
    """Mark boxes of a countdown (FL-74)."""
    found = open_countdown(state, command.name)
    return [CountdownTicked(found.name, command.count, command.roll, command.reason, hidden=found.hidden)]
