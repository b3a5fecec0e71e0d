"""The log as a file: events as the lines that would record them."""

from engine.concerns.files.events import CampaignForked, HeadAccepted, LogConverted
from engine.registry import no_line

no_line(CampaignForked, HeadAccepted, LogConverted)
