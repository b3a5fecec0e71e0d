"""Say how a narrator tells each type of event, in parts that a recap joins into sentences.

The room of an event type declares it in its file `retell.py`, with `@retells` or `says_nothing`. All verbs of a recap
stand there, and the other words are those of the game master. `replay.retelling` joins parts that are alike.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from engine.registry import register_in
from engine.rooms import load
from engine.types import Character, EventNumber
from engine.value import value


@value
class Telling:
    """For whom an event is told: the fields of it that they do not see, and the short name of a character for them."""

    blanks: Collection[str] = ()
    call: Callable[[str], str] = str


# --- what stands by itself -------------------------------------------------------------------------------------


@value
class HeadingTold:
    """A scene."""

    text: str


@value
class WordsTold:
    """A note, or other words that are told as they were typed.

    `asks` is who was asked, and `answers` the question that they answer.
    """

    text: str
    asks: Character | None = None
    answers: EventNumber | None = None


@value
class NewsTold:
    """Something loud, such as a stage of `countdown`."""

    text: str
    countdown: str | None = None


@value
class RevealTold:
    """An event is no longer secret."""

    event: EventNumber


@value
class FightTold:
    """A fight began."""

    title: str = ""


@value
class RoundTold:
    """A round of the fight began."""

    number: int


@value
class FightOverTold:
    """The fight ended."""


# --- what is told in a paragraph -------------------------------------------------------------------------------


@value
class TryTold:
    """Somebody tried a trait: `verb` says how it went, and `fought` the same in a fight.

    `margin` is None where it is not told. `aside` are remarks in parentheses, such as how well, and `stakes` the cost
    of a failure. `points` are fudge points spent.
    """

    who: Character
    verb: str
    trait: str
    against: Character | None = None
    margin: int | None = None
    aside: tuple[str, ...] = ()
    stakes: str = ""
    fought: str = ""
    points: int = 0
    success: bool = False


@value
class DuelTold:
    """Two or more tried against each other. `clause` says who won and in what, without the margin.

    `sides` are all who took part, each with the trait. In a fight a duel of two is told as a try of the player's
    character, with one of the words in `fought`: for the winner, the others, and both of a tie.
    """

    clause: str
    sides: tuple[tuple[Character, str], ...]
    winner: Character | None = None
    tied: tuple[Character, ...] = ()
    margin: int | None = None
    aside: tuple[str, ...] = ()
    fought: tuple[str, str, str] = ("", "", "")
    points: tuple[tuple[Character, int], ...] = ()


@value
class TurnTold:
    """A roll got another result, by some `means`: `verb` and what follows are as in a try.

    A contest is told by the `clause`, which says who won then.
    """

    of: EventNumber
    who: Character
    verb: str
    fought: str
    success: bool
    means: str
    margin: int | None = None
    aside: tuple[str, ...] = ()
    clause: str = ""
    points: int = 0


@value
class DeedTold:
    """Somebody did something: `did` what, and `how`. It stands `behind` the same person's roll if it came of that.

    `points` are fudge points spent.
    """

    who: Character
    did: str
    what: str = ""
    how: str = ""
    reason: str = ""
    behind: bool = False
    points: int = 0


@value
class ChangeTold:
    """Somebody's `thing` `became` something."""

    who: Character
    thing: str
    became: str
    reason: str = ""


@value
class TickTold:
    """Boxes of a countdown were marked."""

    countdown: str
    boxes: int
    reason: str = ""


@value
class DiceTold:
    """Dice for no check came to something. If nobody rolled them, `verb` begins the sentence."""

    who: Character | None
    verb: str
    came: str


@value
class ClauseTold:
    """A clause that is joined with no other."""

    clause: str
    reason: str = ""


# --- what stands in the list at the evening's end --------------------------------------------------------------


@value
class ArrivalTold:
    """A character came into the campaign."""

    who: Character
    kind: str
    player: str | None = None


@value
class SheetTold:
    """A sheet was written to: a player's character is told to have got `what`. Making a character is not told."""

    who: Character
    did: str
    what: str


@value
class AwardTold:
    """XP were given, or taken if there are less than none."""

    who: Character
    amount: int
    reason: str = ""


@value
class PointsTold:
    """Somebody got fudge points, or spent some if there are less than none."""

    who: Character
    amount: int
    reason: str = ""


@value
class PurchaseTold:
    """XP were put in a trait, or it rose `to` a level. `waits` is what it waits for."""

    who: Character
    verb: str
    trait: str
    amount: int = 0
    to: str = ""
    waits: str = ""
    unit: str = "XP"


@value
class OpenTold:
    """A countdown, goal or ritual began, and is told as open until it is over."""

    name: str


@value
class AmendTold:
    """A correction changed somebody's `thing` later."""

    who: Character
    thing: str
    change: str
    reason: str = ""


@value
class UndoTold:
    """Events no longer count: `verbs` say so of one and of several.

    It is told if they are of an earlier scene, or if it is `far` from being a slip.
    """

    targets: tuple[EventNumber, ...]
    verbs: tuple[str, str]
    reason: str = ""
    far: bool = False


Told = (
    HeadingTold | WordsTold | NewsTold | RevealTold | FightTold | RoundTold | FightOverTold
    | TryTold | DuelTold | TurnTold | DeedTold | ChangeTold | TickTold | DiceTold | ClauseTold
    | ArrivalTold | SheetTold | AwardTold | PointsTold | PurchaseTold | OpenTold | AmendTold | UndoTold
)  # fmt: skip

#: From an event class to the function that returns how it is told, or None for not at all: (event, telling).
RETELLS: dict[type, Callable[[Any, Telling], Told | None]] = {}

retells = register_in(RETELLS)


def says_nothing(*events: type) -> None:
    """Register events that a recap leaves out."""
    retells(*events)(lambda event, telling: None)


def retell(event: Any, telling: Telling, sentence: str) -> Told | None:
    """Return how an event is told, or None for not at all. Of an undeclared type it is its `sentence` in the log."""
    load("retell")
    if type(event) not in RETELLS:
        return ClauseTold(sentence)
    return RETELLS[type(event)](event, telling)
