"""Write events about checks as the commands that would record them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.concerns.checks.commands import Check, Opponent
from engine.concerns.checks.events import MINOR, CheckResolved
from engine.concerns.magic.commands import CastSpell
from engine.concerns.rolls.line import faces_of, is_instead, other_than, typed_modifiers
from engine.line import Before
from engine.registry import as_line
from engine.rules.bans import refuse_check
from engine.rules.parts import HIDDEN
from engine.value import field_names


@as_line(CheckResolved)
def _check(event: CheckResolved, before: Before) -> Iterable[object]:
    difficulty, *factors = event.difficulty_parts
    against = event.opponent is not None and event.opposing is not None
    usual = before.copy.rules.dice_of_checks(opposed=against)
    rolled = event.roll is not None and not event.use
    settled = event.automatic if not event.use else None
    banned = any(refuse_check(before.copy, event.character, event.opponent))
    command = Check(
        event.character,
        event.trait,
        None if against or difficulty.source == "rules" else difficulty.value,
        Opponent((event.opponent or ""), (event.opposing or ""), event.best_against) if against else None,
        typed_modifiers(factors),
        event.override,
        deduction=event.deduction if event.deduction else None,
        modifiers=typed_modifiers(event.modifiers),
        tags=event.when,
        dice=None if event.use else other_than(before.copy, usual, event.dice, event.level, event.points),
        faces=faces_of(event.faces, event.roll) if rolled and event.roll is not None else None,
        secret=event.secret,
        secondary=event.secondary,
        instead=is_instead(event.modifiers),
        default=event.unmodified if event.chosen else None,
        points=event.points if event.points and not event.use else None,
        point=bool(event.use),
        success=event.use == "success",
        four=event.use == "four",
        hidden=next((part.value for part in factors if part.source == HIDDEN), None),
        succeeds=settled if settled and event.success else None,
        fails=settled if settled and not event.success else None,
        anyway=banned,
        ticks=event.ticks,
        stakes=event.stakes,
        ships=event.ships,
        best=event.best,
    )
    yield spell_as_typed(command, event.spell) if event.spell else command


def spell_as_typed(check: Check, spell: tuple[str, ...]) -> CastSpell:
    """Return the check of a spell as the command that casts it."""
    said: dict[str, Any] = {"minor": True}
    if spell != (MINOR,):
        said = dict(zip(("range", "duration", "area"), spell, strict=True))
    fields = {*field_names(CastSpell)} & {*field_names(Check)}
    return CastSpell(**{name: getattr(check, name) for name in fields}, **said)
