"""Commands about tracks, and about characters out of play."""

from __future__ import annotations

from engine.registry import chapter, command, phrase
from engine.types import (
    ActorKind,
    Amount,
    Character,
    Degree,
    EventNumber,
    FullTrack,
    Label,
    Name,
    Offset,
    Text,
    Track,
    TrackOrState,
    Trait,
    WayOut,
)
from engine.value import value

chapter(47, "Fights and injuries", __name__)


@phrase("STATE BOXES [MODIFIER] [takes TIME]")
@value
class StateBoxes:
    """A state of a track: its boxes, the modifier of a marked one, and how long they take to heal."""

    state: Name
    boxes: Amount
    modifier: Offset = 0
    time: Label = ""


@command(
    "define track NAME [for KIND] : BOXES, ... [any order] [on TRAIT, ...] [final FINAL] [full FULL] [instead]",
)
@value
class DefineTrack:
    """Define a track by its states, in marking order, with their numbers of boxes.

    NAME is the track. KIND are those who have it: pcs, npcs, ships or all; without it, everybody has. BOXES are a
    state, its number of boxes, and the modifier of a character who has one of them marked; it bears on actions with
    each TRAIT, or on all actions. “takes” says how long a state's boxes take to heal: “tend” clears those that take
    minutes, and without it those of the first state. “any order” lets a state be marked before another. Who
    marks a box of the state FINAL is out of play, as with a full track. FULL is what a full track means: dead,
    incapacitated or nothing. Without it, the rule “full-track” says that of player characters; NPCs are dead, and
    ships go on. The track that the game has stays beside yours, unless yours has its name or is there “instead”. A ship
    has the game's track as long as no track is for ships.

    define track Wounds: Scratch 3, Hurt 1 -1, "Very Hurt" 1 -2, Incapacitated 1 on Fitness
    define track Hull for ships: minor 2, serious 2 takes "a week in dock"
    define track Conditions: sick 1, hungry 1, exhausted 1, broken 1 any order final broken
    """

    name: Name
    boxes: tuple[StateBoxes, ...]
    traits: tuple[Trait, ...] = ()
    order: bool = False
    final: Label = ""
    kind: ActorKind = ""
    full: FullTrack = ""
    instead: bool = False


@command("track WHO AMOUNT [TRACK] [alike]", each="who")
@value
class GiveTrack:
    """Give a character a track of its own size.

    AMOUNT is the number of boxes that WHO gets. Half of them are minor, the odd one too, and the rest serious. Minor
    NPCs have one or two boxes. TRACK is the one that gets this size; without it, the first one of WHO does. With
    “alike”, WHO has that one alone, and its boxes are all alike.

    track Nyrv 2
    """

    who: Character
    amount: Amount
    track: Track = ""
    alike: bool = False


@command(
    "mark WHO [AMOUNT] [WHERE] [of ROLL] [as NAME] [permanent]",
    "mark WHO DEGREE [WHERE] [of ROLL] [as NAME] [permanent]",
    each="who",
)
@value
class Mark:
    """Mark a box of a character's track, or several.

    WHO is the character, AMOUNT how many boxes. WHERE is the track, or a state of it; else the next boxes in order are
    marked. DEGREE is how hard it was, in a word of the ladder: Mediocre marks one box, Fair two, and so on. ROLL is the
    number of the roll that did it. NAME is what the injury is called. A “permanent” box stays marked until all are
    cleared. Who has no box left is out of play, as the track or the rule “full-track” says.

    mark Kotorikh
    mark Kotorikh 2 as "cracked ribs"
    mark Kotorikh serious of #57
    """

    who: Character
    amount: Amount | None = None
    where: TrackOrState | None = None
    roll: EventNumber | None = None
    name: Label = ""
    permanent: bool = False
    degree: Degree = ""


@command("clear WHO [AMOUNT] [WHERE] [of ROLL] [for REASON]", "clear WHO all [for REASON]", each="who")
@value
class Clear:
    """Clear a box of a character's track, or heal a wound; also several or all.

    The last one is cleared first. WHO is the character, AMOUNT how many boxes or wounds, WHERE the track, the state or
    the wound that they are of. ROLL is the number of the roll that it came of, as with a creature that heals when a
    player fails. REASON is shown in the log. Only “all” clears permanent boxes. Who is out of play stays so until
    “revive”.

    clear Kotorikh
    clear Kotorikh minor
    clear Kotorikh all for a healing potion
    """

    who: Character
    amount: Amount | None = None
    where: TrackOrState | None = None
    roll: EventNumber | None = None
    reason: Text = ""
    all: bool = False


@command("tend WHO [TRACK] [by HEALER]", each="who")
@value
class Tend:
    """Spend a few minutes on a character's injuries, which clears the least of them.

    WHO is the character, HEALER the one who does it. TRACK is the only track that is cared for; without it, all are.
    Characters can tend their own injuries. Nobody can in a fight.

    tend Kotorikh by Obazana
    """

    who: Character
    healer: Character | None = None
    track: Track = ""


@command("recover WHO", each="who")
@value
class Recover:
    """Clear all boxes but the permanent ones after a long recovery.

    WHO is the character.

    recover Kotorikh
    """

    who: Character


@command("out WHO [HOW]", each="who")
@value
class TakeOut:
    """Take a character out of play, whatever boxes are left.

    WHO is the character. HOW is dead, incapacitated, fled, surrendered, or what else happened. Without it, the rule
    “full-track” says.

    out Nyrv surrendered
    out Polthova knocked out in his sleep
    """

    who: Character
    how: WayOut = ""


@command("revive WHO [by HEALER] [for REASON]", "revive all [for REASON]", each="who")
@value
class Revive:
    """Bring a character back into play; after a full track, that clears the least injuries.

    WHO is the character, HEALER the one who does it. Whoever was taken out by “out” keeps all boxes as they were.
    If all player characters are out, “revive all” brings all of them back. The dead come back only for a REASON.

    revive Kotorikh by Obazana
    """

    who: Character | None = None
    healer: Character | None = None
    reason: Text = ""
    all: bool = False
