"""Fold events about fudge points spent on a roll or a condition, and check their preconditions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from engine.briefs import find_projected
from engine.concerns.checks.events import CheckResolved
from engine.concerns.contests.events import ContestResolved
from engine.concerns.damage.events import WOUNDS
from engine.concerns.experience.events import XpAwarded
from engine.concerns.points.sheet import change_points, must_have_a_point
from engine.concerns.rolls.project import must_be_rolled
from engine.concerns.sessions.events import SessionStarted
from engine.concerns.tracks.events import MARKED_BOXES, MarkedBox, TrackDefined
from engine.concerns.tracks.sheet import free_in, the_track, the_wound_below
from engine.concerns.uses.events import ConditionEased, MissWithdrawn, RollAltered, RollRerolled, Turning
from engine.known import the_sheet
from engine.own import OfGroup
from engine.refusal import Refused
from engine.registry import marks, projects, requires
from engine.state import Sheet, State
from engine.text import quote
from engine.types import NO_DICE
from engine.value import evolve

if TYPE_CHECKING:
    from engine.rules.uses import Turnable

#: The latest roll, or the one that was turned since.
ACTED_ON: OfGroup[int | None] = OfGroup("acted on", None)

#: This session's awards for a miss, by roll and character, each with the award's number and amount (FL-133).
MISSES: OfGroup[Mapping[tuple[int, str], tuple[int, int]]] = OfGroup("misses", {})


@projects(RollAltered)
def roll_altered(state: State, event: RollAltered, seq: int) -> None:
    """Deduct the fudge point, and store the roll as it stands now (FL-109, FL-111)."""
    used_on(state, event, seq)


@projects(RollRerolled)
def roll_rerolled(state: State, event: RollRerolled, seq: int) -> None:
    """Deduct the fudge point, and store the roll with its new dice (FL-107)."""
    used_on(state, event, seq)
    if event.ranking is not None:
        return
    again = {"faces": event.faces, "roll": event.roll, "physical": event.physical, "dice": event.dice}
    state.rolls[event.of] = evolve(state.rolls[event.of], **again)


def used_on(state: State, event: RollAltered | RollRerolled, seq: int) -> None:
    """Deduct a fudge point, and store the new result of its roll."""
    change_points(state.sheets[event.character], -1)
    keep_result(state, event, seq)


def keep_result(state: State, event: Turning, seq: int) -> None:
    """Store the present result of a check or contest."""
    if event.ranking is not None:
        state.rolls[event.of] = turned_contest(state.rolls[event.of], event)
    else:
        now = {name: getattr(event, name) for name in ("total", "margin", "success", "degree", "critical", "outcome")}
        state.rolls[event.of] = evolve(state.rolls[event.of], **now)
    state.board.own[ACTED_ON] = event.of
    if event.secret:
        state.secrets.add(seq)


@projects(*find_projected(lambda cls: marks(cls).judged))
def was_rolled(state: State, event: object, seq: int) -> None:
    """Remember the latest roll: an award for a miss is for that (FL-133)."""
    state.board.own[ACTED_ON] = seq


@projects(XpAwarded)
def paid_for_a_miss(state: State, event: XpAwarded, seq: int) -> None:
    """Remember which roll an award for a miss is for (FL-133)."""
    of = ACTED_ON.of(state)
    if event.source == "miss" and of is not None and of in state.rolls:
        known = {key: each for key, each in MISSES.of(state).items() if key[0] in state.rolls}
        state.board.own[MISSES] = known | {(of, event.character): (seq, event.amount)}


@projects(ConditionEased)
def condition_eased(state: State, event: ConditionEased, seq: int) -> None:
    """Deduct the fudge point, and move the box that was marked last."""
    sheet = state.sheets[event.character]
    change_points(sheet, -1)
    if event.wound is not None:
        ease_wound(state, sheet, event.wound)
        return
    boxes = list(MARKED_BOXES.of(sheet))
    box = next(each for each in reversed(boxes) if is_passing(each, event))
    boxes.remove(box)
    sheet.own[MARKED_BOXES] = (*boxes, evolve(box, state=event.to)) if event.to else tuple(boxes)


def ease_wound(state: State, sheet: Sheet, number: int) -> None:
    """Make a wound the next smaller one, with the most points of that, or heal it."""
    eased = next(each for each in WOUNDS.of(sheet) if each.number == number)
    below = the_wound_below(state.rules, eased.name)
    now = (evolve(eased, name=below.name, points=below.most or below.least),) if below else ()
    left = [each for each in WOUNDS.of(sheet) if each.number != number]
    sheet.own[WOUNDS] = (*left, *now)


def is_passing(box: MarkedBox, event: ConditionEased) -> bool:
    """Return whether the fudge point can ease a box."""
    return (box.track, box.state, box.permanent) == (event.track, event.eased, False)


@projects(MissWithdrawn)
def miss_withdrawn(state: State, event: MissWithdrawn, seq: int) -> None:
    """Deduct the XP. Those that were spent already are a debt."""
    sheet = state.sheets[event.character]
    sheet.awarded -= event.amount
    left = sheet.lots.get(event.award, 0) - event.amount
    if left:
        sheet.lots[event.award] = left
    else:
        sheet.lots.pop(event.award, None)
    state.board.own[MISSES] = {key: each for key, each in MISSES.of(state).items() if each[0] != event.award}


@projects(SessionStarted)
def forget_misses(state: State, event: SessionStarted, seq: int) -> None:
    """Forget the awards for rolls that no point can be spent on any more."""
    state.board.own.pop(MISSES, None)
    state.board.own.pop(ACTED_ON, None)


@requires(RollAltered)
def can_be_altered(state: State, event: RollAltered) -> None:
    """Refuse a use without a point, of another's roll, or without effect, as on a success (FL-106, FL-111)."""
    check = roll_to_turn(state, event.character, event.of)
    must_rank_the_sides(state, event)
    must_have_a_point(state, event.character, "who")
    if abs(event.by) > 1:
        raise Refused("a fudge point alters a roll by 1", about="change")
    if (event.before, event.was) != (check.total, check.success):
        raise Refused(f"#{event.of} has another result", about="roll", value=event.of)
    if not event.by and check.success:
        raise Refused(f"#{event.of} is a success already", about="roll", value=event.of)


@requires(RollRerolled)
def can_be_rerolled(state: State, event: RollRerolled) -> None:
    """Refuse a reroll without a point, of another's roll, or with a result that no dice give (FL-107)."""
    if roll_to_turn(state, event.character, event.of).dice == NO_DICE:
        raise Refused(f"#{event.of} was rolled without dice", about="roll", value=event.of)
    must_rank_the_sides(state, event)
    must_have_a_point(state, event.character, "who")
    must_be_rolled(event.dice, event.faces, event.roll, event.physical)


@requires(ConditionEased)
def can_be_eased(state: State, event: ConditionEased) -> None:
    """Refuse to ease a state that is not marked, without a point, or without a free box below (FL-110)."""
    sheet = the_sheet(state, event.character, "character")
    if event.wound is not None:
        _wound_can_be_eased(state, sheet, event)
        return
    track = the_track(state, sheet, event.track)
    if not any(is_passing(each, event) for each in MARKED_BOXES.of(sheet)):
        raise Refused(f"{sheet.name} has no {event.eased} box to ease", about="where")
    if event.to != the_state_below(track, event.eased):
        raise Refused(f"{event.to or 'nothing'} is not the state below {event.eased}", about="where")
    if event.to and event.to not in free_in(sheet, track):
        hint = f"“point {quote(sheet.name)} ease {quote(event.to)}” comes first"
        raise Refused(f"{sheet.name} has no free {event.to} box", about="where", hint=hint)
    must_have_a_point(state, event.character, "who")


def _wound_can_be_eased(state: State, sheet: Sheet, event: ConditionEased) -> None:
    """Refuse to ease a missing wound, to any but the next smaller one, or without a point."""
    below = the_wound_below(state.rules, event.eased)
    if not any((each.number, each.name) == (event.wound, event.eased) for each in WOUNDS.of(sheet)):
        raise Refused(f"{sheet.name} does not have the wound of #{event.wound}", about="where")
    if event.to != (below.name if below else ""):
        raise Refused(f"{event.to or 'nothing'} is not the state below {event.eased}", about="where")
    must_have_a_point(state, event.character, "who")


@requires(MissWithdrawn)
def was_paid(state: State, event: MissWithdrawn) -> None:
    """Refuse to take back other XP than the present amount of the award for that miss."""
    the_sheet(state, event.character, "character")
    if MISSES.of(state).get((event.of, event.character)) != (event.award, event.amount):
        raise Refused(f"#{event.award} is no XP for missing with #{event.of}", about="award")


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
    from engine.rules.contested import OneSide  # to fold events needs none

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
    """Return a contest as it stands after a point or a ruling on one of its sides.

    The others' results keep no word of the house: their lead is another.
    """
    from engine.rules.contested import with_ranking  # few events need it

    assert event.ranking is not None
    names = (
        "total",
        "degree",
        "critical",
        "outcome",
        *(("faces", "roll", "physical") if hasattr(event, "faces") else ()),
    )
    now = {name: getattr(event, name) for name in names}
    sides = [
        evolve(side, **(now if side.character == event.character else {"outcome": ""})) for side in contest.participants
    ]
    return with_ranking(contest, sides, event.ranking)


def the_state_below(track: TrackDefined, name: str) -> str:
    """Return the state below one of a track, or "" for the least one and for a track without an order (FL-110)."""
    names = [each.name for each in track.states]
    place = names.index(name)
    return "" if track.any_order or not place else names[place - 1]
