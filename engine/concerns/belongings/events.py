"""Events about things that characters carry."""

from __future__ import annotations

from engine.naming import Steps, rename
from engine.registry import Event, event
from engine.rules.parts import Effect
from engine.types import Character, Item, ItemNumber, Property
from engine.value import evolve, value


@event(makes="item")
@value
class ItemGiven(Event):
    """A character got things.

    `item` is the stack that they joined, or None for a new one named by this event's number. `within` is the stack that
    holds them. `where` is that stack's name, or else the place on the body. `source` names the property that brought
    them.
    """

    character: Character
    name: Item
    quantity: int
    item: ItemNumber | None = None
    within: ItemNumber | None = None
    where: str | None = None
    note: str = ""
    effects: tuple[Effect, ...] = ()
    source: Property = ""

    def rename(self, steps: Steps) -> ItemGiven:
        """Return the event with its container renamed by some steps. A place keeps its name."""
        held = self.where is not None and self.within is not None
        return evolve(self, where=rename(steps, "item", self.where or "")) if held else self


@event()
@value
class ItemDropped(Event):
    """`quantity` of a stack of `of` left the inventory. The contents left with the last of it."""

    character: Character
    item: ItemNumber
    name: Item
    quantity: int
    of: int = 0


@event(makes="item")
@value
class ItemMoved(Event):
    """`quantity` of a stack of `of` moved elsewhere on the character. It joined the stack `onto` if one is given."""

    character: Character
    item: ItemNumber
    name: Item
    quantity: int
    within: ItemNumber | None
    where: str | None
    onto: ItemNumber | None = None
    of: int = 0

    def rename(self, steps: Steps) -> ItemMoved:
        """Return the event with its container renamed by some steps. A place keeps its name."""
        held = self.where is not None and self.within is not None
        return evolve(self, where=rename(steps, "item", self.where or "")) if held else self


@event(makes="item")
@value
class ItemPassed(Event):
    """`quantity` of a stack of `of` went to another character with its contents. It joined the stack `onto`, if any."""

    character: Character
    to: Character
    item: ItemNumber
    name: Item
    quantity: int
    onto: ItemNumber | None = None
    of: int = 0


@event()
@value
class ItemNoted(Event):
    """The condition of a stack was noted, in place of an earlier note (PF-07)."""

    character: Character
    item: ItemNumber
    name: Item
    note: str
