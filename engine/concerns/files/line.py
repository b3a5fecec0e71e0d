"""Write events about the log as a file as the commands that would record them."""

from engine.concerns.files.events import CampaignForked, HeadAccepted, LogConverted, NotesBrought
from engine.registry import no_line

no_line(CampaignForked, HeadAccepted, LogConverted, NotesBrought)
