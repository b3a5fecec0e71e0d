"""Commands about effects that pass."""

from __future__ import annotations

from engine.registry import chapter, command
from engine.types import Character, Clock, EventNumber, Name, Offset, Tag, Trait
from engine.value import value

chapter(48, "Fights and injuries", __name__)


@command(
    "effect WHO [, OTHER, ...] NAME [a ACTION] [on TRAIT, ...] [when TAG] [damage DAMAGE] [armour ARMOUR] [until CLOCK]"
    " [of ROLL]",
    "effect WHO [, OTHER, ...] NAME [a ACTION] [on TRAIT, ...] [when TAG] [damage DAMAGE] [armour ARMOUR] until EVENT"
    " [of ROLL]",
    "effect WHO [, OTHER, ...] NAME ends",
)
@value
class PassingEffect:
    """Let something bear on a character for a while, or end it.

    It bears on WHO, and on each OTHER too. NAME is what it is called. “a ACTION” adds a number to every action, or to
    those with each TRAIT after “on”. “when” limits it to one kind of action, TAG. DAMAGE is added to the damage that
    they do, ARMOUR to what their armour keeps off, which is never less than nothing. It lasts until the CLOCK ends:
    next roll, round, next round, fight, scene or session; or as long as what an EVENT began: see “help gain”. ROLL is
    the number of the roll that it came of. “ends” ends it before its time.

    effect Gromanno "numb arm" a -2 on Fitness until scene
    effect Gromanno "numb arm" ends
    effect Nyrv stunned a -1 until next roll
    effect Nyrv "rent mail" armour -3 until fight
    """

    who: Character
    name: Name
    action: Offset | None = None
    traits: tuple[Trait, ...] = ()
    tag: Tag | None = None
    clock: Clock = ""
    roll: EventNumber | None = None
    ends: bool = False
    others: tuple[Character, ...] = ()
    event: EventNumber | None = None
    damage: Offset | None = None
    armour: Offset | None = None
