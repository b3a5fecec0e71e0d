"""Decide the uses of fudge points on a roll or a condition."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

import attrs

from engine.concerns.damage.events import WOUNDS, Wound
from engine.concerns.points.sheet import must_allow
from engine.concerns.tracks.decide import the_place
from engine.concerns.tracks.events import MARKED_BOXES, TrackDefined
from engine.concerns.tracks.sheet import must_have_tracks, the_wound_below
from engine.concerns.uses.commands import AlterRoll, EaseCondition, RerollCheck, TurnToSuccess
from engine.concerns.uses.events import ConditionEased, RollAltered, RollRerolled
from engine.concerns.uses.project import roll_to_turn, the_state_below
from engine.dice import Draw, read_dice
from engine.known import the_sheet
from engine.refusal import Refused
from engine.registry import Event, decides
from engine.rules.rolling import cast
from engine.rules.uses import alter_outcome, has_fumbled, rolled_again
from engine.state import Sheet, State
from engine.text import join_names, quote

if TYPE_CHECKING:
    from engine.rules.uses import Turnable


@decides(RerollCheck)
def reroll(state: State, command: RerollCheck, draw: Draw) -> list[Event]:
    """Roll the dice of a check or contest again. The new roll replaces the old one (FL-107)."""
    must_allow(state, "reroll")
    check = roll_to_turn(state, command.who, command.roll)
    fell = cast(read_dice(check.dice), command.faces, draw)
    came = attrs.asdict(rolled_again(state.rules, check, check.dice, fell.roll), recurse=False)
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
    came = attrs.asdict(alter_outcome(state.rules, check, by), recurse=False)
    return RollAltered(check.character, of, by, *was, **came, secret=check.secret)
