"""What players see of goals."""

from __future__ import annotations

from engine.concerns.goals.events import GoalMet, GoalReached, GoalSet
from engine.players import leave_out_causes, reduces, seen_whole

seen_whole(GoalSet, GoalReached)
reduces(GoalMet)(leave_out_causes)
