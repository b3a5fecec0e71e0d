"""Commands about sessions, scenes and notes."""

from __future__ import annotations

from engine.registry import Ask, chapter, command
from engine.types import Amount, Attendee, SessionTitle, Text, TitleBeforeNames
from engine.value import value

chapter(10, "Sessions", __name__)


@command(
    "session start with PRESENT, ...",
    "session start NAMED with PRESENT, ...",
    "session start [TITLE]",
    "start session with PRESENT, ...",
    "start session NAMED with PRESENT, ...",
    "start session [TITLE]",
)
@value
class StartSession:
    """Start a session.

    TITLE is the rest of the line. Each PRESENT is a player who is there, or a character: they alone get XP when the
    evening ends, and from “all”, until the next one begins. If nobody is named, everybody is there. NAMED is a title
    before “with”, which needs quotes if somebody's name is shortened.

    session start The inn that cost three jewels
    session start The inn that cost three jewels with Kurt, Obazana
    """

    title: SessionTitle = ""
    named: TitleBeforeNames = ""
    present: tuple[Attendee, ...] = ()


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


@command("note TEXT", short="'")
@value
class MakeNote:
    """Write down something worth remembering.

    TEXT is the rest of the line.

    note The thief limps on the left foot
    """

    text: Text


@command("spotlight [session SESSION]")
@value
class ShowSpotlight(Ask):
    """Show who acted how often this session, and who has waited longest.

    Checks, contests and other rolls of player characters count. SESSION is the number of an earlier session.

    spotlight
    spotlight session 1
    """

    session: Amount | None = None
