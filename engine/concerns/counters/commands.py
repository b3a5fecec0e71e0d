"""Commands about counters."""

from __future__ import annotations

from engine.concerns.counters.events import COUNTERS
from engine.concerns.properties.commands import Clause, LevelChange
from engine.registry import chapter, command, phrase
from engine.types import Amount, Bounds, Character, Counter, Name, Offset, Signed, Tag, Text, Trait
from engine.value import value

chapter(52, "Statuses, counters and countdowns", __name__)

#: The effects of a counter while it is in a band.
DOES = "[CHANGE, ...] [a ACTION] [on TRAIT, ...] [when TAG]"


@value
class BandOf:
    """What a counter does up to a number, or from one on."""

    at: Amount
    changes: tuple[LevelChange, ...] = ()
    action: Offset | None = None
    traits: tuple[Trait, ...] = ()
    tag: Tag | None = None


@phrase(f"low AT : {DOES}")
@value
class LowBand(BandOf):
    """What a counter does while it is at a number or below."""


@phrase(f"high AT : {DOES}")
@value
class HighBand(BandOf):
    """What a counter does while it is at a number or above."""


@value
class ClausesOf:
    """Several things that a counter does up to a number, or from one on."""

    at: Amount
    clauses: tuple[Clause, ...] = ()


@phrase("low AT : CLAUSE, ...")
@value
class LowClauses(ClausesOf):
    """Several things that a counter does while it is at a number or below."""


@phrase("high AT : CLAUSE, ...")
@value
class HighClauses(ClausesOf):
    """Several things that a counter does while it is at a number or above."""


@command(
    "define counter NAME BOUNDS [start START] [LOW...] [HIGH...]",
    "define counter NAME BOUNDS [start START] [BELOW...] [ABOVE...]",
)
@value
class DefineCounter:
    """Define a counter: a status that is a number, such as mana, hunger or reputation.

    NAME is the counter. BOUNDS are its least and its greatest number, such as 0..10. Characters begin at START; without
    it, at the greatest number. LOW is “low”, a number, and what holds at it and below: a CHANGE is a trait and the
    number that is added to its level, “a ACTION” adds a number to every action, or to those with each TRAIT after “on”,
    and “when” limits it to one kind of action, TAG. HIGH is “high” and the same for a number and above. BELOW and ABOVE
    are these with commas between several effects, each with its own “on”, which takes “and” between traits, and “when”.

    define counter Mana 0..10 start 10 low 3: A -1 on Knowledge
    define counter Mana 0..10 start 10 low 3: A -1 on Knowledge and Muscle, Perception -1 when dark
    define counter Hunger 0..10 start 0 high 6: Strength -1 high 9: Strength -2 A -1
    """

    name: Name
    bounds: Bounds
    start: Amount | None = None
    low: tuple[LowBand, ...] = ()
    high: tuple[HighBand, ...] = ()
    below: tuple[LowClauses, ...] = ()
    above: tuple[HighClauses, ...] = ()


@command(
    "status WHO [, OTHER, ...] COUNTER CHANGE [anyway] [for REASON]",
    "status WHO [, OTHER, ...] COUNTER = NUMBER [anyway] [for REASON]",
    "status all COUNTER CHANGE [anyway] [for REASON]",
    "status all COUNTER = NUMBER [anyway] [for REASON]",
    only_with=COUNTERS,
)
@value
class MoveCounter:
    """Move a counter up or down, or set it to a number.

    WHO is the character, and each OTHER one more; “all” is all player characters. COUNTER is such as Mana, CHANGE a
    number with its sign, NUMBER what it is from now on. “anyway” goes beyond the counter's bounds. REASON is shown in
    the log.

    status Kotorikh Mana -3 for a fireball
    status all Mana = 10 for a night's sleep
    """

    who: Character = ""
    counter: Counter = ""
    change: Signed | None = None
    number: Offset | None = None
    anyway: bool = False
    reason: Text = ""
    others: tuple[Character, ...] = ()
    all: bool = False
