"""Write events about contests as the commands that would record them."""

from __future__ import annotations

import re
from collections.abc import Iterable

from engine.concerns.contests.commands import Contest, Side
from engine.concerns.contests.events import ContestResolved, Entrant
from engine.concerns.rolls.events import HIDDEN
from engine.concerns.rolls.line import faces_of, other_than, typed_modifiers
from engine.line import Before
from engine.registry import as_line

#: How dice are spelled that some of a kind were added to.
ADVANTAGE, DISADVANTAGE = re.compile(r"\+(\d+)adv$"), re.compile(r"(\d+)dis$")


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
    more, less = ADVANTAGE.search(entrant.dice), DISADVANTAGE.search(entrant.dice)
    return Side(
        who,
        trait,
        typed_modifiers(entrant.modifiers),
        tags,
        faces,
        entrant.yields,
        deduction=entrant.deduction or None,
        secondary=entrant.secondary,
        default=entrant.unmodified if entrant.chosen else None,
        advantage=int(more[1]) if more else None,
        disadvantage=int(less[1]) if less else None,
        points=entrant.points or None,
        hidden=next((part.value for part in entrant.modifiers if part.source == HIDDEN), None),
    )
