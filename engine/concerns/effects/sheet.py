"""Effects that pass: what bears on a character for a while, and what ends it."""

from __future__ import annotations

from collections.abc import Iterator

from engine.concerns.clocks.sheet import fight_on
from engine.concerns.effects.events import CLOCKS, EffectBegan, Lent
from engine.refusal import Refused
from engine.registry import lends, shows
from engine.state import Sheet, State
from engine.text import describe_effect, describe_end
from engine.types import EffectNumber
from engine.value import value


@value
class Passing:
    """An effect on a character, with its number."""

    number: EffectNumber
    event: EffectBegan


def passing(sheet: Sheet) -> tuple[Passing, ...]:
    """Return the effects on a character that pass, oldest first."""
    found: tuple[Passing, ...] = sheet.own.get("effects", ())
    return found


def ends_of(sheet: Sheet) -> dict[str, str]:
    """Return the properties that a character has for a while, each with the clock that ends it."""
    return dict(sheet.own.get("ends", ()))


def keep_end(sheet: Sheet, name: str, clock: str) -> None:
    """Remember which clock ends a property; forget it where none does."""
    others = tuple(each for each in sheet.own.get("ends", ()) if each[0] != name)
    kept = (*others, (name, clock)) if clock else others
    if kept or "ends" in sheet.own:
        sheet.own["ends"] = kept


def must_run(state: State, clock: str, about: str = "clock") -> None:
    """Refuse a clock that there is not, and the end of a fight or round that has not begun."""
    if clock and clock not in CLOCKS:
        raise Refused(f"“{clock}” is nothing that ends", about=about, hint=f"it can be {', '.join(CLOCKS)}")
    if clock in ("round", "fight") and fight_on(state) is None:
        raise Refused(f"no fight has begun, so no {clock} can end", about=about, hint="“fight start” begins one")


@lends(35)
def passing_effects(state: State, sheet: Sheet) -> Iterator[Lent]:
    """Yield what the effects that pass do."""
    for each in passing(sheet):
        for effect in each.event.effects:
            yield Lent(effect, each.event.name, "effect")


@shows("effects", "For a while")
def effects_shown(state: State, sheet: Sheet) -> str | None:
    """Return the effects that pass, in words; None where there are none."""
    said = [f"{name}{describe_end(clock)}" for name, clock in ends_of(sheet).items()]
    for each in passing(sheet):
        does = ", ".join(describe_effect(effect) for effect in each.event.effects)
        said.append(f"{each.event.name}{f' {does}' if does else ''}{describe_end(each.event.until)}")
    return "; ".join(said) or None
