"""Whose rolls a correction can make stale."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

from engine.concerns.uses.events import Turning
from engine.naming import kinds_named, names_in
from engine.registry import PROJECTS, marks
from engine.value import Factory, record


@record
class Reach:
    """The characters whose sheets a correction may have changed, as known so far.

    If `things`, anything they carry may differ too. A correction of an event without names may reach `everybody`. The
    sheets of a roll out of reach are the same with and without the correction.
    """

    who: set[str] = Factory(set)
    things: bool = False
    everybody: bool = False

    def begin(self, event: object) -> None:
        """Reach the characters named by an event that counts either with the correction or without it."""
        kind: Any = type(event)
        if not PROJECTS.get(kind):
            return  # it changes no sheet
        named = set(names_in(event, "character"))
        self.who |= named
        self.things |= "item" in kinds_named(kind)
        self.everybody |= not named or marks(event).for_all

    def hand_on(self, event: object) -> None:
        """Reach all whom an event names that may hand something on from one to another."""
        kind: Any = type(event)
        named = set(names_in(event, "character"))
        if not self.who.isdisjoint(named) and (self.things or "item" not in kinds_named(kind)):
            self.who |= named

    def covers(self, roll: Any) -> bool:
        """Return whether the sheets behind a roll may differ: of its sides, of an opponent, or of ships."""
        if self.everybody or any(side.character in self.who for side in roll.sides):
            return True
        return getattr(roll, "opponent", None) in self.who or not self.who.isdisjoint(getattr(roll, "ships", ()))


def reach_of(corrected: Iterable[object]) -> Reach:
    """Return the reach of a correction of some events."""
    reach = Reach()
    for event in corrected:
        reach.begin(event)
    return reach


@cache
def can_hand_on(cls: type) -> bool:
    """Return whether events of a type can hand something on between characters.

    Rolls, and events that turn them, hand on nothing: their numbers are recorded.
    """
    return kinds_named(cls).count("character") > 1 and not (marks(cls).judged or issubclass(cls, Turning))
