"""What may be asked: looking back on what was recorded."""

from __future__ import annotations

from engine.registry import Ask, chapter, command
from engine.types import Amount, Character, EventType, Point, SheetValue, Text
from engine.value import value

chapter(110, "Looking back", __name__)


@command("log [session SESSION] [WHO] [TYPE] [last LAST]")
@value
class ShowLog(Ask):
    """Show what was recorded.

    log last 20
    log session 3 Kotorikh
    log Kotorikh checks
    log CheckResolved
    """

    session: Amount | None = None
    who: Character | None = None
    last: Amount | None = None
    type: EventType | None = None


@command("why WHO NAME [at POINT] [corrected]")
@value
class AskWhy(Ask):
    """Say why a value is what it is: the events that made it so, and only those, with what each added.

    The name is that of an ability, or “xp”, or of anything else that stands on a sheet.

    why Kotorikh Perception
    why Kotorikh xp at session 3
    why Kotorikh "modified Strength"
    why Obazana jewels
    """

    who: Character
    name: SheetValue
    point: Point | None = None
    corrected: bool = False


@command("diff FIRST SECOND")
@value
class Diff(Ask):
    """Show what changed on the sheets between two points, with the events that changed it.

    diff #57 #80
    diff session 2 session 3
    """

    first: Point
    second: Point


@command("head")
@value
class ShowHead(Ask):
    """Show how long the log is, and the hash that stands for all of it."""


@command("audit")
@value
class RunAudit(Ask):
    """Check that everything adds up, XP, rolls, levels, corrections and signatures, and say what to do where not."""


@command("search TEXT")
@value
class Search(Ask):
    """Find words in notes, scenes, reasons, names, items and outcomes.

    search golden teapot
    search teap*
    """

    text: Text


@command("replay [from POINT]")
@value
class Replay(Ask):
    """Step through the history both ways: what happened, and what it changed on the sheets.

    replay
    replay from start of session 3
    """

    point: Point | None = None
