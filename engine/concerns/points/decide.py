"""Decide commands about fudge points."""

from __future__ import annotations

from engine.concerns.points.commands import ChangePoints
from engine.concerns.points.events import PointsChanged
from engine.dice import Draw
from engine.known import the_sheet
from engine.registry import Event, decides
from engine.state import State


@decides(ChangePoints)
def change_points(state: State, command: ChangePoints, draw: Draw) -> list[Event]:
    """Give or take fudge points (FL-105, FL-115)."""
    sheet = the_sheet(state, command.who)
    return [PointsChanged(sheet.name, command.change, command.use)]
