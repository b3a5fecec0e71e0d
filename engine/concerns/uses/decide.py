"""Decide the uses of fudge points on a roll or a condition, and correct XP for misses that they change."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, get_args

from engine.concerns.checks.decide import for_a_miss
from engine.concerns.contests.decide import missed_sides
from engine.concerns.contests.events import ContestResolved
from engine.concerns.damage.events import WOUNDS, Wound
from engine.concerns.points.sheet import must_allow
from engine.concerns.tracks.decide import the_place
from engine.concerns.tracks.events import MARKED_BOXES, TrackDefined
from engine.concerns.tracks.sheet import must_have_tracks, the_wound_below
from engine.concerns.uses.commands import AlterRoll, EaseCondition, RerollCheck, TurnToSuccess
from engine.concerns.uses.events import ConditionEased, MissWithdrawn, RollAltered, RollRerolled, Turning
from engine.concerns.uses.project import MISSES, roll_to_turn, the_state_below, turned_contest
from engine.dice import Draw, read_dice
from engine.known import the_sheet
from engine.refusal import Refused
from engine.registry import Event, decides, follows
from engine.rules.rolling import cast
from engine.rules.uses import alter_outcome, has_fumbled, rolled_again
from engine.state import Sheet, State
from engine.text import join_names, quote
from engine.value import held_fields

if TYPE_CHECKING:
    from engine.rules.uses import Turnable


@decides(RerollCheck)
def reroll(state: State, command: RerollCheck, draw: Draw) -> list[Event]:
    """Roll the dice of a check or contest again. The new roll replaces the old one (FL-107)."""
    must_allow(state, "reroll")
    check = roll_to_turn(state, command.who, command.roll)
    fell = cast(read_dice(check.dice), command.faces, draw)
    came = held_fields(rolled_again(state.rules, check, check.dice, fell.roll))
    of = (command.who, command.roll, check.dice)
    return [RollRerolled(*of, fell.faces, fell.roll, fell.physical, **came, secret=check.secret)]


@decides(AlterRoll)
def alter(state: State, command: AlterRoll, draw: Draw) -> list[Event]:
    """Alter a roll by one (FL-109)."""
    must_allow(state, "alter")
    if abs(command.change) != 1:
        raise Refused("a fudge point alters a roll by 1", about="change", hint="write “+1” or “-1”")
    return [_alter_check(state, roll_to_turn(state, command.who, command.roll), command.roll, command.change)]


@decides(TurnToSuccess)
def turn_to_success(state: State, command: TurnToSuccess, draw: Draw) -> list[Event]:
    """Turn a failed check into a success, or win a contest (FL-111)."""
    must_allow(state, "convert")
    return [_alter_check(state, roll_to_turn(state, command.who, command.roll), command.roll, 0)]


@decides(EaseCondition)
def ease_condition(state: State, command: EaseCondition, draw: Draw) -> list[Event]:
    """Ease a condition by one state, or clear one that is the least (FL-110)."""
    must_allow(state, "ease", "who")
    sheet = the_sheet(state, command.who)
    wounds = [each for each in WOUNDS.of(sheet) if command.where in (None, each.name)]
    if wounds and (command.where or not MARKED_BOXES.of(sheet)):
        return [eased_wound(state, sheet, wounds)]
    tracks = must_have_tracks(state, sheet, f"{sheet.name} has no wound to ease")
    track, named = (None, None) if command.where is None else the_place(state, sheet, command.where)
    passing = (each for each in MARKED_BOXES.of(sheet) if not each.permanent)
    fits = [each for each in passing if track is None or (each.track == track.name and named in (None, each.state))]
    about = "who" if command.where is None else "where"
    if not fits:
        raise Refused(
            f"{sheet.name} has {f'no {command.where} box' if command.where else 'nothing'} that can be eased",
            about=about,
        )
    marked = list(dict.fromkeys((each.track, each.state) for each in fits))
    if len(marked) > 1:
        least = next(each for each in states_in_order(tracks) if each in marked)
        hint = f"such as “point {quote(sheet.name)} ease {quote(least[1])}”"
        raise Refused(f"say which: {join_names([name for _, name in marked])}", about=about, hint=hint)
    ((name, eased),) = marked
    return [ConditionEased(sheet.name, name, eased, the_state_below(tracks[name], eased))]


def eased_wound(state: State, sheet: Sheet, wounds: Sequence[Wound]) -> ConditionEased:
    """Return a wound's change to the next smaller, or its healing. Raise Refused if several fit (FL-110)."""
    names = list(dict.fromkeys(each.name for each in wounds))
    if len(names) > 1:
        hint = f"such as “point {quote(sheet.name)} ease {quote(names[0])}”"
        raise Refused(f"say which: {join_names(names)}", about="who", hint=hint)
    below = the_wound_below(state.rules, names[0])
    return ConditionEased(sheet.name, "", names[0], below.name if below else "", wounds[-1].number)


def states_in_order(tracks: Mapping[str, TrackDefined]) -> Iterator[tuple[str, str]]:
    """Yield the states of tracks, each with the name of its track, the least first."""
    yield from ((name, each.name) for name, track in tracks.items() for each in track.states)


def _alter_check(state: State, check: Turnable, of: int, by: int) -> RollAltered:
    if by and has_fumbled(check):
        raise Refused("a fumble stays a fumble, whatever is added to it", about="roll", value=of)
    was = (check.total, check.success)
    came = held_fields(alter_outcome(state.rules, check, by))
    return RollAltered(check.character, of, by, *was, **came, secret=check.secret)


# --- what happens at once --------------------------------------------------------------------------------------


@follows(*get_args(Turning))
def miss_or_not(state: State, event: Turning) -> Iterator[Event]:
    """Yield the end of an XP award for a miss if a roll is one no more, or the award if it has become one (FL-133)."""
    check = state.rolls[event.of]
    if isinstance(check, ContestResolved):
        yield from sides_that_miss(state, check, event)
        return
    paid = MISSES.of(state).get((event.of, event.character))
    if paid and event.success:
        yield MissWithdrawn(event.character, *paid, event.of)
    elif not paid and check.success and not event.success and not event.secret and check.at_stake:
        yield from for_a_miss(state, state.sheets[event.character], check.trait)


def sides_that_miss(state: State, contest: ContestResolved, event: Turning) -> Iterator[Event]:
    """Yield the XP awards that change with the sides that miss (FL-133)."""
    before, now = missed_sides(contest), missed_sides(turned_contest(contest, event))
    after, missed = ({each.character for each in sides} for sides in (now, before))
    for side in contest.participants:
        paid = MISSES.of(state).get((event.of, side.character))
        if paid and side.character not in after:
            yield MissWithdrawn(side.character, *paid, event.of)
        elif not paid and side.character in after - missed:
            yield from for_a_miss(state, state.sheets[side.character], side.trait)
