"""The log as a file: what each event requires."""

from __future__ import annotations

from engine.concerns.files.events import CampaignForked, HeadAccepted, LogConverted
from engine.registry import always_fits, projects_nothing

always_fits(CampaignForked, HeadAccepted, LogConverted)
projects_nothing(CampaignForked, HeadAccepted, LogConverted)
