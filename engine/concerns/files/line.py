"""Events as the lines that would record them: the log as a file."""

from engine.concerns.files.events import CampaignForked, HeadAccepted, LogConverted
from engine.registry import no_line

no_line(CampaignForked, HeadAccepted, LogConverted)
