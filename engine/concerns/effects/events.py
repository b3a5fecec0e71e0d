"""What an effect is, and the events about effects that pass."""

from __future__ import annotations

from typing import NamedTuple

from engine.concerns.rolls.events import Part
from engine.registry import Event, event
from engine.types import Character, Clock, EffectNumber, EventNumber, ItemNumber, Label, Tag, Trait
from engine.value import value

#: The clocks that can end an effect: how long it lasts, and what is said when it ends.
CLOCKS = {
    "next roll": ("for the next roll", "it was for one roll"),
    "round": ("until the round ends", "the round is over"),
    "next round": ("until the next round ends", "the next round is over"),
    "fight": ("until the fight ends", "the fight is over"),
    "scene": ("until the scene ends", "the scene is over"),
    "session": ("until the session ends", "the session is over"),
}


#: Targets of what weapons and armour do: for a weapon, what it adds to damage, the level whose die it rolls, and the
#: dice it rolls, which its reason spells; for armour, what it keeps off.
DAMAGE, LETHALITY, DICE, ARMOUR = "damage", "lethality", "dice", "armour"

#: What people call them.
ARMS = {DAMAGE: "weapon", LETHALITY: "lethality", DICE: "dice", ARMOUR: "armour"}


@value
class Effect:
    """A modifier that something lends its bearer.

    `target` is "A" for actions, "level" for a trait's level, "D" for the difficulty of those who act with the bearer's
    help, or "damage" for the damage they do. It holds for the traits in `on` (all, if none are named), and if `when` is
    given only for actions of that kind, such as “reactions”: how NPCs take to the bearer.
    Things have other targets too: what they are as weapons and armour.
    """

    target: str
    value: int
    on: tuple[Trait, ...] = ()
    when: Tag | None = None
    reason: str = ""


def on_hits(damage: int | None, armour: int | None) -> tuple[Effect, ...]:
    """Return effects on the damage that somebody does, and on their armour (FU-65)."""
    return tuple(Effect(target, by) for target, by in ((DAMAGE, damage), (ARMOUR, armour)) if by is not None)


class Lent(NamedTuple):
    """An effect in force on a character, with the name and kind of its source.

    `source` is a kind as in `Part`: `status`, `property`, `item` or `effect`, among others. `thing` is the number of
    the stack that lends it, if one does.
    """

    effect: Effect
    name: str
    source: str
    thing: ItemNumber | None = None

    @property
    def part(self) -> Part:
        """The effect as a term of a sum."""
        return Part(self.effect.value, self.effect.reason or self.name, self.source)


@event(makes="effect", brought="drawn")
@value
class EffectBegan(Event):
    """Something began to bear on a character for a while.

    `name` is what it is called, `until` the clock that ends it: "next roll", "round", "next round", "fight", "scene",
    "session", or "" for none. `of` is the roll that it came of. `drawn`: the row of a table began it. `lasts` is the
    event that began what it lasts as long as.
    """

    character: Character
    name: Label
    effects: tuple[Effect, ...]
    until: Clock = ""
    of: EventNumber | None = None
    drawn: bool = False
    lasts: EventNumber | None = None


@event(brought="clock")
@value
class EffectEnded(Event):
    """An effect ended: its `clock` did, or somebody ended it."""

    character: Character
    effect: EffectNumber
    name: Label
    clock: Clock = ""
