"""Sentences for events about other rolls, reactions, critical results and secrets."""

from __future__ import annotations

from engine.concerns.rolls.events import CriticalDrawn, DiceRolled, ReactionRolled, SecretRevealed
from engine.registry import narrates
from engine.text import list_faces, list_parts, name_dice, plain, signed
from engine.types import BY_LEVEL, FUMBLE, NO_DICE


def describe_roll(dice: str, fell: tuple[int, ...], roll: int, physical: bool) -> str:
    """What the dice showed, and whether they lay on a real table."""
    if dice == NO_DICE:
        return f"{signed(roll)} without dice"
    faced = f"{list_faces(dice, fell)} = " if len(fell) > 1 or fell not in ((), (roll,)) else ""
    came = "a fumble" if roll == FUMBLE else signed(roll) if steps(dice) else plain(roll)
    return f"{faced}{came} on {name_dice(dice)}{' (real dice)' if physical else ''}"


def steps(dice: str) -> bool:
    """Whether a roll of these dice is a number of steps, which has a sign."""
    from engine.dice import read_dice  # whoever only looks at a sheet rolls nothing

    return not dice.startswith(BY_LEVEL) and read_dice(dice).steps


@narrates(DiceRolled)
def _roll(event: DiceRolled) -> str:
    who = f"{event.character} rolls " if event.character else ""
    total = f", {list_parts(event.modifiers)}: {plain(event.total)}" if event.modifiers else ""
    degree = f": {event.degree}" if event.degree else ""
    rolled = describe_roll(event.dice, event.faces, event.roll, event.physical)
    return f"{mark_secret(event.secret)}{who}{rolled}{total}{degree}"


@narrates(ReactionRolled)
def _reaction(event: ReactionRolled) -> str:
    rolled = describe_roll(event.dice, event.faces, event.roll, event.physical)
    added = f", {list_parts(event.modifiers)}" if event.modifiers else ""
    return (
        f"{mark_secret(event.secret)}{event.character}'s reaction is {event.degree}: {event.reading} ({rolled}{added})"
    )


@narrates(CriticalDrawn)
def _critical(event: CriticalDrawn) -> str:
    who = f" for {event.character}" if event.character else ""
    return (
        f"Critical result{who}: {event.effect} ({describe_roll(event.dice, event.faces, event.roll, event.physical)})"
    )


def mark_secret(is_secret: bool) -> str:
    return "(secret) " if is_secret else ""


@narrates(SecretRevealed)
def _revealed(event: SecretRevealed) -> str:
    return f"#{event.event} is no longer secret"
