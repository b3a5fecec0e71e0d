"""Sentences for events about session zero and safety."""

from __future__ import annotations

from engine.concerns.safety.events import AgreementMade, LimitDrawn, SessionZeroHeld, XCardShown
from engine.registry import narrates


@narrates(SessionZeroHeld)
def _held(event: SessionZeroHeld) -> str:
    return f"Session zero begins{f': {event.title}' if event.title else ''}"


@narrates(AgreementMade)
def _agreed(event: AgreementMade) -> str:
    return f"Agreed, {event.topic}: {event.text}"


@narrates(LimitDrawn)
def _limit(event: LimitDrawn) -> str:
    return f"{event.kind.capitalize()}: {event.text}"


@narrates(XCardShown)
def _x_card(event: XCardShown) -> str:
    return "X-card"
