"""Commands about traits and their levels at creation."""

from __future__ import annotations

from engine.registry import chapter, command, phrase
from engine.types import Character, Level, Name, NewTrait, Role, TraitList
from engine.value import value

chapter(130, "Characters and traits", __name__)


@phrase("WORD LEVEL")
@value
class Labelled:
    """A word for a level and those above it, such as `decent 4`."""

    word: Name
    level: Level


@phrase("TRAIT LEVEL [to UPTO] [as ROLE]")
@value
class TraitLevel:
    """A trait with its level or range of levels at creation, and its role."""

    trait: NewTrait
    level: Level
    upto: Level | None = None
    role: Role | None = None


@command("define ability NAME, ... [LABEL...] [default DEFAULT]")
@value
class DefineAbility:
    """Add abilities to the campaign's list, with words for their levels.

    NAME is the ability. A LABEL is a word and the lowest level it stands for. DEFAULT is the level of whoever does not
    have it on the sheet, where that is not the game's.

    define ability Muscle, Charisma, Perception poor 2 decent 4 great 6
    """

    names: tuple[Name, ...]
    labels: tuple[Labelled, ...] = ()
    default: Level | None = None


@command("define abilities LIST, ... [without NAME, ...]")
@value
class DefineAbilities:
    """Add ready-made lists of traits to the campaign's list.

    LIST is the name of such a list, NAME a trait to leave out.

    define abilities base, fantasy without Languages
    """

    lists: tuple[TraitList, ...]
    names: tuple[Name, ...] = ()


@command("trait WHO GIVEN, ...", each="who")
@value
class GiveTrait:
    """Set the levels that a character's traits start at, before any award.

    WHO is the character. A GIVEN is a trait and a level, or for an NPC a range such as 2 to 4. Where the way of
    creation has roles, “as” names that of the trait: broad or narrow; motivation, style or profession.

    trait Nyrv Fitness 5, Stealth 3
    """

    who: Character
    given: tuple[TraitLevel, ...]


@command("trade WHO LEVEL", each="who")
@value
class TradeSlot:
    """Trade one starting trait for two of the next lower level.

    WHO has a trait at LEVEL still to choose, and gives it up.

    trade Kotorikh 3
    """

    who: Character
    level: Level
