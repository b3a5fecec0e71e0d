"""What may be asked: evenings, scenes and notes."""

from __future__ import annotations

from engine.registry import chapter, command
from engine.types import Text
from engine.value import value

chapter(10, "Evenings", __name__)


@command("session start [TITLE]")
@value
class StartSession:
    """Begin an evening.

    session start "The inn that cost three jewels"
    """

    title: Text = ""


@command("session end")
@value
class EndSession:
    """End the evening."""


@command("scene TEXT")
@value
class SetScene:
    """Say where we are now.

    scene Outside the inn, night
    """

    text: Text


@command("note TEXT")
@value
class MakeNote:
    """Write down something worth remembering.

    note The thief limps on the left foot
    """

    text: Text
