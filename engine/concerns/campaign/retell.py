"""How a narrator tells events about the campaign and its rules: not at all."""

from __future__ import annotations

from engine.concerns.campaign.events import CampaignCreated, ChecklistAnswered, RulesChanged
from engine.retelling import says_nothing

says_nothing(CampaignCreated, RulesChanged, ChecklistAnswered)
