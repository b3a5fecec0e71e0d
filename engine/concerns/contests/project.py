"""Fold events about contests, and check their preconditions."""

from __future__ import annotations

from engine.concerns.contests.events import ContestBrief, ContestResolved
from engine.concerns.points.sheet import change_points
from engine.concerns.rolls.project import must_be_rolled
from engine.known import the_sheet
from engine.refusal import Refused
from engine.registry import projects, requires
from engine.state import State


@projects(ContestResolved, ContestBrief)
def contest_resolved(state: State, event: ContestResolved | ContestBrief, seq: int) -> None:
    """Count each side's trait as used (PF-25), and deduct the fudge points in its roll (PO-23)."""
    for side in event.participants:
        sheet = state.sheets.get(side.character)
        if sheet is None:
            continue
        if side.trait is not None:
            sheet.used.add(side.trait)
        if side.points:
            change_points(sheet, -side.points)
        if state.board.session is not None:
            sheet.join_play(seq)


@requires(ContestResolved)
def all_sides_are_there(state: State, event: ContestResolved) -> None:
    """Refuse a contest without sides, with one absent, or results that no dice give."""
    if len(event.participants) < 2:
        raise Refused("a contest has two sides or more", about="participants")
    for side in event.participants:
        the_sheet(state, side.character, "participants")
        must_be_rolled(side.dice or event.dice, side.faces, side.roll, side.physical)
    if event.winner not in (None, *(side.character for side in event.participants)):
        raise Refused(f"{event.winner} has no side in the contest", about="participants")
