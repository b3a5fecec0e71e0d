"""Commands that look back on recorded events."""

from __future__ import annotations

from engine.registry import Ask, chapter, command
from engine.types import Amount, AnyGroup, Audience, Character, EventNumber, EventType, Point, SheetValue, Title
from engine.value import value

chapter(100, "Looking back", __name__)


@command("log [all] [session SESSION] [WHO] [TYPE] [last LAST] [group GROUP]")
@value
class ShowLog(Ask):
    """Show the log, or part of it.

    SESSION is the number of a session, WHO a character, TYPE a kind of event such as checks or notes, and LAST how many
    events to show. At the prompt, “log” alone shows the last session, and “log all” everything. GROUP is one that plays
    in the same world: without it, the log is that of all.

    log all
    log last 20
    log session 3 Kotorikh
    log Kotorikh checks
    log awards
    """

    session: Amount | None = None
    who: Character | None = None
    last: Amount | None = None
    type: EventType | None = None
    all: bool = False
    group: AnyGroup | None = None


@command("log last session [WHO] [TYPE]", "log session last [WHO] [TYPE]")
@value
class ShowLastSession(Ask):
    """Show the log of the last session, with what was recorded after it.

    WHO is a character, and TYPE a kind of event such as checks or notes.

    log last session
    log last session awards
    """

    who: Character | None = None
    type: EventType | None = None


@command("log EVENT [for AUDIENCE]")
@value
class ShowEvent(Ask):
    """Show one event with everything known about it, as “why #57” does.

    EVENT is its number, such as #57. AUDIENCE is “players”, or one of them, and leaves out what players do not see.

    log #57
    """

    event: EventNumber
    audience: Audience | None = None


@command("why WHO NAME [at POINT] [corrected]", each="who")
@value
class AskWhy(Ask):
    """Explain a value on a sheet: the events that made it, and what each added.

    WHO is the character. NAME is a trait, xp, or anything else on the sheet; “modified TRAIT” is the trait with its
    modifiers, and “characteristic NAME” or “item NAME” tells apart what has one name. POINT and “corrected” are those
    of “help sheet”.

    why Kotorikh Perception
    why Kotorikh xp at session 3
    why Kotorikh "modified Strength"
    why Obazana jewels
    """

    who: Character
    name: SheetValue
    point: Point | None = None
    corrected: bool = False


@command("why EVENT [for AUDIENCE]")
@value
class ExplainEvent(Ask):
    """Explain an event: of a roll its level, each modifier, the dice, the total and the chance it had.

    It also says what the event brought about, and what corrected it since. EVENT is its number, such as #57. AUDIENCE
    is “players”, or one of them, and leaves out what players do not see.

    why #57
    why #57 for players
    """

    event: EventNumber
    audience: Audience | None = None


@command("why last roll [of WHO] [for AUDIENCE]")
@value
class ExplainLastRoll(Ask):
    """Explain the last roll, as “why” with its number does.

    WHO is a character, whose last roll is meant. AUDIENCE is that of “help why”.

    why last roll
    why last roll of Kotorikh
    """

    who: Character | None = None
    audience: Audience | None = None


@command("diff FIRST SECOND")
@value
class Diff(Ask):
    """Show what changed on the sheets between two points, and which events did it.

    FIRST and SECOND are points such as #57, session 3, start of session 3, or a date.

    diff #57 #80
    diff session 2 session 3
    """

    first: Point
    second: Point


@command("head")
@value
class ShowHead(Ask):
    """Show how many events the log has, and the checkpoint that proves them all.

    Write the checkpoint down: “verify expect” compares the log with it later.
    """


@command("audit")
@value
class RunAudit(Ask):
    """Recheck everything (XP, rolls, levels, undos, signatures), and say what to fix."""


@command("search TEXT")
@value
class Search(Ask):
    """Find words in notes, scenes, reasons, names, items and outcomes.

    TEXT is one word or more, all of which an event must have. A word finds all that begin with it, torch also torches;
    in double quotes it finds only itself.

    search golden teapot
    search "torch"
    """

    text: Title


@command("replay [WHO] [from POINT]")
@value
class Replay(Ask):
    """Step through the log in both directions, and see what each event was and what it changed.

    It begins with the last session. POINT is where to begin instead, such as #57, session 2, or a date. WHO is a
    character: then only what names them is shown, with sessions and scenes.

    replay
    replay from session 2
    replay Kotorikh from #1
    """

    who: Character | None = None
    point: Point | None = None
