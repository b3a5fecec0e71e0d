"""Reduce events about statuses to the parts that players see."""

from __future__ import annotations

from engine.concerns.statuses.events import StatusChanged, StatusDefined
from engine.players import seen_whole

seen_whole(StatusDefined, StatusChanged)
