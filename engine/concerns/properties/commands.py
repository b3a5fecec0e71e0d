"""Commands about properties, gifts and faults."""

from __future__ import annotations

from engine.registry import chapter, command, phrase
from engine.types import ActionOrTrait, Amount, Character, Clock, EventNumber, Name, Offset, Property, Tag, Trait
from engine.value import value

chapter(60, "Properties, gifts, faults and keys", __name__)


@phrase("TRAIT CHANGE")
@value
class LevelChange:
    """A number that a property adds to the level of a trait."""

    trait: Trait
    change: Offset


@command(
    "gain WHO [, OTHER, ...] PROPERTY [until CLOCK]",
    "gain all PROPERTY [until CLOCK]",
    "gain WHO [, OTHER, ...] PROPERTY until EVENT",
    "gain all PROPERTY until EVENT",
)
@value
class Gain:
    """Add a property, gift or fault to a character.

    WHO gets PROPERTY, which “define property”, “define gift” or “define fault” made, for good or until the CLOCK ends:
    next roll, round, next round, fight, scene, session or hit. With the number of an EVENT it lasts as long as what
    that began: an effect, a property, a status, an injury, a thing, a fight, a scene, a session, a countdown or a goal.
    Each OTHER gets it too; “all” are all player characters who do not have it.

    gain Kotorikh "talented observer"
    gain Kotorikh "Shroom Belly" until scene
    gain Kotorikh "Shroom Belly" until #57
    """

    who: Character = ""
    property: Property = ""
    clock: Clock = ""
    others: tuple[Character, ...] = ()
    all: bool = False
    event: EventNumber | None = None


@command("lose WHO [, OTHER, ...] PROPERTY", "lose all PROPERTY")
@value
class Lose:
    """Remove a property, gift or fault from a character.

    WHO loses PROPERTY, and each OTHER too; “all” are all player characters who have it.

    lose Kotorikh "Shroom Belly"
    """

    who: Character = ""
    property: Property = ""
    others: tuple[Character, ...] = ()
    all: bool = False


@phrase("[COUNT] ITEM")
@value
class ThingBrought:
    """Things that come with a property, and how many."""

    item: Name
    count: Amount = 1


@phrase("BEARER CHANGE [on TRAIT and ...] [when TAG]")
@value
class Clause:
    """A number that a property adds to a trait's level, or to A for actions.

    Without a `bearer`, it is A. `tag` is the kind of action that it holds for.
    """

    bearer: ActionOrTrait | None
    change: Offset
    traits: tuple[Trait, ...] = ()
    tag: Tag | None = None


@command(
    "define property NAME",
    "define property NAME : [CHANGE, ...] [a ACTION] [on TRAIT, ...] [xp BONUS PRACTICE] [gives THING, ...] [when TAG]",
    "define gift NAME : [CHANGE, ...] [a ACTION] [on TRAIT, ...] [when TAG]",
    "define fault NAME : [CHANGE, ...] [a ACTION] [on TRAIT, ...] [when TAG]",
    "define property NAME : CLAUSE, ... [xp BONUS PRACTICE] [gives THING, ...]",
    "define gift NAME : CLAUSE, ...",
    "define fault NAME : CLAUSE, ...",
)
@value
class DefineProperty:
    """Define a property, gift or fault, with its effects and XP.

    NAME is the property. A CHANGE is a trait and the number that is added to its level. “a ACTION” adds a number to
    every action, or to those with the traits after “on”; TRAIT is one of these. “when” limits all this to one kind of
    action, TAG; “reactions” are how NPCs take to its bearer. Where each effect has a “when”, it is a CLAUSE: BEARER is
    its trait, or “a”. BONUS is free XP in the trait PRACTICE. A THING is what comes with the property the first time,
    with how many.

    define property "Shroom Belly": A -1 when magical
    define property "hobbit strength": Strength -1
    define property "talented observer": xp 7 Perception
    define property "cat eyes": Perception +2 when dark, A -1 when bright
    define property wealthy: gives 10 "rare jewels"
    define gift Charming: A +1 when reactions
    """

    name: Name
    changes: tuple[LevelChange, ...] = ()
    action: Offset | None = None
    traits: tuple[Trait, ...] = ()
    bonus: Amount | None = None
    practice: Trait | None = None
    tag: Tag | None = None
    gift: bool = False
    fault: bool = False
    things: tuple[ThingBrought, ...] = ()
    clauses: tuple[Clause, ...] = ()


@command("define gift NAME, ...")
@value
class DefineGift:
    """Define gifts: advantages that are not traits with a level.

    NAME is the gift.

    define gift "Night Vision"
    """

    names: tuple[Name, ...]


@command("define fault NAME, ...")
@value
class DefineFault:
    """Define faults: drawbacks that are not traits with a level.

    NAME is the fault.

    define fault Greedy
    """

    names: tuple[Name, ...]
