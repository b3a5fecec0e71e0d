"""Fudge points on a sheet, and the rolls that they can be spent on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from engine.known import the_sheet
from engine.own import Own
from engine.refusal import Refused
from engine.registry import shows
from engine.state import Sheet, State
from engine.value import evolve

#: A character's fudge points beyond those that the rules give everyone.
EXTRA_POINTS: Own[int] = Own("points", 0)

#: This session's awards for a miss, by roll and character, each with the award's number and amount (FL-133).
MISSES: Own[Mapping[tuple[int, str], tuple[int, int]]] = Own("misses", {})

if TYPE_CHECKING:
    from engine.concerns.contests.events import ContestResolved
    from engine.concerns.points.events import Turning
    from engine.concerns.tracks.events import TrackDefined
    from engine.rules.ruleset import Ruleset
    from engine.rules.uses import Turnable


@shows("points", "Fudge points")
def points(state: State, sheet: Sheet) -> int | None:
    """Return a character's fudge points (FL-105), or None if the campaign has none."""
    beyond = EXTRA_POINTS.of(sheet)
    if not (state.rules.points or beyond):
        return None
    return beyond + (state.rules.points if sheet.kind == "pc" else 0)


def change_points(sheet: Sheet, by: int) -> None:
    """Add to a character's fudge points, beyond those that the rules give everyone."""
    sheet.own[EXTRA_POINTS] = EXTRA_POINTS.of(sheet) + by


def must_have_a_point(state: State, name: str, about: str = "character") -> None:
    """Refuse to spend a fudge point if the character has none (FL-106)."""
    if not points(state, the_sheet(state, name, about)):
        raise Refused(f"{name} has no fudge point left", about=about, hint="“help point” says how to give one")


def must_allow(state: State, use: str, about: str = "roll") -> None:
    """Refuse a use of fudge points that the rules do not allow (FL-106)."""
    uses = state.rules.point_uses
    if use not in uses:
        hint = f"“rules point-uses {', '.join([*uses, use])}” allows it"
        raise Refused(f"“{use}” is no use of fudge points in this game", about=about, hint=hint)


def has_chosen_uses(rules: Ruleset) -> bool:
    """Return whether fudge points have any of the seven uses of Fudge Lite (FL-106)."""
    return any(use != "maximum" for use in rules.point_uses)


def roll_to_turn(state: State, who: str, number: int, about: str = "roll") -> Turnable:
    """Return a character's check, or side of a contest, as it stands now.

    Raise Refused for another roll or one without dice, naming the latest that can be turned.
    """
    roll: Any = state.rolls.get(number)
    own = find_roll_of(roll, who)
    if own is not None and own.roll is not None:
        return own
    if own is not None:
        said = f"#{number} was settled without dice"
    elif getattr(roll, "participants", None):
        said = f"{who} has no side in the contest #{number}"
    elif hasattr(roll, "difficulty"):
        said = f"#{number} is {roll.character}'s check, not {who}'s"
    else:
        said = f"#{number} is not {'a roll of this session' if roll is None else 'a check or contest'}"
    raise Refused(said, about=about, value=number, hint=latest_to_turn(state, who) if who else None)


def latest_to_turn(state: State, who: str) -> str:
    """Return a hint that names somebody's latest check or contest with dice."""
    made = ((seq, find_roll_of(roll, who)) for seq, roll in state.rolls.backwards())
    latest = next((seq for seq, own in made if own is not None and own.roll is not None), None)
    return f"{who}'s latest roll is #{latest}" if latest else f"{who} rolled nothing in this session"


def find_roll_of(roll: object, who: str) -> Turnable | None:
    """Return a character's roll in a check or contest, or None if they had no part in it."""
    from engine.concerns.checks.events import CheckResolved  # a look at a sheet needs no rolls
    from engine.concerns.contests.events import ContestResolved
    from engine.rules.contested import OneSide

    if isinstance(roll, ContestResolved):
        return next((OneSide(roll, side) for side in roll.participants if side.character == who), None)
    return roll if isinstance(roll, CheckResolved) and roll.character == who else None


def must_rank_the_sides(state: State, event: Turning) -> None:
    """Refuse places other than those of a contest's sides, and any for a check."""
    sides = [each.character for each in getattr(state.rolls[event.of], "participants", ())]
    places, winner = (event.ranking.places, event.ranking.winner) if event.ranking else ((), None)
    if len(places) != len(sides) or winner not in (None, *sides):
        raise Refused(f"the places are not those of the sides of #{event.of}", about="roll", value=event.of)


def turned_contest(contest: ContestResolved, event: Turning) -> ContestResolved:
    """Return a contest as it stands after a point or a ruling on one of its sides."""
    from engine.rules.contested import with_ranking  # a look at a sheet needs no rolls

    assert event.ranking is not None
    names = ("total", "degree", "critical", *(("faces", "roll", "physical") if hasattr(event, "faces") else ()))
    now = {name: getattr(event, name) for name in names}
    sides = [evolve(side, **now) if side.character == event.character else side for side in contest.participants]
    return with_ranking(contest, sides, event.ranking)


def the_state_below(track: TrackDefined, name: str) -> str:
    """Return the state below one of a track, or None below the least and if the track has no order (FL-110)."""
    names = [each.name for each in track.states]
    place = names.index(name)
    return "" if track.any_order or not place else names[place - 1]
