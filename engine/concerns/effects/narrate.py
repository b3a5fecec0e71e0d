"""Sentences for events about effects that pass."""

from __future__ import annotations

from engine.concerns.effects.events import EffectBegan, EffectEnded
from engine.concerns.effects.sheet import describe_time
from engine.registry import narrates
from engine.text import describe_clock, describe_passing_effect, from_event


@narrates(EffectBegan)
def _began(event: EffectBegan) -> str:
    does = ", ".join(describe_passing_effect(effect) for effect in event.effects)
    of = from_event(event.of)
    return f"{event.character}: {event.name}{f', {does}' if does else ''}{describe_time(event)}{of}"


@narrates(EffectEnded)
def _ended(event: EffectEnded) -> str:
    return f"{event.character}: {event.name} ends{describe_clock(event.clock)}"
