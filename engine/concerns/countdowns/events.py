"""Events about countdowns."""

from __future__ import annotations

from engine.registry import Event, event
from engine.types import Countdown, EventNumber
from engine.value import value


@value
class Stage:
    """A stage of a countdown: its boxes, and its event once all of them are marked."""

    boxes: int
    effect: str = ""


@event(called="countdowns", known_by=("name",))
@value
class CountdownMade(Event):
    """A countdown was made, of one stage or several (FL-74, FL-75).

    `against` is a countdown of the opposite outcome: when one of the two is full, both are closed (FL-78). `cause`
    describes what marks a box (FL-76). `hidden`: the players do not see it (FL-79).
    """

    name: Countdown
    stages: tuple[Stage, ...]
    against: Countdown | None = None
    cause: str = ""
    hidden: bool = False


@event(called="ticks", brought="check")
@value
class CountdownTicked(Event):
    """Boxes of a countdown were marked.

    `of` is the roll that caused it, and `check`: that roll marked them by itself (FL-77).
    """

    countdown: Countdown
    boxes: int = 1
    of: EventNumber | None = None
    reason: str = ""
    check: bool = False
    hidden: bool = False


@event(brought="stage", part=True)
@value
class StageReached(Event):
    """All boxes of a stage of a countdown are marked: its event, `effect`, happens. `full` marks the last stage."""

    countdown: Countdown
    stage: int
    effect: str = ""
    full: bool = False
    hidden: bool = False


@event(brought="of")
@value
class TickWithdrawn(Event):
    """The box that the check `of` marked is free again. A fudge point turned the check."""

    countdown: Countdown
    of: EventNumber
    hidden: bool = False
