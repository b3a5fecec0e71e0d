"""Reduce events about contests to the parts that players see."""

from __future__ import annotations

from collections.abc import Collection

from engine.concerns.contests.events import ContestResolved
from engine.concerns.contests.narrate import by_place, tell_contest
from engine.concerns.rolls.players import OF_THE_LEVEL, OF_THE_RESULT, is_without_dice, without_die
from engine.players import Reduced, Seen, blank_fields, reduces, tells_part
from engine.rules.parts import Entrant, Ranking
from engine.types import FUMBLE
from engine.value import evolve


@reduces(ContestResolved, in_the_open=True)
def reduce_contest(event: ContestResolved, seen: Seen) -> Reduced:
    """Leave out the levels, modifiers and dice of hidden characters.

    Everybody saw the results that were reached with dice. A side without dice reaches its level, so its place and the
    winner's lead are left out too.
    """
    hidden = [side for side in event.participants if seen.hides_level(side.character)]
    sides = tuple(reduce_side(event, side) if side in hidden else side for side in event.participants)
    if sides == event.participants:
        return Reduced(event)
    reduced = evolve(event, participants=sides)
    if not any(is_still(event, side) for side in hidden):
        return Reduced(reduced)
    ranking = Ranking(tuple(side.place for side in sides), event.winner, event.tied, event.relative)
    places = leave_out_places(event, ranking, seen)
    placed = tuple(evolve(side, place=place) for side, place in zip(sides, places, strict=True))
    return blank_fields(evolve(reduced, participants=placed), {"relative"})


def reduce_side(event: ContestResolved, side: Entrant) -> Entrant:
    """Remove level, modifiers and dice of a contest's side, except a fumble, which all players saw."""
    fields = OF_THE_LEVEL | OF_THE_RESULT if is_still(event, side) else OF_THE_LEVEL
    reduced: Entrant = blank_fields(side, fields).event
    reduced = evolve(reduced, dice=without_die(side.dice, ""))
    return evolve(reduced, roll=FUMBLE) if side.roll == FUMBLE else reduced


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


@tells_part(ContestResolved)
def tell_known_sides(event: ContestResolved, blanks: Collection[str]) -> str:
    """Say who won, with the results of the sides whose results players know."""
    return tell_contest(event, [side for side in by_place(event) if not tells_nothing(side)])


def tells_nothing(side: Entrant) -> bool:
    """Return whether a side's result is left out, with all its numbers."""
    return not (side.level or side.faces or side.roll or side.total or side.degree or side.yields)
