"""Commands about countdowns."""

from __future__ import annotations

from engine.registry import Ask, chapter, command, phrase
from engine.types import Amount, Countdown, EventNumber, Label, Name, StageEvent, Text
from engine.value import value

chapter(53, "Statuses, counters and countdowns", __name__)


@phrase("BOXES [EVENT]")
@value
class StageOf:
    """A stage of a countdown: its boxes, and what happens at the last mark."""

    boxes: Amount
    event: StageEvent = ""


@command("countdown NAME STAGE, ... [against OTHER] [moved CAUSE] [hidden] [secret] [open]")
@value
class MakeCountdown:
    """Make a countdown: a row of boxes, and what happens when they are marked.

    NAME is the countdown. A STAGE is a number of boxes and what happens when the last of them is marked; the stages
    follow each other. OTHER is a countdown of the opposite outcome: the first of the two to fill decides, and both
    close. CAUSE says in words what marks a box. “hidden” or “secret” keeps it from the players, “open” shows it;
    otherwise the rule “countdowns” decides.

    countdown Building 6 "it collapses"
    countdown House 2 "the stairwell falls", 2 creaks, 1 "it collapses" moved "by every delay"
    countdown Rejected 4 "the committee says no" against Funding
    """

    name: Name
    stages: tuple[StageOf, ...]
    other: Countdown | None = None
    cause: Label = ""
    hidden: bool = False
    secret: bool = False
    open: bool = False


@command("tick NAME [COUNT] [of ROLL] [for REASON]")
@value
class TickCountdown:
    """Mark a box of a countdown, or several.

    NAME is the countdown, COUNT how many boxes. ROLL is the number of the roll that it came of. REASON is shown in the
    log. A check marks boxes by itself with “ticks”: see “help check”.

    tick Funding
    tick Funding 2 for a letter of thanks
    """

    name: Countdown
    count: Amount = 1
    roll: EventNumber | None = None
    reason: Text = ""


@command("countdowns")
@value
class ShowCountdowns(Ask):
    """Show the countdowns with their boxes, stages and links."""
