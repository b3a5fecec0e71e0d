"""The log as a file: what each event requires."""

from __future__ import annotations

from engine.concerns.files.events import CampaignForked, HeadAccepted, LogConverted
from engine.registry import always_fits

always_fits(CampaignForked, HeadAccepted, LogConverted)
