"""What may be asked: traits and their levels at creation."""

from __future__ import annotations

from engine.registry import chapter, command, phrase
from engine.types import Character, Level, Name, NewTrait, TraitList
from engine.value import value

chapter(130, "Traits", __name__)


@phrase("WORD LEVEL")
@value
class Labelled:
    """A word for a level, such as `decent 4`."""

    word: Name
    level: Level


@phrase("TRAIT LEVEL [to UPTO]")
@value
class TraitLevel:
    """A trait at the level it has at creation, or at all levels from one to another."""

    trait: NewTrait
    level: Level
    upto: Level | None = None


@command("define ability NAME, ... [LABEL...]")
@value
class DefineAbility:
    """Put abilities on the campaign's list, with words for their levels.

    define ability Muscle, Charisma, Perception poor 2 decent 4 great 6
    """

    names: tuple[Name, ...]
    labels: tuple[Labelled, ...] = ()


@command("define abilities LIST, ... [without NAME, ...]")
@value
class DefineAbilities:
    """Put the traits of ready-made lists on the campaign's list.

    define abilities base, fantasy without Languages
    """

    lists: tuple[TraitList, ...]
    names: tuple[Name, ...] = ()


@command("trait WHO GIVEN, ...")
@value
class GiveTrait:
    """Give traits the levels they have at creation, before any award.

    trait Nyrv Fitness 5, Stealth 3
    """

    who: Character
    given: tuple[TraitLevel, ...]


@command("trade WHO LEVEL")
@value
class TradeSlot:
    """Give up one trait of a level for two of the next lower one, as traits are given at creation.

    trade Kotorikh 3
    """

    who: Character
    level: Level
