"""Reduce events about contests to the parts that players see."""

from __future__ import annotations

from collections.abc import Collection

from engine.concerns.contests.events import ContestResolved
from engine.concerns.contests.narrate import by_place, tell_contest
from engine.concerns.rolls.players import OF_THE_LEVEL, OF_THE_RESULT, is_without_dice, without_die
from engine.players import Reduced, Seen, blank_fields, reduces, tells_part
from engine.rules.parts import HIDDEN, Entrant, Part, Ranking
from engine.types import FUMBLE
from engine.value import evolve

#: Stands for the parts of a sum in which one is hidden.
UNTOLD_PART = Part(0, HIDDEN, HIDDEN)


@reduces(ContestResolved, in_the_open=True)
def reduce_contest(event: ContestResolved, seen: Seen) -> Reduced:
    """Leave out the levels, modifiers and dice of hidden characters, and of a side with a hidden part.

    Everybody saw the results that were reached with dice, unless a hidden part is in them. A side without dice reaches
    its level. Where a result is left out, so are its place, the winner's lead and the words for leads.
    """
    sides = tuple(reduce_side(event, side, seen) for side in event.participants)
    if sides == event.participants:
        return Reduced(event)
    reduced = evolve(event, participants=sides)
    if not any(is_untold(event, side, seen) for side in event.participants):
        return Reduced(reduced)
    ranking = Ranking(tuple(side.place for side in sides), event.winner, event.tied, event.relative)
    places = leave_out_places(event, ranking, seen)
    placed = tuple(evolve(side, place=place, outcome="") for side, place in zip(sides, places, strict=True))
    return blank_fields(evolve(reduced, participants=placed), {"relative"})


def reduce_side(event: ContestResolved, side: Entrant, seen: Seen) -> Entrant:
    """Remove what players do not see of a contest's side, never a fumble, which all of them saw.

    Of a hidden part they see that there was one.
    """
    is_partly_hidden = has_hidden_part(side)
    if not (is_partly_hidden or seen.hides_level(side.character)):
        return side
    fields = OF_THE_LEVEL | OF_THE_RESULT if is_untold(event, side, seen) else OF_THE_LEVEL
    reduced: Entrant = blank_fields(side, fields).event
    reduced = evolve(reduced, dice=without_die(side.dice, ""), modifiers=(UNTOLD_PART,) if is_partly_hidden else ())
    return evolve(reduced, roll=FUMBLE) if side.roll == FUMBLE else reduced


def leave_out_places(event: ContestResolved, ranking: Ranking, seen: Seen) -> tuple[int, ...]:
    """Return the places, 0 for those of sides whose result is left out.

    Next to the other results, such a side's place would reveal its level. First place is known anyway.
    """
    sides = list(zip(event.participants, ranking.places, strict=True))
    first = min(sides, key=lambda each: (each[1], each[0].character != ranking.winner))[0].character
    known = {first, *ranking.tied}
    told = [side.character in known or not is_untold(event, side, seen) for side, _ in sides]
    among = [place for (_, place), is_told in zip(sides, told, strict=True) if is_told]
    return tuple(
        1 + sum(other < place for other in among) if is_told else 0
        for (_, place), is_told in zip(sides, told, strict=True)
    )


def has_hidden_part(side: Entrant) -> bool:
    """Return whether a part of a side's sum is the game master's alone (FU-73)."""
    return any(part.source == HIDDEN for part in side.modifiers)


def is_untold(event: ContestResolved, side: Entrant, seen: Seen) -> bool:
    """Return whether players do not see what a side reached: a hidden part is in it, or it is an unseen level."""
    return has_hidden_part(side) or (seen.hides_level(side.character) and is_still(event, side))


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
