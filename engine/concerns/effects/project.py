"""Fold events about passing effects, and check their preconditions."""

from __future__ import annotations

from engine.concerns.effects.events import EffectBegan, EffectEnded
from engine.concerns.effects.sheet import PASSING, Passing, must_last, must_run
from engine.known import must_be_traits, the_roll, the_sheet
from engine.refusal import Refused
from engine.registry import projects, requires
from engine.state import State


@projects(EffectBegan)
def effect_began(state: State, event: EffectBegan, seq: int) -> None:
    """Add the effect to the character."""
    sheet = state.sheets[event.character]
    sheet.own[PASSING] = (*PASSING.of(sheet), Passing(seq, event))


@projects(EffectEnded)
def effect_ended(state: State, event: EffectEnded, seq: int) -> None:
    """Remove the effect."""
    sheet = state.sheets[event.character]
    sheet.own[PASSING] = tuple(each for each in PASSING.of(sheet) if each.number != event.effect)


@requires(EffectBegan)
def can_begin(state: State, event: EffectBegan) -> None:
    """Refuse an effect with no name, for an unknown character or roll, or until a clock that does not run."""
    the_sheet(state, event.character, "character")
    must_be_traits(state, (trait for effect in event.effects for trait in effect.on))
    must_run(state, event.until)
    must_run(state, event.start)
    must_last(state, event.lasts)
    if not event.name.strip():
        raise Refused("the effect needs a name", about="name", hint="such as “stunned”")
    if event.of is not None:
        the_roll(state, event.of, "roll")


@requires(EffectEnded)
def is_on(state: State, event: EffectEnded) -> None:
    """Refuse to end an effect that the character does not have."""
    sheet = the_sheet(state, event.character, "character")
    if event.effect not in (each.number for each in PASSING.of(sheet)):
        raise Refused(f"{event.name} (#{event.effect}) is not on {event.character}", about="name")
