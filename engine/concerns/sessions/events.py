"""Events about sessions, scenes and notes."""

from __future__ import annotations

from engine.registry import Event, event
from engine.types import Character, Date, Player
from engine.value import value


@event(witnessed=True, bounds=True, zoned=True)
@value
class SessionStarted(Event):
    """An evening began.

    `present` are the players who were there, and `characters` those named individually. If both are empty, everybody
    was there. `offset` is how many minutes the clock at the table was ahead of UTC, None in old logs. An evening with
    `held`, its ISO date at the table, is recorded from notes and was not witnessed.
    """

    number: int
    title: str = ""
    present: tuple[Player, ...] = ()
    characters: tuple[Character, ...] = ()
    offset: int | None = None
    held: Date = ""


@event(witnessed=True, bounds=True, ends=("scene", "session"))
@value
class SessionEnded(Event):
    """An evening ended."""

    number: int


@event(called="scenes", ends=("scene",))
@value
class SceneSet(Event):
    """A new scene. A `secret` one is not for players, until it is revealed."""

    text: str
    secret: bool = False


@event(called="notes")
@value
class NoteMade(Event):
    """Something worth remembering."""

    text: str
