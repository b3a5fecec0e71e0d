"""Fold events about the log as a file, and check their preconditions."""

from __future__ import annotations

from engine.concerns.files.events import CampaignForked, HeadAccepted, LogConverted
from engine.registry import always_fits, projects_nothing

always_fits(CampaignForked, HeadAccepted, LogConverted)
projects_nothing(CampaignForked, HeadAccepted, LogConverted)
