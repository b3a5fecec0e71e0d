"""Reduce events about rolls with another result to the parts that players see."""

from __future__ import annotations

from collections.abc import Collection

from engine.concerns.contests.players import has_hidden_part, leave_out_places
from engine.concerns.rolls.players import OF_THE_LEVEL, OF_THE_RESULT, without_die
from engine.concerns.uses.events import ConditionEased, MissWithdrawn, RollAltered, RollRerolled, Turning
from engine.concerns.uses.narrate import who_wins
from engine.players import Reduced, Seen, blank_fields, reduces, seen_whole, tells_part
from engine.types import BY_LEVEL
from engine.value import evolve

seen_whole(MissWithdrawn, ConditionEased)


@reduces(RollAltered, RollRerolled, in_the_open=True)
def reduce_turning(event: Turning, seen: Seen) -> Reduced:
    """Leave out of a fudge point or a ruling what players do not see of the roll.

    Of a contest these are a hidden side's dice, and what tells the level of a side that did not roll.
    """
    roll = seen.find_part(event.of)
    if roll is None:
        return Reduced(event)
    if isinstance(event, RollRerolled) and seen.hides_level(event.character):
        event = evolve(event, dice=without_die(event.dice, BY_LEVEL))
    if event.ranking is None:
        return blank_fields(event, roll.blanks) if roll.blanks else Reduced(event)
    blanks = OF_THE_LEVEL if seen.hides_level(event.character) else frozenset()
    if any(has_hidden_part(side) for side in roll.event.participants if side.character == event.character):
        blanks |= OF_THE_LEVEL | OF_THE_RESULT
    if "relative" in roll.blanks:
        blanks |= {"margin", "before", "outcome"}
        places = leave_out_places(roll.event, event.ranking, seen)
        event = evolve(event, ranking=evolve(event.ranking, places=places, relative=0))
    return blank_fields(event, blanks) if blanks else Reduced(event)


@tells_part(RollAltered, RollRerolled)
def tell_point_used(event: RollAltered | RollRerolled, blanks: Collection[str]) -> str:
    """Say the effect of a fudge point on a roll that players see in part."""
    return f"{event.character} spends a fudge point on #{event.of}: {tell_end(event)}"


def tell_end(event: Turning) -> str:
    """Return the present result of a roll that players see in part."""
    ends = "success" if event.success else "failure"
    return f"{f'{event.degree}, ' if event.degree else ''}{who_wins(event.ranking) if event.ranking else ends}"
