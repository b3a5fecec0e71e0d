"""Decide commands about session zero and safety."""

from __future__ import annotations

from engine.concerns.safety.commands import Agree, DrawLine, DrawVeil, HoldSessionZero, ShowXCard
from engine.concerns.safety.events import AgreementMade, LimitDrawn, SessionZeroHeld, XCardShown
from engine.concerns.sessions.decide import not_empty
from engine.dice import Draw
from engine.registry import Event, decides
from engine.state import State


@decides(HoldSessionZero)
def hold_session_zero(state: State, command: HoldSessionZero, draw: Draw) -> list[Event]:
    """Begin session zero (FL-01)."""
    return [SessionZeroHeld(command.title)]


@decides(Agree)
def agree(state: State, command: Agree, draw: Draw) -> list[Event]:
    """Record an agreement (FL-02 to FL-07)."""
    return [AgreementMade(command.topic, not_empty(command.text))]


@decides(DrawLine)
def draw_line(state: State, command: DrawLine, draw: Draw) -> list[Event]:
    """Draw a line (FL-05)."""
    return [LimitDrawn("line", not_empty(command.text))]


@decides(DrawVeil)
def draw_veil(state: State, command: DrawVeil, draw: Draw) -> list[Event]:
    """Draw a veil (FL-05)."""
    return [LimitDrawn("veil", not_empty(command.text))]


@decides(ShowXCard)
def show_x_card(state: State, command: ShowXCard, draw: Draw) -> list[Event]:
    """Record that an X-card was shown. The campaign adds the correction that goes back (FL-06)."""
    return [XCardShown()]
