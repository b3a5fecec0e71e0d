"""Commands about sessions, scenes and notes."""

from __future__ import annotations

from engine.registry import chapter, command
from engine.types import Text
from engine.value import value

chapter(10, "Sessions", __name__)


@command("session start [TITLE]", "start session [TITLE]")
@value
class StartSession:
    """Start a session.

    TITLE is the rest of the line.

    session start The inn that cost three jewels
    """

    title: Text = ""


@command("session end", "end session")
@value
class EndSession:
    """End the session."""


@command("scene TEXT")
@value
class SetScene:
    """Say where the characters are now.

    TEXT is the rest of the line.

    scene Outside the inn, night
    """

    text: Text


@command("note TEXT")
@value
class MakeNote:
    """Write down something worth remembering.

    TEXT is the rest of the line.

    note The thief limps on the left foot
    """

    text: Text
