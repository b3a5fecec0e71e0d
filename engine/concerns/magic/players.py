"""What players see of rituals."""

from __future__ import annotations

from engine.concerns.magic.events import NeedMet, RitualPerformed, RitualPlanned
from engine.players import seen_whole

seen_whole(RitualPlanned, NeedMet, RitualPerformed)
