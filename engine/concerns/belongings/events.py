"""Things that characters carry: what can have happened."""

from __future__ import annotations

from engine.concerns.properties.events import Effect
from engine.registry import Event, event
from engine.value import value


@event()
@value
class ItemGiven(Event):
    """A character got things. `item` is the stack they joined, or None for a new one named by this event's number.

    `within` is the stack that holds them; `where` its name, or the place on the body where no stack does.
    """

    character: str
    name: str
    quantity: int
    item: int | None = None
    within: int | None = None
    where: str | None = None
    note: str = ""
    effects: tuple[Effect, ...] = ()


@event()
@value
class ItemDropped(Event):
    """`quantity` of a stack of `of` left the inventory, and with the last of it all that it held."""

    character: str
    item: int
    name: str
    quantity: int
    of: int = 0


@event()
@value
class ItemMoved(Event):
    """`quantity` of a stack of `of` went elsewhere on the character, joining the stack `onto` if there was one."""

    character: str
    item: int
    name: str
    quantity: int
    within: int | None
    where: str | None
    onto: int | None = None
    of: int = 0


@event()
@value
class ItemPassed(Event):
    """`quantity` of a stack of `of` went to another character, with all in it, joining the stack `onto` if any."""

    character: str
    to: str
    item: int
    name: str
    quantity: int
    onto: int | None = None
    of: int = 0


@event()
@value
class ItemNoted(Event):
    """The condition of a stack was written anew (PF-07)."""

    character: str
    item: int
    name: str
    note: str
