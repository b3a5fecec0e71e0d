"""Write events about contests as the commands that would record them."""

from __future__ import annotations

from collections.abc import Iterable

from engine.concerns.contests.commands import Contest, Side
from engine.concerns.contests.events import ContestResolved, Entrant
from engine.concerns.rolls.line import faces_of, other_than, typed_modifiers
from engine.line import Before
from engine.registry import as_line


@as_line(ContestResolved)
def _contest(event: ContestResolved, before: Before) -> Iterable[object]:
    least = None if event.least is None else event.least
    rules = before.copy.rules
    dice = other_than(before.copy, rules.dice_of_contests, event.dice, None)
    if rules.npc_dice != "same" and not any(side.dice for side in event.participants):
        dice = event.dice
    yield Contest(tuple(map(side_as_typed, event.participants)), dice, least, event.secret)


def side_as_typed(entrant: Entrant) -> Side:
    """One side of a contest, with everything that was its own."""
    tags = tuple(entrant.when)
    faces = None if entrant.dice == "diceless" else faces_of(entrant.faces, entrant.roll)
    who, trait = entrant.character, entrant.trait
    return Side(who, trait, typed_modifiers(entrant.modifiers), tags, faces, entrant.yields)
