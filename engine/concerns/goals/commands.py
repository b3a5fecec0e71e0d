"""Commands about goals."""

from __future__ import annotations

from engine.registry import Ask, chapter, command, phrase
from engine.types import Character, Complication, EventNumber, Goal, Label, Name, Text
from engine.value import value

chapter(43, "Magic and goals", __name__)


@phrase("NEED and ...")
@value
class NeedSet:
    """Complications that belong together: a goal is reached when all of them are met."""

    needs: tuple[Label, ...]


@command("goal NAME needs SET or ... [for WHO] [secret]")
@value
class SetGoal:
    """Set a goal, and name the complications on the way to it, instead of one roll.

    NAME is the goal. A SET is one complication, or several with “and” between them; between sets stands “or”, and one
    complete set is enough. WHO is the character whose goal it is. “secret” keeps it from the players.

    goal Forge needs ore and "three weeks" or Jorgen for Kotorikh
    """

    name: Name
    sets: tuple[NeedSet, ...]
    who: Character | None = None
    secret: bool = False


@command("met NAME NEED [of ROLL] [for REASON]")
@value
class MeetComplication:
    """Record that a complication is met. The last one of a set reaches the goal.

    NAME is the goal, NEED the complication. ROLL is the number of the roll that it came of. REASON is shown in the log.

    met Heist "a plan of the vault" for the clerk talked
    """

    name: Goal
    need: Complication
    roll: EventNumber | None = None
    reason: Text = ""


@command("goals")
@value
class ShowGoals(Ask):
    """Show the goals, with what each still needs."""
