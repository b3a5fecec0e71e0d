"""Events about passing effects."""

from __future__ import annotations

from engine.registry import Event, event
from engine.rules.parts import Effect
from engine.types import Character, Clock, EffectNumber, EventNumber, Label
from engine.value import value


@event(makes="effect", brought="drawn")
@value
class EffectBegan(Event):
    """Something began to bear on a character for a while.

    `name` is what it is called, `until` the clock that ends it: "next roll", "round", "next round", "fight", "scene",
    "session", or "" for none. Or it ends when what event `lasts` began ends. `of` is the roll that caused it. `drawn`:
    the row of a table began it. It bears on nothing before the next round, if that is its `start`.
    """

    character: Character
    name: Label
    effects: tuple[Effect, ...]
    until: Clock = ""
    of: EventNumber | None = None
    drawn: bool = False
    lasts: EventNumber | None = None
    start: Clock = ""


@event(brought="clock")
@value
class EffectEnded(Event):
    """An effect ended: its `clock` did, or somebody ended it."""

    character: Character
    effect: EffectNumber
    name: Label
    clock: Clock = ""
