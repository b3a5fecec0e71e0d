"""Reduce events about session zero and safety to the parts that players see."""

from __future__ import annotations

from engine.concerns.safety.events import AgreementMade, LimitDrawn, SessionZeroHeld, XCardShown
from engine.players import seen_whole

seen_whole(SessionZeroHeld, AgreementMade, LimitDrawn, XCardShown)
