"""Commands that retell what was played."""

from __future__ import annotations

from engine.registry import Ask, chapter, command
from engine.types import Amount
from engine.value import value

chapter(105, "Retelling", __name__)


@command("recap [session SESSION] [for players]")
@value
class TellRecap(Ask):
    """Tell what happened in an evening: its scenes, your notes and what was done, each with its number.

    SESSION is the number of a session; otherwise it is the last one. “for players” leaves out what players do not see.
    What was undone is left out. The text is Markdown, and reads well as it is: send it to the group.

    recap
    recap for players
    recap session 1
    """

    session: Amount | None = None
    players: bool = False
