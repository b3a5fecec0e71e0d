"""Decide commands that give and spend fudge points, how many a roll may take, and how many a session brings."""

from __future__ import annotations

from collections.abc import Iterator

from engine.attendance import list_beginners
from engine.concerns.points.commands import ChangePoints
from engine.concerns.points.events import PointsChanged
from engine.concerns.points.sheet import has_chosen_uses, must_allow, points
from engine.concerns.rolls.commands import Effort, Roll
from engine.concerns.sessions.events import SessionStarted
from engine.dice import Draw
from engine.known import positive, the_sheet
from engine.refusal import Refused
from engine.registry import Event, decides, follows
from engine.state import Sheet, State
from engine.text import count_out

#: The typed words for uses of a fudge point in place of the dice.
IN_PLACE = {"succeed": "“point success”", "plus four": "“point four”"}


@decides(ChangePoints)
def decide_point_change(state: State, command: ChangePoints, draw: Draw) -> list[Event]:
    """Give or take fudge points (FL-105, FL-115). One spent on a `use` makes a coincidence happen (FL-113)."""
    sheet = the_sheet(state, command.who)
    if command.change < 0 and command.use and has_chosen_uses(state.rules):
        must_allow(state, "coincidence", "use")
    return [PointsChanged(sheet.name, command.change, command.use)]


def fudge_points_in(asked: Effort | Roll) -> int:
    """Return the fudge points that go into a roll."""
    return asked.point + (0 if asked.points is None else positive(asked.points, "points"))


def may_spend(state: State, sheet: Sheet | None, points: int) -> None:
    """Refuse fudge points that the character lacks, or that the game allows on no roll (PO-23, FL-106)."""
    if not points:
        return
    if sheet is None:
        raise Refused("fudge points are somebody's", about="points", hint="say whose: for NAME")
    left = points_left(state, sheet)
    if "maximum" not in state.rules.point_uses:
        in_place = [each for use, each in IN_PLACE.items() if use in state.rules.point_uses]
        takes = f"in a check, {' or '.join(in_place)} takes the place of the dice"
        hint = takes if in_place else "“rules point-uses” shows what fudge points can do"
        raise Refused("fudge points cannot be spent on a roll in this game", about="points", hint=hint)
    if points > left:
        raise Refused(f"{sheet.name} has {count_out(left, 'fudge point')}, not {points}", about="points")


def points_left(state: State, sheet: Sheet) -> int:
    """Return a character's fudge points. Raise Refused if the game has none."""
    left = points(state, sheet)
    if left is None:
        raise Refused(
            "this game has no fudge points", about="points", hint="“rules points 3” gives every player character 3"
        )
    return left


# --- what happens at once --------------------------------------------------------------------------------------


@follows(SessionStarted)
def session_brings_points(state: State, event: SessionStarted) -> Iterator[PointsChanged]:
    """Yield fudge points for every player character present: a fixed number, or up to that number (FL-114)."""
    how, _, number = state.rules.point_refresh.rpartition(" ")
    everybody = not (event.present or event.characters)
    for sheet in list_beginners(state, event.present, event.characters):
        there = everybody or state.boards or sheet.name in event.characters or sheet.player in event.present
        if how and there and sheet.kind == "pc":
            has = points(state, sheet) or 0
            gets = int(number) if how == "flat" else max(0, int(number) - has)
            if gets:
                yield PointsChanged(sheet.name, gets, source="session")
