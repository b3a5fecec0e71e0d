"""The campaign itself: its rules, definitions and checklist."""

from engine.events import (
    AbilityDefined,
    CampaignCreated,
    ChecklistAnswered,
    PracticeRateFixed,
    PropertyDefined,
    RulesChanged,
    StatusDefined,
)
from engine.projectors.registry import projects
from engine.rules.ruleset import from_recorded
from engine.state import State


@projects(CampaignCreated)
def created(state: State, event: CampaignCreated, seq: int) -> None:
    state.campaign = event.campaign
    state.title = event.title
    state.rules = from_recorded(event.rules)


@projects(RulesChanged)
def rules_changed(state: State, event: RulesChanged, seq: int) -> None:
    """Only the rule that was changed: others may have been set, and taken back, since the event was recorded."""
    state.rules = from_recorded(state.rules.recorded() | {event.key: event.value})


@projects(AbilityDefined)
def ability_defined(state: State, event: AbilityDefined, seq: int) -> None:
    state.abilities[event.name] = event


@projects(StatusDefined)
def status_defined(state: State, event: StatusDefined, seq: int) -> None:
    """From now on every character is in one of its states (PF-10)."""
    state.statuses[event.name] = event
    names = {step.name for step in event.states}
    for sheet in state.sheets.values():
        if sheet.statuses.get(event.name) not in names:
            sheet.statuses[event.name] = event.start


@projects(PropertyDefined)
def property_defined(state: State, event: PropertyDefined, seq: int) -> None:
    state.properties[event.name] = event


@projects(ChecklistAnswered)
def checklist_answered(state: State, event: ChecklistAnswered, seq: int) -> None:
    state.checklist[event.topic] = event.text


@projects(PracticeRateFixed)
def practice_rate_fixed(state: State, event: PracticeRateFixed, seq: int) -> None:
    state.practice_rate = event
