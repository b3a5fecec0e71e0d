"""Events about other rolls, reactions, critical results and secrets."""

from __future__ import annotations

from engine.briefs import Brief, brief_of
from engine.naming import Steps, rename
from engine.registry import Event, event
from engine.types import Character, EventNumber, Label
from engine.value import evolve, record, value

#: Where parts come from that were said at the table; all others are found again.
SAID = "typed"

#: Where a part of the difficulty comes from that the players do not know.
HIDDEN = "hidden"

#: Where a part of the difficulty comes from that a ship's quality is.
QUALITY = "quality"

#: What stands between what a table says and the dice, where one sentence says both.
AND_ROLLED = "; rolled "

#: How this program reads the rules where its first versions read them otherwise: rolls record with which reading they
#: were decided. With the first, 0, every piece of an item counted, a much better second trait took the first one's
#: place by itself, and polyhedral totals beyond the ladder were compared.
READING = 1

#: What follows the name of a second trait: that it is rolled instead, or that it does not help.
INSTEAD, TOO_LOW = " instead", " is not good enough to help"


@value
class Ranking:
    """The places in a contest: the winner, the tie for first, and the lead.

    A contest may have no winner. The lead is the first side's.
    """

    places: tuple[int, ...]
    winner: Character | None
    tied: tuple[Character, ...]
    relative: int


@value
class Part:
    """One term of a sum, and where it comes from.

    `source` is `typed`, `status`, `track`, `counter`, `property`, `item`, `secondary`, `stacking`, `rules`, `effect`,
    `spell`, `quality` or `hidden`; of damage also `trait`, `scale`, `roll`, `dice` or `wound`.
    """

    value: int
    reason: str = ""
    source: str = SAID

    @property
    def brief(self) -> str:
        """The reason in few words, such as “Hurt” for a status or “low Mana”.

        A status gives its state alone, a counter its name and side.
        """
        named, _, state = self.reason.partition(": ")
        return {"status": state, "counter": f"{state} {named}"}.get(self.source, self.reason)

    def rename(self, steps: Steps) -> Part:
        """Return the part with the names in its reason as they are after some steps.

        What the sheet brings is called after its source; what was typed is nobody's name.
        """
        return evolve(self, reason=self._reason(steps))

    def _reason(self, steps: Steps) -> str:
        if self.source == "status":
            status, colon, state = self.reason.partition(": ")
            return f"{rename(steps, 'status', status)}{colon}{rename(steps, 'state', state, status)}"
        if self.source == "counter":
            counter, colon, band = self.reason.partition(": ")
            return f"{rename(steps, 'counter', counter)}{colon}{band}"
        if self.source == "secondary":
            trait = self.reason.removesuffix(INSTEAD).removesuffix(TOO_LOW)
            return f"{rename(steps, 'trait', trait)}{self.reason[len(trait) :]}"
        return rename(steps, self.source, self.reason) if self.source in ("property", "item", "trait") else self.reason


@event(fell=True, witnessed=True, called="rolls")
@value
class DiceRolled(Event):
    """Dice were rolled for no check.

    `total` is the roll with its modifiers, `points` the fudge points in it. `asked` is “even” or “odd” where the roll
    answers yes or no: whether the total is.
    """

    dice: str
    faces: tuple[int, ...]
    roll: int
    physical: bool
    modifiers: tuple[Part, ...]
    total: int
    character: Character | None = None
    degree: str | None = None
    secret: bool = False
    points: int = 0
    asked: Label = ""


@brief_of(DiceRolled)
@record
class DiceBrief(Brief):
    """What a fold reads of dice that were rolled for no check."""

    character: Character | None = None
    secret: bool = False
    points: int = 0


@event(fell=True, witnessed=True, called="reactions")
@value
class ReactionRolled(Event):
    """A roll for how an NPC takes to somebody, counted from `base` (FU-68 to FU-71).

    `reading` is what it means. `towards` is whom it is about. `automatic`: nothing was rolled, for the attitude was
    set, for this reason (FU-67).
    """

    character: Character
    dice: str
    faces: tuple[int, ...]
    roll: int
    physical: bool
    modifiers: tuple[Part, ...]
    base: int
    total: int
    degree: str | None
    reading: str
    secret: bool = False
    towards: Character | None = None
    automatic: str | None = None


@event(called="attitudes")
@value
class AttitudeSet(Event):
    """The game master set how an NPC takes to somebody, without dice (FU-67)."""

    character: Character
    towards: Character
    attitude: Label
    reason: str = ""
    secret: bool = False


@event(fell=True, witnessed=True)
@value
class CriticalDrawn(Event):
    """The table of critical results was asked, and said this (FU-66).

    `of` is the roll that was critical.
    """

    dice: str
    faces: tuple[int, ...]
    roll: int
    physical: bool
    effect: str
    character: Character | None = None
    of: EventNumber | None = None


@event(for_all=True)
@value
class SecretRevealed(Event):
    """A secret event became public."""

    event: EventNumber
