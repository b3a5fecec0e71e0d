"""The event of a seal."""

from __future__ import annotations

from engine.registry import Event, event
from engine.types import Player
from engine.value import value


@event(fixed=True, called="seals")
@value
class SealSpoken(Event):
    """A player said a number, from 0 to 9999, or none: all up to here is sealed.

    The words of the seal are made from the hash of this event, so they also depend on the number.
    """

    player: Player
    number: int | None = None
