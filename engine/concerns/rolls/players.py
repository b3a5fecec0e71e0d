"""Reduce events about dice, reactions and revelations to the parts that players see."""

from __future__ import annotations

from collections.abc import Collection

from engine.concerns.rolls.events import (
    AND_ROLLED,
    AttitudeSet,
    CriticalDrawn,
    DiceRolled,
    ReactionRolled,
    SecretRevealed,
)
from engine.narrate import tell
from engine.players import Reduced, Seen, blank_fields, reduces, seen_whole, tells_part
from engine.rules.parts import SAID
from engine.text import plain
from engine.types import BY_LEVEL, NO_DICE
from engine.value import evolve

seen_whole(AttitudeSet, SecretRevealed)
seen_whole(CriticalDrawn, in_the_open=True)

#: Fields of a roll that reveal the level of its character.
OF_THE_LEVEL = frozenset(
    {"level", "unmodified", "level_modifiers", "deduction", "modifiers", "default", "faces", "roll", "points", "best"}
)

#: Fields that also reveal the level if no dice were rolled.
OF_THE_RESULT = frozenset({"total", "degree", "margin"})


def is_without_dice(dice: str, roll: int | None) -> bool:
    """Return whether nothing was rolled, so that the result is the level."""
    return roll is None or (dice == NO_DICE and not roll)


def without_die(dice: str, instead: str) -> str:
    """Return dice, or others in place of those that reveal the roller's level."""
    return instead if dice.startswith(BY_LEVEL) else dice


@reduces(DiceRolled, in_the_open=True)
def reduce_roll(event: DiceRolled, seen: Seen) -> Reduced:
    """Remove what a hidden character's sheet adds to a roll and to its total, unless the dice tell a level."""
    if not seen.hides_level(event.character):
        return Reduced(event)
    if event.dice.startswith(BY_LEVEL):
        return blank_fields(evolve(event, dice=BY_LEVEL), {"faces", "roll", "modifiers"})
    said = tuple(part for part in event.modifiers if part.source == SAID)
    if said == event.modifiers:
        return Reduced(event)
    total = event.roll + sum(part.value for part in said)
    return Reduced(evolve(event, modifiers=said, total=total, degree=None), frozenset({"degree"}))


@tells_part(DiceRolled)
def tell_result(event: DiceRolled, blanks: Collection[str]) -> str:
    """Say the result of a roll, without dice that reveal a level."""
    return f"{event.character} rolls {event.degree or plain(event.total)}" if "roll" in blanks else tell(event)


@reduces(ReactionRolled, in_the_open=True)
def reduce_reaction(event: ReactionRolled, seen: Seen) -> Reduced:
    """Leave out the dice and modifiers of a reaction to a hidden character, which are on that character's sheet.

    If the reaction was set in secret, leave out the reason. Players saw the attitude itself.
    """
    if event.automatic is not None:
        attitude = seen.find_maker(AttitudeSet, event.character, event.towards)
        if attitude is None or seen.is_unnamed(attitude):
            return Reduced(evolve(event, automatic=""), frozenset({"automatic"}))
        return Reduced(event)
    return blank_fields(event, {"faces", "roll", "modifiers"}) if seen.hides_level(event.towards) else Reduced(event)


@tells_part(ReactionRolled)
def tell_reaction(event: ReactionRolled, blanks: Collection[str]) -> str:
    """Say one character's attitude to another, without the dice."""
    return tell(event).rpartition(AND_ROLLED)[0] if "roll" in blanks else tell(event)
