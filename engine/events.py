"""What can have happened: one frozen class an event, in the past tense.

The class's name is the type under which an event is stored, for ever; a shape that has been shipped is never
changed. A new field gets a default that means what older logs meant; anything else gets a new version, and an
upcaster from the old one. Names are as written at the table; items and awards are told apart by the number of
the event that made them.
"""

from __future__ import annotations

from typing import Any

from engine.value import value

# --- parts of events ---------------------------------------------------------------------------------------


@value
class Part:
    """One term of a sum, and where it comes from.

    `source` is `typed`, `status`, `property`, `item`, `secondary`, `stacking`, `rules` or `hidden`.
    """

    value: int
    reason: str = ""
    source: str = "typed"


@value
class LevelLabel:
    """A word for a level: from `level` upwards an ability is `word` (PF-37)."""

    word: str
    level: int


@value
class StatusState:
    """A state of a status, and what it adds to A (PF-11)."""

    name: str
    modifier: int = 0


@value
class Effect:
    """A modifier that something lends its bearer.

    `target` is "A" for actions or "level" for a trait's level. It holds for the traits in `on` (all, if none are
    named), and if `when` is given only for actions that are said to be of that kind.
    """

    target: str
    value: int
    on: tuple[str, ...] = ()
    when: str | None = None
    reason: str = ""


@value
class Gift:
    """Free XP in a trait that comes once with a property (PF-14, PF-31)."""

    trait: str
    amount: int


@value
class Entrant:
    """One side of a contest: what it had, what it rolled, and where it came in.

    `dice` are its own where they are not the contest's: “diceless” for a side that did not roll. Who `yields` does not
    resist (FU-50).
    """

    character: str
    trait: str
    unmodified: int
    level: int
    level_modifiers: tuple[Part, ...]
    modifiers: tuple[Part, ...]
    when: tuple[str, ...]
    faces: tuple[int, ...]
    roll: int
    physical: bool
    total: int
    degree: str | None
    place: int
    dice: str = ""
    yields: bool = False
    critical: str | None = None


# --- the campaign ------------------------------------------------------------------------------------------


@value
class CampaignCreated:
    """A campaign began, with these rules. `campaign` is its identity, under which every event is hashed."""

    campaign: str
    title: str
    ruleset: str
    rules: dict[str, Any]
    digest: str


@value
class RulesChanged:
    """One rule was changed, from here on; `rules` are all of them as they now stand."""

    key: str
    value: Any
    before: Any
    rules: dict[str, Any]
    digest: str


@value
class AbilityDefined:
    """The GM put an ability on the campaign's list, with words for its levels (PF-05, PF-37)."""

    name: str
    labels: tuple[LevelLabel, ...] = ()


@value
class StatusDefined:
    """A status with its states, worst first, the traits whose actions it touches (all, if none), and the first.

    `cause` is what moves it, in words (PF-11).
    """

    name: str
    states: tuple[StatusState, ...]
    on: tuple[str, ...]
    start: str
    cause: str = ""


@value
class PropertyDefined:
    """A property that characters can gain, with what it does (PF-13, PF-14). No effects: it is part of the story.

    `kind` is "property", or "gift" or "fault" where the game has those (FL-61, FL-81).
    """

    name: str
    effects: tuple[Effect, ...] = ()
    gifts: tuple[Gift, ...] = ()
    kind: str = "property"


@value
class ChecklistAnswered:
    """The GM settled an item of the set-up checklist (PF-63)."""

    topic: str
    text: str


@value
class PracticeRateFixed:
    """What one XP is worth: `amount` `unit`s of dedicated practice are `xp` XP (PF-26)."""

    amount: int
    unit: str
    xp: int


# --- characters --------------------------------------------------------------------------------------------


@value
class CharacterCreated:
    """A character came into the campaign; `kind` is "pc" or "npc" (PF-03).

    It is `approved` unless it was made in a way that asks for the GM's word (FL-86).
    """

    name: str
    kind: str
    player: str | None = None
    approved: bool = True


@value
class CharacteristicSet:
    """A characteristic was written (PF-06)."""

    character: str
    name: str
    text: str


@value
class TraitGiven:
    """A trait's level at creation, which stands for practice before play; it replaces an earlier one (PF-30).

    A trait of the game master's may range `upto` another level (FL-65). `word` is what the level was called.
    """

    character: str
    trait: str
    level: int
    upto: int | None = None
    word: str | None = None


@value
class SlotTraded:
    """A trait of this level was given up for two of the next lower one, before they had names (FL-80)."""

    character: str
    level: int
    word: str | None = None


@value
class CharacterApproved:
    """The game master agreed to a player character (FL-86)."""

    character: str


@value
class PointsChanged:
    """Fudge points were gained, or spent where the amount is below zero (FL-105, FL-115)."""

    character: str
    amount: int
    use: str = ""


@value
class StatusChanged:
    """A status moved, or was moved, from one state to another; `trigger` is what did it (PF-67)."""

    character: str
    status: str
    before: str
    state: str
    trigger: str = ""


@value
class PropertyGained:
    """A property began to apply to a character (PF-13)."""

    character: str
    property: str


@value
class PropertyLost:
    """A property ceased to apply to a character (PF-13)."""

    character: str
    property: str


# --- experience --------------------------------------------------------------------------------------------


@value
class XpAwarded:
    """XP was given to a character. The event's number names the award; allocations say which award paid for them.

    `only`, where it is not None, are the traits on which the award may be spent (PF-25). `source` names the rule that
    brought it by itself: “session” (FL-37) or “miss” (FL-133).
    """

    character: str
    amount: int
    reason: str = ""
    only: tuple[str, ...] | None = None
    source: str = ""


@value
class XpAllocated:
    """XP was spent on a trait, paid for by `draws`: pairs of an award's event number and the amount from it.

    `level` is the step that it bought, where XP buy whole steps (FL-38), and `word` what that was called.
    """

    character: str
    trait: str
    amount: int
    draws: tuple[tuple[int, int], ...]
    level: int | None = None
    word: str | None = None


@value
class BonusGranted:
    """Free practice in a trait, not from the character's own XP (PF-31); `source` names the property it came with."""

    character: str
    trait: str
    amount: int
    reason: str = ""
    source: str = ""


# --- belongings --------------------------------------------------------------------------------------------


@value
class ItemGiven:
    """A character got things. `item` is the stack they joined, or None for a new one named by this event's number.

    `within` is the stack that holds them; `where` its name, or the place on the body where no stack does.
    """

    character: str
    name: str
    quantity: int
    item: int | None = None
    within: int | None = None
    where: str | None = None
    note: str = ""
    effects: tuple[Effect, ...] = ()


@value
class ItemDropped:
    """`quantity` of a stack of `of` left the inventory, and with the last of it all that it held."""

    character: str
    item: int
    name: str
    quantity: int
    of: int = 0


@value
class ItemMoved:
    """`quantity` of a stack of `of` went elsewhere on the character, joining the stack `onto` if there was one."""

    character: str
    item: int
    name: str
    quantity: int
    within: int | None
    where: str | None
    onto: int | None = None
    of: int = 0


@value
class ItemPassed:
    """`quantity` of a stack of `of` went to another character, with all in it, joining the stack `onto` if any."""

    character: str
    to: str
    item: int
    name: str
    quantity: int
    onto: int | None = None
    of: int = 0


@value
class ItemNoted:
    """The condition of a stack was written anew (PF-07)."""

    character: str
    item: int
    name: str
    note: str


# --- at the table ------------------------------------------------------------------------------------------


@value
class SessionStarted:
    """An evening began."""

    number: int
    title: str = ""


@value
class SessionEnded:
    """An evening ended."""

    number: int


@value
class SceneSet:
    """A new scene."""

    text: str


@value
class NoteMade:
    """Something worth remembering."""

    text: str


@value
class DiceRolled:
    """Dice were rolled for no check. `total` is the roll with its modifiers."""

    dice: str
    faces: tuple[int, ...]
    roll: int
    physical: bool
    modifiers: tuple[Part, ...]
    total: int
    character: str | None = None
    degree: str | None = None
    secret: bool = False


@value
class ReactionRolled:
    """A roll for how an NPC takes to somebody, counted from `base` (FU-68 to FU-71). `reading` is what it means."""

    character: str
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


@value
class CriticalDrawn:
    """The table of critical results was asked, and said this (FU-66)."""

    dice: str
    faces: tuple[int, ...]
    roll: int
    physical: bool
    effect: str
    character: str | None = None


@value
class CheckResolved:
    """A check, and what the rules in force made of it (PF-39 to PF-52).

    `level` is L, which is `unmodified` with `level_modifiers` and less the `deduction` for a trait that is only near;
    `modifiers` are the parts of A, `difficulty_parts` those of D after the first, and `margin` is total - difficulty.
    `roll` is None where no dice were needed, and `automatic` then says why. `default` tells that the trait was not on
    the sheet (FU-40), and `chosen` that the GM gave the level it was rolled at (FU-41); `secondary` is a second trait
    that bore on it (FU-36), and `points` are the fudge points that went into the roll (PO-23). `against` is what the
    difficulty was called.
    """

    character: str
    trait: str | None
    unmodified: int
    level_modifiers: tuple[Part, ...]
    deduction: int
    level: int
    modifiers: tuple[Part, ...]
    when: tuple[str, ...]
    dice: str
    faces: tuple[int, ...]
    roll: int | None
    physical: bool
    total: int
    difficulty: int
    difficulty_parts: tuple[Part, ...]
    opponent: str | None
    opposing: str | None
    margin: int
    success: bool
    degree: str | None = None
    critical: str | None = None
    automatic: str | None = None
    secret: bool = False
    default: bool = False
    points: int = 0
    against: str | None = None
    chosen: bool = False
    secondary: str | None = None


@value
class ContestResolved:
    """An opposed action of two or more (PF-53 to PF-57). Equal totals share a place; a tie for first has no winner.

    Where only one side rolled it has to meet the others, and wins ties (FU-53, FL-29). `automatic` says why no dice
    were needed, and `against` is what the level was called that the winner had to reach.
    """

    dice: str
    participants: tuple[Entrant, ...]
    winner: str | None
    tied: tuple[str, ...]
    relative: int
    least: int | None = None
    secret: bool = False
    automatic: str | None = None
    against: str | None = None


@value
class SecretRevealed:
    """A secret event became public."""

    event: int


# --- history -----------------------------------------------------------------------------------------------


@value
class SheetSigned:
    """A player agreed to a sheet as it stood; `values` are what it showed, field by field."""

    character: str
    player: str | None
    values: dict[str, Any]


@value
class CheckRuled:
    """The table settled a check that no longer adds up: `ruling` is "stands" or "void"."""

    event: int
    ruling: str
    reason: str = ""


@value
class AwardAmended:
    """The amount of an award was corrected; it holds from the award on, as if it had always been so."""

    award: int
    character: str
    before: int
    amount: int
    reason: str = ""


@value
class EventsUndone:
    """Earlier events no longer count. They stay on record.

    `mode` is what was asked where later events stood on them: "cascade", and they are among the targets, or "keep",
    and `kept` are the allocations that were left in debt.
    """

    targets: tuple[int, ...]
    reason: str = ""
    mode: str = ""
    kept: tuple[int, ...] = ()


@value
class EventsRedone:
    """Events that had been undone count again, each in its old place."""

    targets: tuple[int, ...]
    reason: str = ""


@value
class CampaignForked:
    """This log went its own way after `events` events, the last with this hash; `name` is what the file was called."""

    name: str
    events: int
    hash: str


@value
class HeadAccepted:
    """The table went on with this log, though a computer had seen `events` of them that ended in this hash."""

    events: int
    hash: str
    reason: str = ""


@value
class LogConverted:
    """This log was carried over from one of an older format, which ended after `events` events in this hash.

    It is the first event of the new log that the old one does not have: recorded behind those that were carried over,
    because events name one another by number, and every number that somebody noted keeps its meaning. From the events
    and their salts the old hashes can be computed again, so `verify` proves this one, and hashes that were noted of the
    old log can still be looked for.
    """

    format: int
    events: int
    hash: str


Event = (
    CampaignCreated
    | RulesChanged
    | AbilityDefined
    | StatusDefined
    | PropertyDefined
    | ChecklistAnswered
    | PracticeRateFixed
    | CharacterCreated
    | CharacteristicSet
    | TraitGiven
    | SlotTraded
    | CharacterApproved
    | PointsChanged
    | StatusChanged
    | PropertyGained
    | PropertyLost
    | XpAwarded
    | XpAllocated
    | BonusGranted
    | ItemGiven
    | ItemDropped
    | ItemMoved
    | ItemPassed
    | ItemNoted
    | SessionStarted
    | SessionEnded
    | SceneSet
    | NoteMade
    | DiceRolled
    | ReactionRolled
    | CriticalDrawn
    | CheckResolved
    | ContestResolved
    | SecretRevealed
    | SheetSigned
    | CheckRuled
    | AwardAmended
    | EventsUndone
    | EventsRedone
    | CampaignForked
    | HeadAccepted
    | LogConverted
)
