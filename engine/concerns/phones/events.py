"""The event of a player's line that was taken."""

from __future__ import annotations

from engine.registry import Event, event
from engine.types import Player
from engine.value import value


@event(brought="player", part=True)
@value
class LineTaken(Event):
    """What this command recorded before is a player's line, which the game master took.

    `line` is what the player proposed, `proposal` the id under which it waited. It may be `changed` before it was
    taken. A `trusted` one was taken by the prompt, without a key.
    """

    player: Player
    line: str
    proposal: str
    changed: bool = False
    trusted: bool = False
