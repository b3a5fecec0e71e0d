"""Fold events about countdowns, and check their preconditions."""

from __future__ import annotations

from collections.abc import Iterable

from engine.concerns.countdowns.events import CountdownMade, CountdownTicked, StageReached, TickWithdrawn
from engine.concerns.countdowns.sheet import (
    COUNTDOWNS,
    CountdownNow,
    find_linked,
    is_closed,
    number_of_boxes,
    open_countdown,
    the_countdown,
    without_tick,
)
from engine.concerns.rolls.events import SecretRevealed
from engine.known import countable, the_roll, untaken_name
from engine.refusal import Refused
from engine.registry import bears, projects, requires
from engine.state import State
from engine.value import evolve


@projects(CountdownMade)
def countdown_made(state: State, event: CountdownMade, seq: int) -> None:
    """Add a countdown without marks; it replaces a closed one of the same name."""
    others = {name: each for name, each in COUNTDOWNS.of(state).items() if name != event.name}
    made = CountdownNow(event.name, seq, event.stages, event.against, event.cause, event.hidden)
    state.own[COUNTDOWNS] = {**others, event.name: made}
    happened_to(state, made, event, seq)


@projects(CountdownTicked)
def countdown_ticked(state: State, event: CountdownTicked, seq: int) -> None:
    """Mark the boxes."""
    found = COUNTDOWNS.of(state)[event.countdown]
    checks = (*found.checks, event.of) if event.check and event.of else found.checks
    happened_to(state, evolve(found, marked=found.marked + event.boxes, checks=checks), event, seq)


@projects(TickWithdrawn)
def tick_withdrawn(state: State, event: TickWithdrawn, seq: int) -> None:
    """Free the box that a check marked."""
    happened_to(state, without_tick(COUNTDOWNS.of(state)[event.countdown], event.of), event, seq)


@projects(StageReached)
def stage_reached(state: State, event: StageReached, seq: int) -> None:
    """Remember that the stage was reached."""
    happened_to(state, evolve(COUNTDOWNS.of(state)[event.countdown], happened=event.stage), event, seq)


def happened_to(
    state: State, found: CountdownNow, event: CountdownMade | CountdownTicked | StageReached | TickWithdrawn, seq: int
) -> None:
    """Store a countdown as an event left it. What happens to a hidden one is secret (FL-79)."""
    now = evolve(found, parts=(*found.parts, seq))
    state.own[COUNTDOWNS] = {**COUNTDOWNS.of(state), found.name: now}
    if event.hidden or found.hidden:
        state.secrets.add(seq)


@projects(SecretRevealed)
def countdown_revealed(state: State, event: SecretRevealed, seq: int) -> None:
    """Show a countdown and its history once an event about it is revealed (FL-79)."""
    found = next((each for each in COUNTDOWNS.of(state).values() if each.hidden and event.event in each.parts), None)
    if found is not None:
        state.secrets.difference_update(found.parts)
        state.own[COUNTDOWNS] = {**COUNTDOWNS.of(state), found.name: evolve(found, hidden=False)}


@requires(CountdownMade)
def can_be_made(state: State, event: CountdownMade) -> None:
    """Refuse a countdown without boxes, with a taken name, or against one that is over or has an opposite."""
    for stage in event.stages:
        countable(stage.boxes, "stages")
    if not event.stages:
        raise Refused("a countdown needs boxes", about="stages")
    running = [each.name for each in COUNTDOWNS.of(state).values() if not is_closed(state, each)]
    untaken_name("countdown", event.name, running)
    if event.against is not None:
        must_be_unlinked(state, event.against)


def must_be_unlinked(state: State, name: str) -> None:
    """Refuse an opposite that is over or linked already (FL-78)."""
    against = find_linked(state, open_countdown(state, name, "other"))
    if against is not None:
        raise Refused(f"{name} is linked with {against.name} already", about="other", hint="leave out “against”")


@requires(CountdownTicked)
def has_boxes_left(state: State, event: CountdownTicked) -> None:
    """Refuse to tick a countdown that is over, or more boxes than are left (FL-74)."""
    found = open_countdown(state, event.countdown)
    left = found.boxes - found.marked
    if countable(event.boxes, "count") > left:
        raise Refused(f"{event.countdown} has {number_of_boxes(left)} left, not {event.boxes}", about="count")
    if event.of is not None:
        the_roll(state, event.of, "roll")


@requires(TickWithdrawn)
def was_ticked_by(state: State, event: TickWithdrawn) -> None:
    """Refuse to free a box that a check did not mark."""
    if event.of not in the_countdown(state, event.countdown).checks:
        raise Refused(f"#{event.of} marked no box of {event.countdown}", about="name")


@requires(StageReached)
def is_reached(state: State, event: StageReached) -> None:
    """Refuse a stage with unmarked boxes, or one that was reached before (FL-75)."""
    found = the_countdown(state, event.countdown)
    due = event.stage == found.happened + 1 and event.stage <= len(found.stages)
    if not due or found.marked < found.ends[event.stage - 1]:
        raise Refused(f"{event.countdown} has {found.marked} of {found.boxes} boxes marked", about="name")


@bears("countdown")
def countdowns_named(state: State) -> Iterable[str]:
    """Return the countdowns that were made."""
    return COUNTDOWNS.of(state)
