"""Events about traits and their levels at creation."""

from __future__ import annotations

from operator import attrgetter

from engine.registry import Event, event
from engine.types import Character, Role, Trait
from engine.value import value


@value
class LevelLabel:
    """A word for a level: from `level` upwards an ability is `word` (PF-37)."""

    word: str
    level: int


@event(for_all=True, defined_in=attrgetter("abilities"))
@value
class AbilityDefined(Event):
    """The GM added an ability to the campaign's list (PF-05, PF-37).

    It can have words for its levels. `default` is the level of a character without it, `word` that level's name then.
    Without a default, the game's holds (FL-48).
    """

    name: Trait
    labels: tuple[LevelLabel, ...] = ()
    default: int | None = None
    word: str | None = None


@event()
@value
class TraitGiven(Event):
    """A trait's level at creation, in place of an earlier one (PF-30).

    It stands for practice before play. A trait of the game master's may range `upto` another level (FL-65). `word` is
    the level's name then. `late`: the character was in play already. `role` is the trait's role in the character, such
    as “style” (FL-83, FL-85).
    """

    character: Character
    trait: Trait
    level: int
    upto: int | None = None
    word: str | None = None
    late: bool = False
    role: Role = ""


@event()
@value
class SlotTraded(Event):
    """A trait slot of this level was traded for two of the next lower one (FL-80). The traits had no names yet."""

    character: Character
    level: int
    word: str | None = None
