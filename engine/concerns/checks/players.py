"""Reduce events about checks to the parts that players see."""

from __future__ import annotations

from collections.abc import Collection

from engine.concerns.checks.events import CheckResolved
from engine.concerns.checks.narrate import describe_check, despite
from engine.concerns.countdowns.events import CountdownMade
from engine.concerns.rolls.players import OF_THE_LEVEL, OF_THE_RESULT, is_without_dice, without_die
from engine.players import Reduced, Seen, blank_fields, reduces, tells_part
from engine.rules.parts import HIDDEN, QUALITY
from engine.types import BY_LEVEL
from engine.value import evolve

#: Fields of a check that reveal its difficulty.
OF_THE_DIFFICULTY = frozenset({"difficulty", "difficulty_parts", "margin", "outcome", "best_against"})

#: The name of a difficulty that players do not know.
UNTOLD = "a hidden difficulty"


@reduces(CheckResolved, in_the_open=True)
def reduce_check(event: CheckResolved, seen: Seen) -> Reduced:
    """Leave out a hidden character's values, a secret difficulty, hidden ships and a secret countdown."""
    event = _without_ships(event, seen)
    if seen.is_secret(seen.find_maker(CountdownMade, event.ticks)):
        event = evolve(event, ticks=None)
    blanks: frozenset[str] = OF_THE_LEVEL if seen.hides_level(event.character) else frozenset()
    if blanks and is_without_dice(event.dice, event.roll):
        blanks |= OF_THE_RESULT
    if blanks:
        event = evolve(event, dice=without_die(event.dice, BY_LEVEL))
    is_partly_hidden = any(part.source == HIDDEN for part in event.difficulty_parts)
    if is_partly_hidden or ("difficulties" not in seen.rules.players_see and not event.automatic):
        found = blank_fields(event, blanks | OF_THE_DIFFICULTY | {"against"})
        return Reduced(evolve(found.event, against=UNTOLD), found.blanks)
    if seen.hides_level(event.opponent):
        return blank_fields(event, blanks | OF_THE_DIFFICULTY | {"against"})
    return blank_fields(event, blanks) if blanks else Reduced(event)


def _without_ships(event: CheckResolved, seen: Seen) -> CheckResolved:
    """Leave out the ships that players do not see, and what their qualities add even if players see levels."""
    ships = tuple(ship for ship in event.ships if not seen.is_hidden(ship))
    if ships == event.ships:
        return event
    parts = (evolve(part, source=HIDDEN) if part.source == QUALITY else part for part in event.difficulty_parts)
    return evolve(event, ships=ships, difficulty_parts=tuple(parts))


@tells_part(CheckResolved)
def tell_outcome(event: CheckResolved, blanks: Collection[str]) -> str:
    """Say whether a check succeeded, without its margin if the difficulty is secret."""
    came = "success" if event.success else "failure"
    if event.automatic:
        return describe_check(event, f"{came} without dice")
    if event.critical == came:
        return describe_check(event, f"critical {came}")
    by = f"{came} by {abs(event.margin)}" if event.margin else f"bare {came}"
    return describe_check(event, f"{came if 'margin' in blanks else by}{despite(event.critical)}")
