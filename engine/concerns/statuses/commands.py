"""Commands about statuses."""

from __future__ import annotations

from engine.concerns.properties.commands import LevelChange
from engine.registry import chapter, command, in_short, phrase
from engine.types import Character, Label, Name, Offset, StateName, Status, Tag, Text, Trait
from engine.value import value

chapter(50, "Statuses, counters and countdowns", __name__)


@phrase("STATE [MODIFIER] [CHANGE and ...] [only TRAIT and ...] [out]")
@value
class Step:
    """A state of a status, and its effects on a character who is in it.

    `modifier` counts on `traits`, or on all where none are named. Who is in a state that is `out` cannot act.
    """

    state: Name
    modifier: Offset = 0
    traits: tuple[Trait, ...] = ()
    out: bool = False
    changes: tuple[LevelChange, ...] = ()


@in_short(
    "WHO STATUS STATE [for REASON]",
    "WHO STATUS up [for REASON]",
    "WHO STATUS down [for REASON]",
    "WHO, OTHER, ... STATUS STATE [for REASON]",
    "WHO, OTHER, ... STATUS up [for REASON]",
    "WHO, OTHER, ... STATUS down [for REASON]",
    "all STATUS STATE [for REASON]",
    "all STATUS up [for REASON]",
    "all STATUS down [for REASON]",
)
@in_short(
    "WHO STATE [for REASON]",
    "WHO, OTHER, ... STATE [for REASON]",
    "all STATE [for REASON]",
    status=lambda state: state.statuses,
)
@command(
    "status WHO [, OTHER, ...] STATUS STATE [for REASON]",
    "status WHO [, OTHER, ...] STATUS up [for REASON]",
    "status WHO [, OTHER, ...] STATUS down [for REASON]",
    "status all STATUS STATE [for REASON]",
    "status all STATUS up [for REASON]",
    "status all STATUS down [for REASON]",
)
@value
class ChangeStatus:
    """Set a status, or move it one step up or down (it stops at the ends).

    WHO is the character, and each OTHER one more; “all” is all player characters. STATUS is the status, such as
    Energy, and STATE one of its states, such as Tired. REASON is shown in the log.

    status Kotorikh Energy up for a night's sleep
    status Kotorikh, Obazana Energy Neutral
    """

    who: Character = ""
    status: Status = ""
    state: StateName | None = None
    reason: Text = ""
    up: bool = False
    down: bool = False
    others: tuple[Character, ...] = ()
    all: bool = False


@command("define status NAME : STEP, ... [on TRAIT, ...] [when TAG] [start START] [moved CAUSE]")
@value
class DefineStatus:
    """Define a status by its states, worst first, and the modifier of each.

    NAME is the status. A STEP is a state and the modifier that it gives to actions with each TRAIT after “on”, or to
    all actions, and “when” to those of the kind TAG alone. “only” limits one state to a TRAIT, or several with “and”
    between them; who is in a state that is “out” cannot act. A CHANGE is a trait and the number that a state adds to
    its level, more of them with “and” between. START is the state that characters begin in; without it,
    the first one with no modifier. CAUSE says in words what moves the status.

    define status Energy: Exhausted -2, Tired -1, Neutral 0, Rested +1 on Muscle, Perception
    define status Health: Dying out, Ill -1 only Fitness and Knowledge, Well 0
    define status Spirit: Broken Perception -2 and Muscle -1, Whole
    define status Sight: Dazzled -2, Clear when seeing
    define status Mood: Grim -1, Calm 0 moved "by good company, or the lack of it"
    """

    name: Name
    steps: tuple[Step, ...]
    traits: tuple[Trait, ...] = ()
    start: Name | None = None
    cause: Label = ""
    tag: Tag | None = None
