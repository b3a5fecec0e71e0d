"""Write events about other rolls, reactions, critical results and secrets as the commands that would record them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from contextlib import suppress

from engine.concerns.rolls.commands import Critical, Modifier, React, Reveal, Roll
from engine.concerns.rolls.events import CriticalDrawn, DiceRolled, Part, ReactionRolled, SecretRevealed
from engine.line import Before, numbered
from engine.refusal import Refused
from engine.registry import as_line
from engine.rules.rolling import the_dice
from engine.state import State
from engine.types import BY_LEVEL, DiceSpec, Faces


@as_line(DiceRolled)
def _roll(event: DiceRolled, before: Before) -> Iterable[object]:
    dice = other_than(before.copy, before.copy.rules.check_dice, event.dice, before.copy.rules.situational)
    yield Roll(dice, typed_modifiers(event.modifiers), event.character, faces_of(event.faces, event.roll), event.secret)


@as_line(ReactionRolled)
def _reaction(event: ReactionRolled, before: Before) -> Iterable[object]:
    faces = faces_of(event.faces, event.roll)
    yield React(event.character, typed_modifiers(event.modifiers), faces, open=not event.secret)


@as_line(CriticalDrawn)
def _critical(event: CriticalDrawn, before: Before) -> Iterable[object]:
    yield Critical(event.character, faces_of(event.faces, event.roll))


@as_line(SecretRevealed)
def _revealed(event: SecretRevealed, before: Before) -> Iterable[object]:
    yield Reveal(numbered(event.event, before))


def typed_modifiers(parts: Sequence[Part]) -> tuple[Modifier, ...]:
    """Return the modifiers that were typed; those of the sheet are added again by themselves."""
    return tuple(Modifier(part.value, part.reason) for part in parts if part.source == "typed")


def faces_of(faces: tuple[int, ...], roll: int) -> Faces:
    """Return what the dice showed: every face, or the total if no faces are known."""
    return faces or (roll,)


def other_than(state: State, usual: str, dice: str, level: int | None, points: int = 0) -> DiceSpec | None:
    """Dice that have to be named, for they are not those of the rules."""
    if dice in ("", usual):
        return None
    dice = re.sub(r"-\d+pt$", "", dice)
    if usual == BY_LEVEL and level is not None:
        with suppress(Refused):
            usual = re.sub(r"-\d+pt$", "", the_dice(state.rules, usual, level, points).spec)
    return None if dice == usual else dice
