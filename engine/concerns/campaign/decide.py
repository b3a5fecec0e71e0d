"""Decide commands about the campaign, its rules and its checklist."""

from __future__ import annotations

from engine.checklist import TOPICS
from engine.concerns.campaign.commands import AnswerChecklist, ChangeRule, CreateCampaign
from engine.concerns.campaign.events import CampaignCreated, ChecklistAnswered, RulesChanged
from engine.dice import Draw
from engine.refusal import Refused, unknown
from engine.registry import Event, decides
from engine.rules.files import load_rules
from engine.rules.structure import change_value
from engine.state import State
from engine.text import within_limits


def begin(rules: str, title: str, campaign: str) -> CampaignCreated:
    """Return the first event of a campaign with this identity. Raise Refused for missing or wrong rules."""
    command = within_limits(CreateCampaign(rules, title))
    chosen = load_rules(command.rules)
    return CampaignCreated(campaign, command.title, chosen.name, chosen.as_data(), chosen.digest)


@decides(ChangeRule)
def change_rule(state: State, command: ChangeRule, draw: Draw) -> list[Event]:
    """Set one rule to another value, from here on (PF-69)."""
    rules = change_value(state.rules, command.key, command.value)
    raised = next((s.name for s in state.sheets.values() if any(p.raised for p in s.practice.values())), None)
    fixed = ("growth", "practice-costs") if state.rules.growth == "practice" else ("growth",)
    if command.key in fixed and rules != state.rules and raised is not None:
        hint = "undo that first, or begin a new campaign"
        raise Refused(f"{command.key} cannot change: {raised} has raised traits already", about="value", hint=hint)
    before, after = state.rules.as_data()[command.key], rules.as_data()[command.key]
    if before == after:
        return []
    return [RulesChanged(command.key, after, before, rules.as_data(), rules.digest)]


@decides(AnswerChecklist)
def answer_checklist(state: State, command: AnswerChecklist, draw: Draw) -> list[Event]:
    """Settle an item of the set-up checklist, in words (PF-63)."""
    if command.topic not in TOPICS:
        raise unknown("checklist item", command.topic, TOPICS, about="topic", hint=f"there are {', '.join(TOPICS)}")
    return [ChecklistAnswered(command.topic, command.text)]
