"""Fudge points on a sheet, and their uses by the rules of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.known import the_sheet
from engine.own import Own
from engine.refusal import Refused
from engine.registry import shows
from engine.state import Sheet, State

#: A character's fudge points beyond those that the rules give everyone.
EXTRA_POINTS: Own[int] = Own("points", 0)


if TYPE_CHECKING:
    from engine.rules.ruleset import Ruleset


@shows(10, "points", "Fudge points")
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
