"""Reduce events about fudge points, and about rolls with another result, to the parts that players see."""

from __future__ import annotations

from collections.abc import Collection

from engine.concerns.contests.events import ContestResolved
from engine.concerns.points.events import (
    ConditionEased,
    MissWithdrawn,
    PointsChanged,
    RollAltered,
    RollRerolled,
    Turning,
)
from engine.concerns.points.narrate import who_wins
from engine.concerns.rolls.players import OF_THE_LEVEL, is_without_dice, without_die
from engine.players import Reduced, Seen, blank_fields, reduces, seen_whole, tells_part
from engine.rules.parts import Entrant, Ranking
from engine.types import BY_LEVEL
from engine.value import evolve

seen_whole(PointsChanged, MissWithdrawn, ConditionEased)


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
        return blank_fields(event, roll.kept) if roll.kept else Reduced(event)
    kept = OF_THE_LEVEL if seen.hides_level(event.character) else frozenset()
    if "relative" in roll.kept:
        kept |= {"margin", "before"}
        places = leave_out_places(roll.event, event.ranking, seen)
        event = evolve(event, ranking=evolve(event.ranking, places=places, relative=0))
    return blank_fields(event, kept) if kept else Reduced(event)


def leave_out_places(event: ContestResolved, ranking: Ranking, seen: Seen) -> tuple[int, ...]:
    """Return the places, 0 for those of hidden sides that rolled nothing.

    Next to the other results, such a side's place would reveal its level. First place is known anyway.
    """
    sides = list(zip(event.participants, ranking.places, strict=True))
    first = min(sides, key=lambda each: (each[1], each[0].character != ranking.winner))[0].character
    known = {first, *ranking.tied}
    told = [
        side.character in known or not (seen.hides_level(side.character) and is_still(event, side)) for side, _ in sides
    ]
    among = [place for (_, place), is_told in zip(sides, told, strict=True) if is_told]
    return tuple(
        1 + sum(other < place for other in among) if is_told else 0
        for (_, place), is_told in zip(sides, told, strict=True)
    )


def is_still(event: ContestResolved, side: Entrant) -> bool:
    """Return whether a side of a contest rolled nothing."""
    return is_without_dice(side.dice or event.dice, side.roll)


@tells_part(RollAltered, RollRerolled)
def tell_point_used(event: RollAltered | RollRerolled, kept: Collection[str]) -> str:
    """Say the effect of a fudge point on a roll that players see in part."""
    return f"{event.character} spends a fudge point on #{event.of}: {tell_end(event)}"


def tell_end(event: Turning) -> str:
    """Return how a roll that players see in part ends now."""
    ends = "success" if event.success else "failure"
    return f"{f'{event.degree}, ' if event.degree else ''}{who_wins(event.ranking) if event.ranking else ends}"
