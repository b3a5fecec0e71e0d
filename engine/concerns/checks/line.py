"""Write events about checks as the commands that would record them."""

from __future__ import annotations

from collections.abc import Iterable

from engine.concerns.checks.commands import Check, Opponent
from engine.concerns.checks.events import CheckResolved
from engine.concerns.rolls.events import HIDDEN
from engine.concerns.rolls.line import faces_of, is_instead, other_than, typed_modifiers
from engine.line import Before
from engine.registry import as_line


@as_line(CheckResolved)
def _check(event: CheckResolved, before: Before) -> Iterable[object]:
    difficulty, *factors = event.difficulty_parts
    against = event.opponent is not None and event.opposing is not None
    usual = before.copy.rules.check_dice
    yield Check(
        event.character,
        event.trait,
        None if against or difficulty.source == "rules" else difficulty.value,
        Opponent((event.opponent or ""), (event.opposing or "")) if against else None,
        typed_modifiers(factors),
        event.override,
        deduction=event.deduction if event.deduction else None,
        modifiers=typed_modifiers(event.modifiers),
        tags=event.when,
        dice=other_than(before.copy, usual, event.dice, event.level, event.points),
        faces=None if event.roll is None else faces_of(event.faces, event.roll),
        secret=event.secret,
        secondary=event.secondary,
        instead=is_instead(event.modifiers),
        default=event.unmodified if event.chosen else None,
        points=event.points if event.points else None,
        hidden=next((part.value for part in factors if part.source == HIDDEN), None),
        succeeds=event.automatic if event.automatic and event.success else None,
        fails=event.automatic if event.automatic and not event.success else None,
        ticks=event.ticks,
    )
