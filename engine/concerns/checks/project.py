"""Fold events about checks, and check their preconditions."""

from __future__ import annotations

from engine.concerns.checks.events import CheckBrief, CheckResolved, costs_something
from engine.concerns.rolls.project import must_be_rolled
from engine.known import the_sheet
from engine.own import OfGroup
from engine.refusal import Refused
from engine.registry import projects, requires
from engine.state import State

#: Whether the last check that could cost something had stakes.
STAKES_SAID: OfGroup[bool] = OfGroup("stakes-said", False)


@projects(CheckResolved, CheckBrief)
def check_resolved(state: State, event: CheckResolved | CheckBrief, seq: int) -> None:
    """Count both sides' abilities as used, whether or not the check succeeded (PF-25)."""
    sheet = state.sheets.get(event.character)
    opponent = state.sheets.get(event.opponent) if event.opponent else None
    if opponent is not None and event.opposing is not None:
        opponent.used.add(event.opposing)
    if sheet is not None and event.trait is not None:
        sheet.used.add(event.trait)
    if sheet is not None and state.board.session is not None:
        sheet.join_play(seq)


@projects(CheckResolved, CheckBrief)
def stakes_said(state: State, event: CheckResolved | CheckBrief, seq: int) -> None:
    """Remember whether the last stake is that of the last check."""
    if costs_something(event.stakes) and not event.automatic:
        state.board.own[STAKES_SAID] = bool(event.stakes)


@requires(CheckResolved)
def sides_are_there(state: State, event: CheckResolved) -> None:
    """Refuse a check with a side missing, or a result that its dice cannot give."""
    the_sheet(state, event.character, "character")
    if event.opponent is not None:
        the_sheet(state, event.opponent, "opponent")
    if event.roll is not None:
        must_be_rolled(event.dice, event.faces, event.roll, event.physical)
    elif event.dice or event.faces:
        raise Refused("dice were rolled, and there is no result", about="faces")
