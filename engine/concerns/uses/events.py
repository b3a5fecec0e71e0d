"""Events about fudge points spent on a roll or a condition."""

from __future__ import annotations

from engine.concerns.corrections.events import CriticalRuled
from engine.registry import Event, event
from engine.rules.parts import Ranking
from engine.types import AwardNumber, Character, EventNumber, Label, Track
from engine.value import value


@event(called="uses")
@value
class RollAltered(Event):
    """A fudge point altered a roll by one, or made it a success (FL-109, FL-111).

    This result is the valid one. `of` is the check or contest, which stays as it was recorded. `by` is +1 or -1, or 0
    for a failure turned into a success. `before` is the total that it altered, and `was` whether that was a success. In
    a contest, these are the numbers of one side, a success is to win, and `ranking` gives everybody's new place.
    """

    character: Character
    of: EventNumber
    by: int
    before: int
    was: bool
    total: int
    margin: int
    success: bool
    degree: str | None = None
    critical: str | None = None
    secret: bool = False
    outcome: str = ""
    ranking: Ranking | None = None


@event(called="rerolls")
@value
class RollRerolled(Event):
    """A fudge point bought a reroll of a check's or a contest side's dice (FL-107).

    The new roll is the valid one. `of` is the check or contest, which stays as it was recorded. In a contest, `ranking`
    gives everybody's new place.
    """

    character: Character
    of: EventNumber
    dice: str
    faces: tuple[int, ...]
    roll: int
    physical: bool
    total: int
    margin: int
    success: bool
    degree: str | None = None
    critical: str | None = None
    secret: bool = False
    outcome: str = ""
    ranking: Ranking | None = None


@event(brought="of")
@value
class MissWithdrawn(Event):
    """XP for a miss was taken back (FL-133). A fudge point turned the roll `of` into a success."""

    character: Character
    award: AwardNumber
    amount: int
    of: EventNumber


@event()
@value
class ConditionEased(Event):
    """A fudge point moved a marked box of a track one state down (FL-110).

    If `to` is empty the box was cleared: its state is the least, or the track has no order. If injuries are wounds,
    `wound` is the event that dealt it, and there is no track.
    """

    character: Character
    track: Track
    eased: Label
    to: Label = ""
    wound: EventNumber | None = None


#: The events that give a recorded check or contest another result.
Turning = RollAltered | RollRerolled | CriticalRuled
