"""Passing effects on a character, and the clocks and events that end them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.concerns.clocks.sheet import FIGHT, ROUND_SINCE
from engine.concerns.countdowns.sheet import COUNTDOWNS, is_closed
from engine.concerns.damage.events import WOUNDS
from engine.concerns.effects.events import EffectBegan
from engine.concerns.goals.sheet import GOALS
from engine.concerns.properties.events import PropertyGained
from engine.concerns.sessions.sheet import SCENE_SINCE
from engine.concerns.statuses.sheet import STATUS_SINCE
from engine.concerns.tracks.events import MARKED_BOXES
from engine.own import Own
from engine.refusal import Refused
from engine.registry import lends, shows
from engine.rules.parts import CLOCKS, Lent
from engine.state import Sheet, State
from engine.text import describe_end, describe_passing_effect
from engine.types import EffectNumber
from engine.value import value


@value
class Passing:
    """An effect on a character, with its number."""

    number: EffectNumber
    event: EffectBegan


#: The effects on a character that pass, oldest first.
PASSING: Own[tuple[Passing, ...]] = Own("effects", ())

#: A character's temporary properties, each with the clock that ends it.
END_CLOCKS: Own[Mapping[str, str]] = Own("ends", {})


def keep_end(sheet: Sheet, name: str, clock: str) -> None:
    """Store the clock that ends a property, or remove it if none does."""
    ends = END_CLOCKS.of(sheet)
    if clock or name in ends:
        others = {each: end for each, end in ends.items() if each != name}
        sheet.own[END_CLOCKS] = {**others, name: clock} if clock else others


def must_run(state: State, clock: str, about: str = "clock") -> None:
    """Refuse an unknown clock, or the end of a fight or round that has not begun."""
    if clock and clock not in CLOCKS:
        raise Refused(f"“{clock}” is nothing that ends", about=about, hint=f"it can be {', '.join(CLOCKS)}")
    if clock in ("round", "next round", "fight") and FIGHT.of(state) is None:
        what = clock.removeprefix("next ")
        raise Refused(f"no fight has begun, so no {what} can end", about=about, hint="“fight start” begins one")


def end_of(event: EffectBegan | PropertyGained) -> str:
    """Return what ends an effect or a property: a clock, an event such as “#12” whose matter ends, or “”."""
    return event.until if event.lasts is None else f"#{event.lasts}"


def awaited_ends(state: State) -> set[int]:
    """Return the events whose matters end effects and properties."""
    sheets = state.sheets.values()  # all sheets are looked through at every event
    ends = [end for sheet in sheets if END_CLOCKS in sheet.own for end in END_CLOCKS.of(sheet).values()]
    ends += [end_of(each.event) for sheet in sheets if PASSING in sheet.own for each in PASSING.of(sheet)]
    return {int(end[1:]) for end in ends if end.startswith("#")}


def find_lasting(state: State) -> Iterator[int]:
    """Yield the numbers of events whose matter lasts and can end."""
    fight = FIGHT.of(state)
    if fight is not None:
        yield fight.start
    if state.session_open:
        yield from (each.start for each in (state.last_session,) if each is not None)
        yield from SCENE_SINCE.of(state)
    yield from (each.number for each in COUNTDOWNS.of(state).values() if not is_closed(state, each))
    yield from (each.number for each in GOALS.of(state).values() if not each.reached)
    for sheet in state.sheets.values():
        yield from lasting_on(sheet)


def lasting_on(sheet: Sheet) -> Iterator[int]:
    """Yield the numbers of the events behind a sheet's present effects, properties, injuries and things."""
    yield from (each.number for each in PASSING.of(sheet))
    yield from sheet.properties.values()
    yield from sheet.stacks
    since = STATUS_SINCE.of(sheet)
    yield from (seq for name, (seq, state) in since.items() if sheet.statuses.get(name) == state)
    yield from (each.number for each in MARKED_BOXES.of(sheet))
    yield from (each.number for each in WOUNDS.of(sheet))


def must_last(state: State, number: int | None) -> None:
    """Refuse an end given by an event whose matter has ended, or that has none."""
    known = [] if number is None else sorted(set(find_lasting(state)))
    if number is not None and number not in known:
        latest = ", ".join(f"#{each}" for each in known[-5:])
        hint = f"these did: {latest}" if known else "an effect, a status, an injury, a fight or a scene can end"
        raise Refused(f"#{number} began nothing that still lasts", about="event", value=number, hint=hint)


def list_begun(state: State, sheet: Sheet) -> list[Passing]:
    """Return the effects on a character that bear on something now: not those for a turn that is still to come."""
    return [each for each in PASSING.of(sheet) if not each.event.start or each.number < find_round(state, each.number)]


def find_round(state: State, number: int) -> int:
    """Return the event that began the present round of the fight in which an event was, 0 without one."""
    return ROUND_SINCE.of(state.seen_from(state.group_at(number))) or 0


@lends(35)
def passing_effects(state: State, sheet: Sheet) -> Iterator[Lent]:
    """Yield the effects that pass."""
    for each in list_begun(state, sheet):
        for effect in each.event.effects:
            yield Lent(effect, each.event.name, "effect")


@shows(30, "effects", "For a while")
def effects_shown(state: State, sheet: Sheet) -> str | None:
    """Return the effects that pass, in words, or None if there are none."""
    said = [f"{name}{describe_end(clock)}" for name, clock in END_CLOCKS.of(sheet).items()]
    begun = list_begun(state, sheet)
    said += [describe_passing(each, begun=each in begun) for each in PASSING.of(sheet) if not is_quality(each)]
    return "; ".join(said) or None


def is_quality(found: Passing) -> bool:
    """Return whether an effect is a quality of a ship."""
    return any(effect.target == "D" for effect in found.event.effects)


def describe_passing(found: Passing, *, begun: bool = False) -> str:
    """Return an effect that passes in words, with until when it lasts. `begun` is one whose turn has come."""
    does = ", ".join(describe_passing_effect(effect) for effect in found.event.effects)
    return f"{found.event.name}{f' {does}' if does else ''}{describe_time(found.event, begun=begun)}"


def describe_time(event: EffectBegan, *, begun: bool = False) -> str:
    """Return when an effect bears on something, to put behind it, or “” if that is from now on."""
    if event.start:
        return " on this turn" if begun else " on the next turn"
    return describe_end(end_of(event))
