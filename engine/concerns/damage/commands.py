"""Commands about damage and scale."""

from __future__ import annotations

from engine.registry import chapter, command
from engine.types import Amount, Ban, Character, EventNumber, Faces, Offset, Once, Trait, Weapon
from engine.value import value

chapter(46, "Fights and injuries", __name__)


@command(
    "damage WHO [AMOUNT] [BAN] [armour ARMOUR] [by ATTACKER] [with WEAPON] [rolling TRAIT] [of ROLL] [and OTHER]"
    " [rolled FACES] [point] [points POINTS] [ONCE]",
    each="who",
)
@value
class DealDamage:
    """Work out a hit: its damage, less the damage rating, and the wound.

    WHO is hit. AMOUNT is the damage, 0 for a hit without harm. “of” a ROLL of this session, a check or a contest, adds
    the relative degree of who won it; AMOUNT is then what the weapon adds. Without AMOUNT the WEAPON says that, and
    ATTACKER carries it. A weapon with a lethality or dice rolls those, and “rolling” a TRAIT such as Strength rolls
    that and adds the weapon; the relative degree does not count then. FACES is what real dice showed, “point” and
    POINTS are ATTACKER's fudge points on these dice. OTHER is a roll of dice that was made for the damage before.
    Armour counts once: in the damage rating, or off the damage if the game has no rating. ARMOUR is added to what it
    keeps off this hit, which is never less than nothing, and the BAN “no armour” leaves it out. All that is for this
    hit alone, which ONCE may say too: for this hit.

    damage Nyrv 5
    damage Nyrv 3 of #57
    damage Nyrv 3 no armour for this hit
    damage Nyrv by Obazana rolling Strength
    """

    who: Character
    amount: Amount | None = None
    attacker: Character | None = None
    weapon: Weapon | None = None
    trait: Trait | None = None
    roll: EventNumber | None = None
    other: EventNumber | None = None
    faces: Faces | None = None
    point: bool = False
    points: Amount | None = None
    ban: Ban = ""
    armour: Offset | None = None
    once: Once = ""


@command("scale WHO SIZE", each="who")
@value
class SetScale:
    """Set a character's scale, which is a part of the damage rating.

    SIZE is how much larger or stronger WHO is than people are: 0 for people. Without it, the rule “scale” counts.

    scale Nyrv 2
    """

    who: Character
    size: Offset
