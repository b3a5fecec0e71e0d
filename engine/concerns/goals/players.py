"""Reduce events about goals to the parts that players see."""

from __future__ import annotations

from engine.concerns.goals.events import GoalMet, GoalReached, GoalSet
from engine.players import leave_out_causes, reduces, seen_whole

seen_whole(GoalSet, GoalReached)
reduces(GoalMet)(leave_out_causes)
