"""Commands that retell past sessions."""

from __future__ import annotations

from engine.registry import Ask, chapter, command
from engine.types import Amount, AnyGroup, Audience, Bounds, Character, File
from engine.value import value

chapter(105, "Looking back", __name__)


@command(
    "recap [session SESSION] [group GROUP] [for AUDIENCE]",
    "recap [all] [group GROUP] [for AUDIENCE]",
    "recap [session RANGE] [group GROUP] [for AUDIENCE]",
    "recap [from session FIRST] [group GROUP] [for AUDIENCE]",
)
@value
class TellRecap(Ask):
    """Tell an evening as a story, or several: scenes, your notes, everybody's deeds, and what is open.

    SESSION is the number of a session; otherwise it is the last one. RANGE is the first and the last of several, such
    as 2..4. With “all” every session is told, and with “from” all from FIRST on. AUDIENCE is “players”, which leaves
    out what players do not see, or one of them: then the names of their own characters stand out. What was undone is
    left out. “set NAME called = WORD” says what a recap calls somebody. The text is Markdown, and reads well as it is:
    send it to the group. “why #N” explains a number in it. GROUP is one that plays in the same world, or “all”.

    recap
    recap for players
    recap for Kurt
    recap session 1
    recap session 1..2
    recap from session 1 for players
    """

    session: Amount | None = None
    audience: Audience | None = None
    range: Bounds | None = None
    first: Amount | None = None
    all: bool = False
    group: AnyGroup | None = None


@command(
    "stats [all] [session SESSION] [WHO] [group GROUP] [for AUDIENCE]",
    "stats session all [WHO] [group GROUP] [for AUDIENCE]",
)
@value
class ShowStats(Ask):
    """Show dice against expectation, players' luck, who acted, and trait results.

    SESSION is the number of a session; otherwise all of them count. WHO is a character. AUDIENCE is “players”, which
    leaves out what players do not see, also from all sums, or one of them, who then comes first. Rolls that are secret
    or undone, or have fudge points in them, are in no test. Real dice and the program's are tested by themselves.
    GROUP is one that plays in the same world, or “all”.

    stats
    stats session 1
    stats Kotorikh
    stats for players
    """

    session: Amount | None = None
    who: Character | None = None
    audience: Audience | None = None
    all: bool = False
    group: AnyGroup | None = None


@command(
    "report FILE [all] [session SESSION] [group GROUP] [for AUDIENCE] [again]",
    "report FILE session all [group GROUP] [for AUDIENCE] [again]",
    "report FILE sheets [WHO, ...] [session SESSION] [for AUDIENCE] [again]",
    "report FILE sheets WHO... [session SESSION] [for AUDIENCE] [again]",
)
@value
class WriteReport(Ask):
    """Write a page for a browser with the story, sheets, dice, luck, XP and log.

    It has every sheet at every event, and the whole log. FILE ends in .html; with “again” one of that name is written
    over. It needs no network, and prints well. SESSION is the number of a session; otherwise all of them are in it.
    “sheets” writes sheets alone, to print, one a page: of each WHO, a character, or of all. AUDIENCE is “players”,
    which leaves out what players do not see, or one of them, whose own characters then come first. GROUP is one that
    plays in the same world, or “all”.

    report teapot.html
    report evening.html session 1
    report party.html for players again
    report sheets.html sheets Kotorikh, Obazana
    """

    file: File
    session: Amount | None = None
    audience: Audience | None = None
    all: bool = False
    sheets: bool = False
    who: tuple[Character, ...] = ()
    again: bool = False
    group: AnyGroup | None = None
