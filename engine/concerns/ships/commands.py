"""Commands about ships."""

from __future__ import annotations

from engine.registry import chapter, command
from engine.types import Amount, Character, Clock, Name, Offset, ReadyNpc, Tag, Trait
from engine.value import value

chapter(49, "Fights and injuries", __name__)


@command("ship NAME [as READY] [track BOXES]", each="name")
@value
class CreateShip:
    """Add a ship: an NPC with a track and qualities.

    The qualities count for the difficulty of those who steer it or fire. NAME is the ship. READY is a ready-made
    character whose traits it gets. BOXES is the size of a track of its own. “help quality” says how it gets qualities;
    anybody at the post rolls with “check ... ship NAME”.

    ship "Red Kite" track 4
    """

    name: Name
    ready: ReadyNpc | None = None
    boxes: Amount | None = None


@command("quality WHO NAME CHANGE [on TRAIT, ...] [when TAG] [until CLOCK]", "quality WHO NAME ends", each="who")
@value
class GiveQuality:
    """Give a ship a quality.

    It counts for the difficulty of those who steer the ship or fire from it. WHO is the ship, NAME the quality. CHANGE
    is added to the difficulty of a check that names the ship, with “ship Polthova”; never to the roll. It holds for
    checks of each TRAIT, or of all, and if TAG is given for that kind of action only. It stays until the CLOCK ends, or
    for good. “ends” removes it.

    quality Polthova agile -1 on Stealth
    quality Polthova agile ends
    """

    who: Character
    name: Name
    change: Offset = 0
    traits: tuple[Trait, ...] = ()
    tag: Tag | None = None
    clock: Clock = ""
    ends: bool = False
