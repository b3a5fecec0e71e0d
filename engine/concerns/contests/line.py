"""Write events about contests as the commands that would record them."""

from __future__ import annotations

from collections.abc import Iterable

from engine.concerns.contests.commands import Contest, Side
from engine.concerns.contests.decide import refuse_sides
from engine.concerns.contests.events import ContestResolved
from engine.concerns.rolls.line import LEANING, faces_of, is_instead, leaning_of, other_than, typed_modifiers
from engine.line import Before
from engine.registry import as_line
from engine.rules.parts import HIDDEN, Entrant
from engine.rules.rolling import the_dice
from engine.rules.ruleset import SAME, Ruleset
from engine.state import State
from engine.types import BY_LEVEL, NO_DICE, DiceSpec


@as_line(ContestResolved)
def _contest(event: ContestResolved, before: Before) -> Iterable[object]:
    rules = before.copy.rules
    dice = other_than(before.copy, rules.dice_of_contests, event.dice, None)
    own = [own_dice(before.copy, event, side) for side in event.participants]
    if dice is None and by_the_rules(rules, event, own):
        own = [None] * len(own)
    elif any(own) or rules.npc_dice != SAME:
        dice = event.dice
    sides = (side_as_typed(side, each) for side, each in zip(event.participants, own, strict=True))
    banned = any(refuse_sides(before.copy, event.participants))
    yield Contest(tuple(sides), dice, event.least, event.override, event.secret, banned)


def own_dice(state: State, event: ContestResolved, side: Entrant) -> DiceSpec | None:
    """Return the dice of a side, None if they were those of the contest."""
    if side.yields:
        return None
    return other_than(state, event.dice, LEANING.sub("", side.dice), side.level, side.points)


def by_the_rules(rules: Ruleset, event: ContestResolved, own: list[DiceSpec | None]) -> bool:
    """Return whether the rules alone give the sides their dice, which are not the contest's."""
    npc = rules.npc_dice
    usual = {None, npc if npc in (SAME, BY_LEVEL) else the_dice(rules, npc).spec}
    if rules.contest_rolls == "first" or any(side.yields for side in event.participants):
        usual.add(NO_DICE)
    return None in own and set(own) <= usual and (npc == SAME or any(own))


def side_as_typed(entrant: Entrant, dice: DiceSpec | None = None) -> Side:
    """Return one side of a contest, with everything that was its own."""
    advantage, disadvantage = leaning_of(entrant.dice)
    return Side(
        entrant.character,
        entrant.trait,
        None if entrant.dice == NO_DICE else faces_of(entrant.faces, entrant.roll),
        entrant.yields,
        deduction=entrant.deduction or None,
        modifiers=typed_modifiers(entrant.modifiers),
        tags=entrant.when,
        dice=dice,
        secondary=entrant.secondary,
        instead=is_instead(entrant.modifiers),
        default=entrant.unmodified if entrant.chosen else None,
        advantage=advantage,
        disadvantage=disadvantage,
        points=entrant.points or None,
        least=entrant.least,
        best=entrant.best,
        hidden=next((part.value for part in entrant.modifiers if part.source == HIDDEN), None),
    )
