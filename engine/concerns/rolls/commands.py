"""What may be asked: other rolls, reactions, critical results and secrets."""

from __future__ import annotations

from engine.registry import Anywhere, Ask, chapter, command, phrase
from engine.types import Character, DiceSpec, EventNumber, Faces, Label, Signed
from engine.value import value

chapter(40, "Other rolls", __name__)


@phrase("VALUE [REASON]")
@value
class Modifier:
    """A signed number and why."""

    value: Signed
    reason: Label = ""


@command("roll [DICE] [MODIFIER...] [for WHO] [rolled FACES] [secret]")
@value
class Roll:
    """Roll dice for no check, or enter what real dice showed.

    roll 4dF for Kotorikh
    roll 2d6+3 rolled 4 6
    """

    dice: DiceSpec | None = None
    modifiers: tuple[Modifier, ...] = ()
    who: Character | None = None
    faces: Faces | None = None
    secret: bool = False


@command("react WHO [MODIFIER...] [rolled FACES] [open]")
@value
class React:
    """Roll for how an NPC takes to somebody, unseen by the players unless it is “open”.

    react Nyrv +1 charisma -2 "sinister duke"
    """

    who: Character
    modifiers: tuple[Modifier, ...] = ()
    faces: Faces | None = None
    open: bool = False


@command("critical [for WHO] [rolled FACES]")
@value
class Critical:
    """Look up a critical result in the table of the rules.

    critical for Nyrv rolled 1 2
    """

    who: Character | None = None
    faces: Faces | None = None


@command("reveal EVENT")
@value
class Reveal:
    """Make a secret roll public.

    reveal #57
    """

    event: EventNumber


@command("odds DICE")
@value
class DiceOdds(Anywhere, Ask):
    """The exact chances of every total of some dice.

    odds 4dF
    """

    dice: DiceSpec
