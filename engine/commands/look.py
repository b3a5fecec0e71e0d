"""Looking: commands that write nothing."""

from engine.commands.parts import ACTING, Attempt, Side
from engine.commands.usage import Ask, command
from engine.types import Amount, Character, DiceSpec, EventType, Level, Point, SheetValue, Text
from engine.value import value


@command("sheet WHO [at POINT] [corrected]")
@value
class ShowSheet(Ask):
    """Show a character sheet: as it is, as it stood at a point, or as it should have stood by all that is known now.

    sheet Kotorikh
    sheet Kotorikh at #57
    sheet Kotorikh at #57 corrected
    """

    who: Character
    point: Point | None = None
    corrected: bool = False


@command("party [at POINT] [corrected]")
@value
class ShowParty(Ask):
    """Show every character in a line or two."""

    point: Point | None = None
    corrected: bool = False


@command(
    f"odds {ACTING} vs DIFFICULTY [FACTOR...] [with DICE] [point] [points POINTS] [hidden HIDDEN]",
    f"odds check {ACTING} vs OPPONENT [FACTOR...] [with DICE] [point] [points POINTS] [hidden HIDDEN]",
    f"odds check {ACTING} vs DIFFICULTY [FACTOR...] [with DICE] [point] [points POINTS] [hidden HIDDEN]",
    only_where={f"odds {ACTING} [with DICE] [point] [points POINTS]": "default-difficulty"},
)
@value
class CheckOdds(Attempt, Ask):
    """The exact chance of a check, which is not rolled.

    odds Kotorikh Perception vs 3
    odds check Kotorikh Knowledge vs Obazana Charisma
    """


@command("odds SIDE vs ... [with DICE] [at least LEAST]", "odds contest SIDE vs ... [with DICE] [at least LEAST]")
@value
class ContestOdds(Ask):
    """The exact chances of a contest, which is not rolled.

    odds Gromanno Fitness vs Nyrv vs Polthova
    """

    sides: tuple[Side, ...]
    dice: DiceSpec | None = None
    least: Level | None = None


@command("odds DICE")
@value
class DiceOdds(Ask):
    """The exact chances of every total of some dice.

    odds 4dF
    """

    dice: DiceSpec


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


@command("ledger WHO [at POINT] [corrected]")
@value
class ShowLedger(Ask):
    """Show a character's XP as a bank would: every award and allocation, with the balance.

    ledger Kotorikh
    ledger Kotorikh at session 3
    """

    who: Character
    point: Point | None = None
    corrected: bool = False


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


@command("dispute WHO AMOUNT")
@value
class Dispute(Ask):
    """Look for what explains that a player remembers another number of XP to spend than the log does.

    dispute Kotorikh 12
    """

    who: Character
    amount: Amount


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
