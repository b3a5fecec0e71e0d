"""The log as a file: what each event requires."""

from __future__ import annotations

from engine.concerns.files.events import CampaignForked, HeadAccepted
from engine.registry import always_fits, projects_nothing

always_fits(CampaignForked, HeadAccepted)
projects_nothing(CampaignForked, HeadAccepted)
