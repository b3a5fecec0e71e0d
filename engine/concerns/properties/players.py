"""Reduce events about properties, gifts and faults to the parts that players see."""

from __future__ import annotations

from engine.concerns.properties.events import PropertyDefined, PropertyGained, PropertyLost
from engine.players import leave_out_causes, leave_out_clock, reduces, seen_whole

seen_whole(PropertyDefined)
reduces(PropertyGained)(leave_out_causes)
reduces(PropertyLost)(leave_out_clock)
