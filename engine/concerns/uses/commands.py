"""Commands that spend fudge points on a roll or a condition."""

from __future__ import annotations

from engine.registry import chapter, command
from engine.types import Character, EventNumber, Faces, Signed, TrackOrState
from engine.value import value

chapter(91, "XP and fudge points", __name__)


@command("point WHO reroll ROLL [rolled FACES]")
@value
class RerollCheck:
    """Spend a fudge point to roll a check or a side of a contest again.

    WHO made the roll, ROLL is the number of the check or contest. FACES is what real dice showed. The new roll holds;
    the first one stays in the log.

    point Kotorikh reroll #57
    point Kotorikh reroll #57 rolled +1
    """

    who: Character
    roll: EventNumber
    faces: Faces | None = None


@command("point WHO alter ROLL CHANGE")
@value
class AlterRoll:
    """Spend a fudge point to alter a check or a side of a contest by one.

    WHO made the roll, ROLL is the number of the check or contest. CHANGE is +1 or -1.

    point Kotorikh alter #57 +1
    """

    who: Character
    roll: EventNumber
    change: Signed


@command("point WHO success ROLL", "point WHO convert ROLL")
@value
class TurnToSuccess:
    """Spend a fudge point to turn a failed check into a success, or to win a contest.

    WHO made the roll, ROLL is the number of the check or contest. The rule point-uses calls it “convert”.

    point Kotorikh success #57
    """

    who: Character
    roll: EventNumber


@command("point WHO ease [WHERE]", each="who")
@value
class EaseCondition:
    """Spend a fudge point to ease a condition by one state, or clear the least one.

    A condition may be an injury. WHO is eased. WHERE is the track or the state, if several are marked, or the wound.
    The lower state needs a free box; a wound becomes the next smaller one.

    point Kotorikh ease serious
    """

    who: Character
    where: TrackOrState | None = None
