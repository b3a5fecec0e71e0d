"""How a narrator tells events about session zero and safety: not at all."""

from __future__ import annotations

from engine.concerns.safety.events import AgreementMade, LimitDrawn, SessionZeroHeld, XCardShown
from engine.retelling import says_nothing

says_nothing(SessionZeroHeld, AgreementMade, LimitDrawn, XCardShown)
