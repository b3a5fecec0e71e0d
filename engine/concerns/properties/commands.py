"""What may be asked: properties, gifts and faults."""

from __future__ import annotations

from engine.registry import chapter, command, phrase
from engine.types import Amount, Character, Name, Offset, Property, Tag, Trait
from engine.value import value

chapter(60, "Properties, gifts and faults", __name__)


@phrase("TRAIT CHANGE")
@value
class LevelChange:
    """A modifier of a trait's level."""

    trait: Trait
    change: Offset


@command("gain WHO PROPERTY")
@value
class Gain:
    """A property, a gift or a fault begins to apply.

    gain Kotorikh "talented observer"
    """

    who: Character
    property: Property


@command("lose WHO PROPERTY")
@value
class Lose:
    """A property, a gift or a fault ceases to apply.

    lose Kotorikh "Shroom Belly"
    """

    who: Character
    property: Property


@command(
    "define property NAME",
    "define property NAME : [CHANGE, ...] [a ACTION] [on TRAIT, ...] [xp BONUS PRACTICE] [when TAG]",
)
@value
class DefineProperty:
    """Define a property: what it adds to a level or to A, the free XP it brings, or nothing but its story.

    define property "Shroom Belly": A -1 when magical
    define property "hobbit strength": Strength -1
    define property "talented observer": xp 7 Perception
    define property wealthy
    """

    name: Name
    changes: tuple[LevelChange, ...] = ()
    action: Offset | None = None
    traits: tuple[Trait, ...] = ()
    bonus: Amount | None = None
    practice: Trait | None = None
    tag: Tag | None = None


@command("define gift NAME, ...")
@value
class DefineGift:
    """Define gifts: what is good about somebody and is no trait of the ladder.

    define gift "Night Vision"
    """

    names: tuple[Name, ...]


@command("define fault NAME, ...")
@value
class DefineFault:
    """Define faults: what is hard on somebody and is no trait of the ladder.

    define fault Greedy
    """

    names: tuple[Name, ...]
