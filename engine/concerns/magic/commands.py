"""Commands about magic."""

from __future__ import annotations

from engine.concerns.checks.commands import ACTING, DOING, ROLLING
from engine.concerns.rolls.commands import Effort
from engine.registry import Ask, chapter, command
from engine.types import (
    Character,
    Countdown,
    Faces,
    Label,
    Name,
    Need,
    Ritual,
    SpellArea,
    SpellDuration,
    SpellRange,
    Text,
    Trait,
)
from engine.value import value

chapter(42, "Magic and goals", __name__)


@command(
    f"spell {ACTING} [range RANGE] [duration DURATION] [area AREA] {ROLLING} [hidden HIDDEN] {DOING}",
    f"spell minor {ACTING} {ROLLING} [hidden HIDDEN] {DOING}",
)
@value
class CastSpell(Effort):
    """Roll a character's magic against the difficulty of a spell.

    WHO casts with TRAIT. RANGE is touch, bowshot, sight or any; DURATION is one action, several actions, scene or any;
    AREA is one, several, crowd or any. The greatest of them decides, and each further one as great is 1 more: “spells”
    shows the levels. “minor” is minor magic, always against Fair: it marks or clears one condition, with “mark NAME of
    #57” or “clear NAME of #57”. “help check” explains the other words.

    spell Kotorikh Construction Magic range sight duration scene
    """

    who: Character
    trait: Trait | None
    range: SpellRange = ""
    duration: SpellDuration = ""
    area: SpellArea = ""
    minor: bool = False
    critical: bool = False
    faces: Faces | None = None
    secret: bool = False
    anyway: bool = False
    succeeds: Label | None = None
    fails: Label | None = None
    ticks: Countdown | None = None
    stakes: Label = ""
    success: bool = False
    four: bool = False
    maximum: bool = False


@command("spells")
@value
class ShowSpells(Ask):
    """Show how hard spells are, and the rituals with what they still need."""


@command("ritual NAME needs NEED, ...")
@value
class PlanRitual:
    """Plan a ritual: magic without a roll, once it has all that it needs.

    NAME is the ritual. A NEED is a place, an ingredient, a person or anything else.

    ritual Awakening needs "the old mill", "a silver bowl"
    """

    name: Name
    needs: tuple[Label, ...]


@command("ritual NAME has NEED [for REASON]")
@value
class MeetNeed:
    """Record that a ritual has one of the things that it needs.

    NAME is the ritual, NEED what it has now. REASON is shown in the log.

    ritual Ascent has "a drop of blood"
    """

    name: Ritual
    need: Need
    reason: Text = ""


@command("ritual NAME performed [by WHO] [for REASON]")
@value
class PerformRitual:
    """Perform a ritual that has all that it needs: it works.

    NAME is the ritual, WHO the character who performs it. REASON is shown in the log.

    ritual Ascent performed by Kotorikh
    """

    name: Ritual
    who: Character | None = None
    reason: Text = ""
