"""Commands about effects that pass."""

from __future__ import annotations

from engine.registry import chapter, command
from engine.types import Ban, Character, Clock, EventNumber, Name, Offset, Tag, Timing, Trait
from engine.value import value

chapter(48, "Fights and injuries", __name__)


#: What an effect does.
WHILE_IT_LASTS = "[BAN...] [a ACTION] [skill SKILL] [on TRAIT, ...] [when TAG] [damage DAMAGE] [armour ARMOUR]"


@command(
    f"effect WHO [, OTHER, ...] NAME [TIMING] {WHILE_IT_LASTS} [until CLOCK] [of ROLL]",
    f"effect WHO [, OTHER, ...] NAME {WHILE_IT_LASTS} until EVENT [of ROLL]",
    "effect WHO [, OTHER, ...] NAME ends",
)
@value
class PassingEffect:
    """Let something bear on a character for a while, or end it.

    It bears on WHO, and on each OTHER too. NAME is what it is called. “a ACTION” or “skill SKILL” adds a number to
    every action, or to those with each TRAIT after “on”. “when” limits it to one kind of action, TAG. DAMAGE is added
    to the damage that they do, ARMOUR to what their armour keeps off, which is never less than nothing. BAN is what it
    forbids: “no action” to act, “no defence” to resist somebody, “no armour” to count on armour. It lasts until the
    CLOCK ends: next roll, round, next round, fight, scene, session or hit; or as long as what an EVENT began: see “help
    gain”. TIMING is a time of its own: “on next turn” begins with the next round and ends with it, “on this hit” is for
    the next hit that is worked out. ROLL is the number of the roll that it came of. “ends” ends it before its time.

    effect Gromanno "numb arm" a -2 on Fitness until scene
    effect Gromanno "numb arm" ends
    effect Nyrv stunned no action until round
    effect Nyrv blinded no action no defence on next turn
    effect Nyrv "off balance" skill -1 on next turn
    effect Nyrv "rent mail" no armour on this hit
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
    bans: tuple[Ban, ...] = ()
    skill: Offset | None = None
    timing: Timing = ""
