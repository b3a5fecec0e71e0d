"""Declare that players see all of events about fudge points."""

from __future__ import annotations

from engine.concerns.points.events import PointsChanged
from engine.players import seen_whole

seen_whole(PointsChanged)
