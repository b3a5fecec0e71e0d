"""Commands about fights and rounds."""

from __future__ import annotations

from engine.registry import chapter, command
from engine.types import Title
from engine.value import value

chapter(45, "Fights and injuries", __name__)


@command("fight start [TITLE]", "start fight [TITLE]")
@value
class StartFight:
    """Start a fight, in its first round.

    TITLE is the rest of the line. While a fight is on, nobody can tend injuries or recover.

    fight start The ambush at the ford
    """

    title: Title = ""


@command("fight end", "end fight")
@value
class EndFight:
    """End the fight, and all effects that last as long as it."""


@command("round")
@value
class NextRound:
    """Begin the next round of the fight, and end all effects that last one round."""
