"""Write rolls without a check, reactions, criticals and secrets as the commands that record them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress

from engine.concerns.rolls.commands import Critical, Modifier, React, Reveal, Roll
from engine.concerns.rolls.events import AttitudeSet, CriticalDrawn, DiceRolled, ReactionRolled, SecretRevealed
from engine.concerns.rolls.sheet import attitude_to
from engine.line import Before, find_number
from engine.patterns import pattern
from engine.refusal import Refused
from engine.registry import as_line
from engine.rules.parts import Part
from engine.rules.rolling import the_dice
from engine.state import State
from engine.types import BY_LEVEL, DiceSpec, Faces
from engine.value import evolve

#: The spellings of dice with advantage dice or fudge points.
LEANING, POINTS = pattern(r"[-+](\d+)(adv|dis)$"), pattern(r"-\d+pt$")


@as_line(DiceRolled)
def _roll(event: DiceRolled, before: Before) -> Iterable[object]:
    rules = before.copy.rules
    dice = other_than(before.copy, rules.check_dice, event.dice, rules.situational, event.points)
    faces = faces_of(event.faces, event.roll)
    rolled = Roll(dice, typed_modifiers(event.modifiers), event.character, faces, event.secret)
    yield evolve(rolled, points=event.points or None, even=event.asked == "even", odd=event.asked == "odd")


@as_line(ReactionRolled)
def _reaction(event: ReactionRolled, before: Before) -> Iterable[object]:
    reaction = React(event.character, open=not event.secret, towards=event.towards)
    if event.automatic is None:
        more, less = leaning_of(event.dice)
        faces, modifiers = faces_of(event.faces, event.roll), typed_modifiers(event.modifiers)
        anyway = attitude_to(before.copy.sheets[event.character], event.towards) is not None
        reaction = evolve(reaction, modifiers=modifiers, faces=faces, advantage=more, disadvantage=less, anyway=anyway)
    yield reaction


@as_line(AttitudeSet)
def _attitude(event: AttitudeSet, before: Before) -> Iterable[object]:
    reaction = React(event.character, open=not event.secret, towards=event.towards)
    yield evolve(reaction, attitude=event.attitude, reason=event.reason)


@as_line(CriticalDrawn)
def _critical(event: CriticalDrawn, before: Before) -> Iterable[object]:
    of = None if event.of is None else find_number(event.of, before)
    yield Critical(event.character, faces_of(event.faces, event.roll), of)


@as_line(SecretRevealed)
def _revealed(event: SecretRevealed, before: Before) -> Iterable[object]:
    yield Reveal(find_number(event.event, before))


def typed_modifiers(parts: Sequence[Part]) -> tuple[Modifier, ...]:
    """Return the typed modifiers of a roll. A script leaves out those of the sheet, which come back by themselves."""
    return tuple(Modifier(part.value, part.reason) for part in parts if part.source == "typed")


def faces_of(faces: tuple[int, ...], roll: int) -> Faces:
    """Return the faces of the dice, or their total if no faces are known."""
    return faces or (roll,)


def is_instead(parts: Sequence[Part]) -> bool:
    """Return whether a second trait was rolled in place of the first."""
    return any(part.replaces for part in parts)


def leaning_of(dice: str) -> tuple[int | None, int | None]:
    """Return the numbers of advantage and disadvantage dice in a spelling, each None if there are none."""
    found = LEANING.search(dice)
    if found is None:
        return None, None
    return (int(found[1]), None) if found[2] == "adv" else (None, int(found[1]))


def other_than(state: State, usual: str, dice: str, level: int | None, points: int = 0) -> DiceSpec | None:
    """Dice that have to be named, for they are not those of the rules."""
    if dice in ("", usual):
        return None
    dice = POINTS.sub("", dice)
    if usual == BY_LEVEL and level is not None:
        with suppress(Refused):
            usual = POINTS.sub("", the_dice(state.rules, usual, level, points).spec)
    return None if dice == usual else dice
