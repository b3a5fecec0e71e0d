"""Decide commands about countdowns, and the ticks and stages that other events cause."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from engine.concerns.checks.events import CheckResolved
from engine.concerns.countdowns.commands import MakeCountdown, TickCountdown
from engine.concerns.countdowns.events import CountdownMade, CountdownTicked, Stage, StageReached, TickWithdrawn
from engine.concerns.countdowns.sheet import COUNTDOWNS, find_linked, is_closed, open_countdown, without_tick
from engine.concerns.uses.events import Turning
from engine.dice import Draw
from engine.known import must_not_be_a_number
from engine.refusal import Refused
from engine.registry import Event, decides, follows
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
    must_not_be_a_number("countdown", command.name)
    made = CountdownMade(command.name, stages, command.other, command.cause, hidden)
    return [evolve(made, name=same)]


@decides(TickCountdown)
def tick(state: State, command: TickCountdown, draw: Draw) -> list[Event]:
    """Mark boxes of a countdown (FL-74)."""
    found = open_countdown(state, command.name)
    return [CountdownTicked(found.name, command.count, command.roll, command.reason, hidden=found.hidden)]


# --- what happens at once --------------------------------------------------------------------------------------


@follows(CheckResolved)
def check_ticks(state: State, event: CheckResolved) -> Iterator[CountdownTicked]:
    """Yield the ticks that a check causes: a success on its countdown, a failure on the linked one (FL-77, FL-78)."""
    if event.ticks:
        yield from tick_of(state, event.ticks, state.seq + 1, success=event.success, secret=event.secret)


def tick_of(state: State, name: str, check: int, *, success: bool, secret: bool) -> Iterator[CountdownTicked]:
    """Yield the tick that a check causes, on the countdown that it names, or after a failure on the linked one.

    A countdown that began after the check is another one of the same name.
    """
    named = COUNTDOWNS.of(state).get(name)
    found = named and (named if success else find_linked(state, named))
    if found and found.number < check and not is_closed(state, found):
        yield CountdownTicked(found.name, 1, check, check=True, hidden=found.hidden or secret)


@follows(*get_args(Turning))
def turned_roll_ticks(state: State, event: Turning) -> Iterator[Event]:
    """Yield the event that frees a turned check's box, and the new tick (FL-111)."""
    check = state.rolls[event.of]
    if not isinstance(check, CheckResolved) or not check.ticks or check.success == event.success:
        return
    trial = state.copy()
    for found in [each for each in COUNTDOWNS.of(state).values() if event.of in each.checks]:
        yield TickWithdrawn(found.name, event.of, found.hidden or event.secret)
        trial.own[COUNTDOWNS] = {**COUNTDOWNS.of(trial), found.name: without_tick(found, event.of)}
    yield from tick_of(trial, check.ticks, event.of, success=event.success, secret=event.secret)


@follows(CountdownTicked)
def tick_fills(state: State, event: CountdownTicked) -> Iterator[StageReached]:
    """Yield the stages whose last box a tick marks, in order (FL-75)."""
    found = COUNTDOWNS.of(state)[event.countdown]
    marked = found.marked + event.boxes
    for number, stage in enumerate(found.stages, start=1):
        if number > found.happened and found.ends[number - 1] <= marked:
            yield StageReached(found.name, number, stage.effect, number == len(found.stages), event.hidden)
