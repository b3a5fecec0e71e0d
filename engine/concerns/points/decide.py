"""Decide commands about fudge points."""

from __future__ import annotations

import attrs

from engine.concerns.checks.events import CheckResolved
from engine.concerns.points.commands import AlterRoll, ChangePoints, RerollCheck, TurnToSuccess
from engine.concerns.points.events import PointsChanged, RollAltered, RollRerolled
from engine.concerns.points.sheet import must_allow, the_check
from engine.dice import Draw, read_dice
from engine.known import the_sheet
from engine.refusal import Refused
from engine.registry import Event, decides
from engine.rules.rolling import cast
from engine.rules.uses import altered, has_fumbled, rolled_again
from engine.state import State


@decides(ChangePoints)
def change_points(state: State, command: ChangePoints, draw: Draw) -> list[Event]:
    """Give or take fudge points (FL-105, FL-115)."""
    sheet = the_sheet(state, command.who)
    return [PointsChanged(sheet.name, command.change, command.use)]


@decides(RerollCheck)
def reroll(state: State, command: RerollCheck, draw: Draw) -> list[Event]:
    """Roll the dice of a check again; the new roll holds (FL-107)."""
    must_allow(state, "reroll")
    check = the_check(state, command.who, command.roll)
    fell = cast(read_dice(check.dice), command.faces, draw)
    came = attrs.asdict(rolled_again(state.rules, check, check.dice, fell.roll))
    of = (command.who, command.roll, check.dice)
    return [RollRerolled(*of, fell.faces, fell.roll, fell.physical, **came, secret=check.secret)]


@decides(AlterRoll)
def alter(state: State, command: AlterRoll, draw: Draw) -> list[Event]:
    """Alter a check by one (FL-109)."""
    must_allow(state, "alter")
    if abs(command.change) != 1:
        raise Refused("a fudge point alters a roll by 1", about="change", hint="write “+1” or “-1”")
    return [_altered(state, the_check(state, command.who, command.roll), command.roll, command.change)]


@decides(TurnToSuccess)
def turn_to_success(state: State, command: TurnToSuccess, draw: Draw) -> list[Event]:
    """Turn a failed check into a success (FL-111)."""
    must_allow(state, "convert")
    return [_altered(state, the_check(state, command.who, command.roll), command.roll, 0)]


def _altered(state: State, check: CheckResolved, of: int, by: int) -> RollAltered:
    if by and has_fumbled(check):
        raise Refused("a fumble stays a fumble, whatever is added to it", about="roll", value=of)
    was = (check.total, check.success)
    came = attrs.asdict(altered(state.rules, check, by))
    return RollAltered(check.character, of, by, *was, **came, secret=check.secret)
