"""Events about damage, wounds and scale."""

from __future__ import annotations

from engine.own import Own
from engine.registry import Event, event
from engine.rules.parts import Part
from engine.types import Character, EventNumber, Item, Label
from engine.value import value

#: The name of the part of damage that comes from a roll in the log.
RELATIVE = "relative degree"

#: Sources of parts of damage: the relative degree of a roll in the log, and dice.
FROM_ROLL, FROM_DICE = "roll", "dice"

#: Sources of the parts that depend on a roll, reductions by rules and a fumble included.
FROM_ROLLS = (FROM_ROLL, FROM_DICE, "rules", "fumble")


@value
class Wound:
    """A wound on a character: its event, its name and its wound points."""

    number: EventNumber
    name: Label
    points: int


#: The wounds of a character, oldest first.
WOUNDS: Own[tuple[Wound, ...]] = Own("wounds", ())


@event(called="damage")
@value
class DamageDealt(Event):
    """Somebody was hit, and what the rules in force made of it (PO-26 to PO-37).

    `parts` add up to the `damage`. `rating` are the parts of its reduction: by the damage rating `dr`, or by the armour
    alone if `dr` is None, as the game has no rating. `points` are the wound points left, and `wound` the wound that
    they cause, None without any. `of` is the check or contest that hit, `rolled` a roll of dice for the damage.
    """

    character: Character
    parts: tuple[Part, ...]
    damage: int
    rating: tuple[Part, ...]
    dr: int | None
    points: int
    wound: Label | None = None
    attacker: Character | None = None
    weapon: Item | None = None
    of: EventNumber | None = None
    rolled: EventNumber | None = None


@event()
@value
class WoundHealed(Event):
    """A wound was removed: `wound` is the event that dealt it, `name` its name."""

    character: Character
    wound: EventNumber
    name: Label
    reason: str = ""


@event()
@value
class ScaleSet(Event):
    """A character's scale was set: a part of the damage rating (PO-33)."""

    character: Character
    scale: int
