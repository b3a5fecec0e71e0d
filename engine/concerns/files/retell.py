"""How a narrator tells events about the log as a file: not at all."""

from __future__ import annotations

from engine.concerns.files.events import CampaignForked, HeadAccepted, LogConverted, NotesBrought
from engine.retelling import says_nothing

says_nothing(CampaignForked, HeadAccepted, LogConverted, NotesBrought)
