"""Fold events about counters, and check their preconditions."""

from __future__ import annotations

from collections.abc import Iterable

from engine.concerns.counters.events import COUNTERS, CounterDefined, CounterMoved
from engine.concerns.counters.sheet import COUNTS, counts_of, the_counter
from engine.known import must_be_traits, the_sheet
from engine.refusal import Refused
from engine.registry import bears, projects, requires
from engine.state import State
from engine.text import plain, quote


@projects(CounterDefined)
def counter_defined(state: State, event: CounterDefined, seq: int) -> None:
    """Store the definition. Every character has the counter from now on."""
    state.own[COUNTERS] = {**COUNTERS.of(state), event.name: event}


@projects(CounterMoved)
def counter_moved(state: State, event: CounterMoved, seq: int) -> None:
    """Move the counter."""
    sheet = state.sheets[event.character]
    sheet.own[COUNTS] = {**COUNTS.of(sheet), event.counter: number_after(state, event)}


def number_after(state: State, event: CounterMoved) -> int:
    """Return the number of a counter after an event."""
    if event.by is None:
        return event.after
    return counts_of(state, state.sheets[event.character])[event.counter] + event.by


@requires(CounterDefined)
def can_count(state: State, event: CounterDefined) -> None:
    """Refuse a counter with empty bounds, a start outside them, or bands on unknown abilities."""
    bounds = f"{plain(event.least)} to {plain(event.most)}"
    if event.least >= event.most:
        raise Refused(f"{event.name} cannot move from {bounds}", about="bounds", hint="such as 0..10")
    if not event.least <= event.start <= event.most:
        raise Refused(f"{event.name} cannot start at {plain(event.start)}: it goes from {bounds}", about="start")
    effects = (effect for band in event.bands for effect in band.effects)
    must_be_traits(state, (trait for effect in effects for trait in effect.on), "low")


@requires(CounterMoved)
def stays_in_bounds(state: State, event: CounterMoved) -> None:
    """Refuse a missing counter, or a change that leaves its bounds unless it says that it may."""
    sheet = the_sheet(state, event.character, "who")
    defined = the_counter(state, event.counter)
    now, after = counts_of(state, sheet)[event.counter], number_after(state, event)
    if event.anyway or defined.least <= after <= defined.most:
        return
    whose = f"{event.character}'s {event.counter}"
    bounds = f"it goes from {plain(defined.least)} to {plain(defined.most)}"
    about = "number" if event.by is None else "change"
    left, way = (now - defined.least, "fall") if after < now else (defined.most - now, "rise")
    possible = f"“status {quote(event.character)} {quote(event.counter)} {_format_move(event)} anyway” goes beyond"
    can = f", so it {f'can {way} by {left} at most' if left > 0 else f'cannot {way}'}" if event.by is not None else ""
    raise Refused(f"{whose} is {plain(now)} and {bounds}{can}", about=about, hint=possible)


def _format_move(event: CounterMoved) -> str:
    """Return how a move is typed."""
    return f"= {event.after}" if event.by is None else f"{event.by:+d}"


@bears("counter")
def counters_named(state: State) -> Iterable[str]:
    """Return the counters that are defined."""
    return COUNTERS.of(state)
