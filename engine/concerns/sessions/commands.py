"""Commands about sessions, scenes and notes."""

from __future__ import annotations

from engine.registry import Ask, chapter, command
from engine.types import Amount, AnyGroup, Attendee, Date, SceneText, SessionTitle, Text, TitleBeforeNames
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


@command(
    "session start [NUMBER] [NAMED] [with PRESENT, ...] on DATE",
    "session start [NUMBER] [NAMED] [with PRESENT, ...] at DATE",
    "start session [NUMBER] [NAMED] [with PRESENT, ...] on DATE",
    "start session [NUMBER] [NAMED] [with PRESENT, ...] at DATE",
)
@value
class StartPastSession:
    """Start an evening of the past, to record it from notes.

    DATE is when it was held: 2024-03-09, 9 March 2024 or 9.3.2024. NUMBER is that of the session, the next one if it is
    not given. NAMED is its title, a word or in quotes. PRESENT are those of “session start”. What you record up to
    “session end” is marked as from notes. Rolls of then are notes, or real dice: “roll 1d6 for Kotorikh rolled 5”.

    session start "The mill" on 9 March 2024
    session start 6 "The mill at night" with Kurt on 2024-03-16
    """

    date: Date
    number: Amount | None = None
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

    text: SceneText


@command("note TEXT", short="'")
@value
class MakeNote:
    """Write down something worth remembering.

    TEXT is the rest of the line.

    note The thief limps on the left foot
    """

    text: Text


@command("spotlight [session SESSION] [group GROUP]")
@value
class ShowSpotlight(Ask):
    """Show who acted how often this session, and who has waited longest.

    Checks, contests and other rolls of player characters count. SESSION is the number of an earlier session. GROUP is
    one that plays in the same world, or “all”.

    spotlight
    spotlight session 1
    """

    session: Amount | None = None
    group: AnyGroup | None = None
