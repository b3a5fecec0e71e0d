"""Passing effects on a character, and the clocks and events that end them."""

from __future__ import annotations

from collections.abc import Iterator

from engine.concerns.clocks.sheet import fight_on
from engine.concerns.countdowns.sheet import every_countdown, is_closed
from engine.concerns.effects.events import EffectBegan
from engine.concerns.goals.sheet import every_goal
from engine.concerns.properties.events import PropertyGained
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


def find_passing(sheet: Sheet) -> tuple[Passing, ...]:
    """Return the effects on a character that pass, oldest first."""
    found: tuple[Passing, ...] = sheet.own.get("effects", ())
    return found


def ends_of(sheet: Sheet) -> dict[str, str]:
    """Return a character's temporary properties, each with the clock that ends it."""
    return dict(sheet.own.get("ends", ()))


def keep_end(sheet: Sheet, name: str, clock: str) -> None:
    """Store the clock that ends a property, or remove it if none does."""
    others = tuple(each for each in sheet.own.get("ends", ()) if each[0] != name)
    kept = (*others, (name, clock)) if clock else others
    if kept or "ends" in sheet.own:
        sheet.own["ends"] = kept


def must_run(state: State, clock: str, about: str = "clock") -> None:
    """Refuse an unknown clock, or the end of a fight or round that has not begun."""
    if clock and clock not in CLOCKS:
        raise Refused(f"“{clock}” is nothing that ends", about=about, hint=f"it can be {', '.join(CLOCKS)}")
    if clock in ("round", "next round", "fight") and fight_on(state) is None:
        what = clock.removeprefix("next ")
        raise Refused(f"no fight has begun, so no {what} can end", about=about, hint="“fight start” begins one")


def end_of(event: EffectBegan | PropertyGained) -> str:
    """Return what ends an effect or a property: a clock, an event such as “#12” whose matter ends, or “”."""
    return event.until if event.lasts is None else f"#{event.lasts}"


def awaited_ends(state: State) -> set[int]:
    """Return the events whose matters end effects and properties."""
    owned = [sheet.own for sheet in state.sheets.values()]  # all sheets are looked through at every event
    ends = [end for own in owned if "ends" in own for _, end in own["ends"]]
    ends += [end_of(each.event) for own in owned if "effects" in own for each in own["effects"]]
    return {int(end[1:]) for end in ends if end.startswith("#")}


def find_lasting(state: State) -> Iterator[int]:
    """Yield the numbers of events whose matter lasts and can end."""
    fight = fight_on(state)
    if fight is not None:
        yield fight.start
    if state.session_open:
        yield state.sessions[-1].start
        yield from state.own.get("scene since", ())
    yield from (each.number for each in every_countdown(state).values() if not is_closed(state, each))
    yield from (each.number for each in every_goal(state).values() if not each.reached)
    for sheet in state.sheets.values():
        yield from lasting_on(sheet)


def lasting_on(sheet: Sheet) -> Iterator[int]:
    """Yield the numbers of the events behind a sheet's present effects, properties, injuries and things."""
    yield from (each.number for each in find_passing(sheet))
    yield from sheet.properties.values()
    yield from sheet.stacks
    since = sheet.own.get("since", {})
    yield from (seq for name, (seq, state) in since.items() if sheet.statuses.get(name) == state)
    yield from (each.number for each in (*sheet.own.get("marks", ()), *sheet.own.get("wounds", ())))


def must_last(state: State, number: int | None) -> None:
    """Refuse an end given by an event whose matter has ended, or that has none."""
    known = [] if number is None else sorted(set(find_lasting(state)))
    if number is not None and number not in known:
        latest = ", ".join(f"#{each}" for each in known[-5:])
        hint = f"these did: {latest}" if known else "an effect, a status, an injury, a fight or a scene can end"
        raise Refused(f"#{number} began nothing that still lasts", about="event", value=number, hint=hint)


@lends(35)
def passing_effects(state: State, sheet: Sheet) -> Iterator[Lent]:
    """Yield the effects that pass."""
    for each in find_passing(sheet):
        for effect in each.event.effects:
            yield Lent(effect, each.event.name, "effect")


@shows("effects", "For a while")
def effects_shown(state: State, sheet: Sheet) -> str | None:
    """Return the effects that pass, in words, or None if there are none."""
    said = [f"{name}{describe_end(clock)}" for name, clock in ends_of(sheet).items()]
    said += [describe_passing(each) for each in find_passing(sheet) if not is_quality(each)]
    return "; ".join(said) or None


def is_quality(found: Passing) -> bool:
    """Return whether an effect is a quality of a ship."""
    return any(effect.target == "D" for effect in found.event.effects)


def describe_passing(found: Passing) -> str:
    """Return an effect that passes in words, with until when it lasts."""
    does = ", ".join(describe_passing_effect(effect) for effect in found.event.effects)
    return f"{found.event.name}{f' {does}' if does else ''}{describe_end(end_of(found.event))}"
