"""Commands about other rolls, reactions, critical results and secrets."""

from __future__ import annotations

from engine.registry import Anywhere, Ask, chapter, command, phrase
from engine.types import Amount, Character, DiceSpec, EventNumber, Faces, Label, Level, Reason, Signed, Tag, Text, Trait
from engine.value import value

chapter(40, "Other rolls", __name__)


@phrase("VALUE [REASON]")
@value
class Modifier:
    """A signed number, and the reason for it."""

    value: Signed
    reason: Reason = ""


#: The fields that a check and a side of a contest share.
EFFORT = (
    "[less DEDUCTION] [MODIFIER...] [when TAG, ...] [and SECONDARY] [instead] [default DEFAULT]"
    " [advantage ADVANTAGE] [disadvantage DISADVANTAGE] [best] [worst]"
)


@value(kw_only=True)
class Effort:
    """What counts for one character in a check or a contest, besides the trait."""

    deduction: Amount | None = None
    modifiers: tuple[Modifier, ...] = ()
    tags: tuple[Tag, ...] = ()
    dice: DiceSpec | None = None
    secondary: Trait | None = None
    instead: bool = False
    default: Level | None = None
    advantage: Amount | None = None
    disadvantage: Amount | None = None
    point: bool = False
    points: Amount | None = None
    hidden: Signed | None = None
    best: bool = False
    worst: bool = False


@command("roll [DICE] [MODIFIER...] [even] [odd] [for WHO] [rolled FACES] [secret] [point] [points POINTS]")
@value
class Roll:
    """Roll dice outside a check, or enter what real dice showed.

    DICE are such as 4dF, 2d6+3 or d%; without them, the game's own. A MODIFIER is a signed number and a reason. “even”
    or “odd” asks the dice: yes, if the total is. WHO is the character who rolls, FACES what real dice showed. “secret”
    hides the roll from the players. “point” spends one of WHO's fudge points on the roll, POINTS more.

    roll 4dF for Kotorikh
    roll 2d6+3 rolled 4 6
    roll 4dF even
    """

    dice: DiceSpec | None = None
    modifiers: tuple[Modifier, ...] = ()
    who: Character | None = None
    faces: Faces | None = None
    secret: bool = False
    point: bool = False
    points: Amount | None = None
    even: bool = False
    odd: bool = False


@command(
    "react WHO [to TOWARDS] [MODIFIER...] [advantage ADVANTAGE] [disadvantage DISADVANTAGE] [rolled FACES] [open]"
    " [anyway]",
    "react WHO to TOWARDS ATTITUDE [open] [because REASON]",
)
@value
class React:
    """Reaction roll: how an NPC responds. Secret unless you add “open”.

    WHO is the NPC. TOWARDS is the character that they meet, whose properties, gifts, faults, things and effects “when
    reactions” count. A MODIFIER is a signed number and a reason. ADVANTAGE and DISADVANTAGE are numbers of such dice.
    FACES is what real dice showed. An ATTITUDE sets how WHO takes to TOWARDS, without dice and from now on; REASON is
    why. “anyway” rolls although it is set.

    react Nyrv +1 charisma -2 "sinister duke"
    react Nyrv to Kotorikh +1 "small talk"
    react Nyrv to Kotorikh hostile because he broke her lute
    """

    who: Character
    modifiers: tuple[Modifier, ...] = ()
    faces: Faces | None = None
    open: bool = False
    advantage: Amount | None = None
    disadvantage: Amount | None = None
    anyway: bool = False
    towards: Character | None = None
    attitude: Label = ""
    reason: Text = ""


@command("critical [for WHO] [of ROLL] [rolled FACES]")
@value
class Critical:
    """Roll on the game's table of critical results.

    WHO is the character it happens to, ROLL the number of the roll that was critical. FACES is what real dice showed.
    A row that ends like “falls a -2 until round” bears on WHO that long.

    critical for Nyrv rolled 1 2
    critical for Nyrv of #57
    """

    who: Character | None = None
    faces: Faces | None = None
    roll: EventNumber | None = None


@command("reveal EVENT")
@value
class Reveal:
    """Show something secret to the players.

    EVENT is the roll, note, scene or countdown, such as #57, or the hiding of an NPC.

    reveal #57
    """

    event: EventNumber


@command("odds DICE")
@value
class DiceOdds(Anywhere, Ask):
    """Show the exact chance of every total of some dice.

    DICE are such as 4dF, 2d6+3 or d%.

    odds 4dF
    """

    dice: DiceSpec
