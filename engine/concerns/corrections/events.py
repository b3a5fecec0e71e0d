"""Correcting: taking back, putting back, amending, ruling, signing: what can have happened."""

from __future__ import annotations

from typing import Any

from engine.registry import Event, event
from engine.types import AwardNumber, Character, EventNumber, Player
from engine.value import value


@event()
@value
class SheetSigned(Event):
    """A player agreed to a sheet as it stood; `values` are what it showed, field by field."""

    character: Character
    player: Player | None
    values: dict[str, Any]


@event(called="rulings")
@value
class CheckRuled(Event):
    """The table settled a check that no longer adds up: `ruling` is "stands" or "void"."""

    event: EventNumber
    ruling: str
    reason: str = ""


@event(corrects=True)
@value
class AwardAmended(Event):
    """The amount of an award was corrected; it holds from the award on, as if it had always been so."""

    award: AwardNumber
    character: Character
    before: int
    amount: int
    reason: str = ""


@event(fixed=True, corrects=True, called="undos")
@value
class EventsUndone(Event):
    """Earlier events no longer count. They stay on record.

    `mode` is what was asked where later events stood on them: "cascade", and they are among the targets, or "keep",
    and `kept` are the allocations that were left in debt.
    """

    targets: tuple[EventNumber, ...]
    reason: str = ""
    mode: str = ""
    kept: tuple[EventNumber, ...] = ()


@event(fixed=True, corrects=True)
@value
class EventsRedone(Event):
    """Events that had been undone count again, each in its old place."""

    targets: tuple[EventNumber, ...]
    reason: str = ""
