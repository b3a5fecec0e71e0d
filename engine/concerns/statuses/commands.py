"""What may be asked: statuses."""

from __future__ import annotations

from engine.registry import chapter, command, phrase
from engine.types import Character, Label, Name, Offset, StateName, Status, Text, Trait
from engine.value import value

chapter(50, "Statuses", __name__)


@phrase("STATE [MODIFIER]")
@value
class Step:
    """A state of a status and what it adds to A."""

    state: Name
    modifier: Offset = 0


@command(
    "status WHO STATUS STATE [for REASON]",
    "status WHO STATUS up [for REASON]",
    "status WHO STATUS down [for REASON]",
)
@value
class ChangeStatus:
    """Move a status: to a state, or one step up or down; the ends hold.

    status Kotorikh Energy up for a night's sleep
    """

    who: Character
    status: Status
    state: StateName | None = None
    reason: Text = ""
    up: bool = False
    down: bool = False


@command("define status NAME : STEP, ... [on TRAIT, ...] [start START] [moved CAUSE]")
@value
class DefineStatus:
    """Define a status: its states, worst first, each with what it adds to A, and whose actions it touches.

    define status Energy: Exhausted -2, Tired -1, Neutral 0, Rested +1 on Muscle, Perception
    define status Mood: Grim -1, Calm 0 moved "by good company, or the lack of it"
    """

    name: Name
    steps: tuple[Step, ...]
    traits: tuple[Trait, ...] = ()
    start: Name | None = None
    cause: Label = ""
