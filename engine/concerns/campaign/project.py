"""Fold and check events about the campaign, its rules and its checklist."""

from __future__ import annotations

from typing import Any

from engine.clock import must_be_an_offset
from engine.concerns.campaign.events import CampaignCreated, ChecklistAnswered, RulesChanged
from engine.refusal import Refused
from engine.registry import always_fits, projects, requires
from engine.rules.ruleset import FIELDS, from_recorded
from engine.state import State


@projects(CampaignCreated)
def created(state: State, event: CampaignCreated, seq: int) -> None:
    """Set the campaign's identity, title, rules and offset from UTC."""
    state.campaign = event.campaign
    state.title = event.title
    state.offset = event.offset
    state.rules = from_recorded(event.rules)
    state.ruled.append((seq, state.rules))


@projects(RulesChanged)
def rules_changed(state: State, event: RulesChanged, seq: int) -> None:
    """Change only the named rule, since others may have been set or undone after the event was recorded."""
    state.rules = from_recorded(state.rules.as_data() | {event.key: event.value})
    state.ruled.append((seq, state.rules))


@projects(ChecklistAnswered)
def checklist_answered(state: State, event: ChecklistAnswered, seq: int) -> None:
    """Store the answer to a topic."""
    state.checklist[event.topic] = event.text


@requires(CampaignCreated)
def first_of_all(state: State, event: CampaignCreated) -> None:
    """Refuse a second beginning, a clock that cannot be, and the digest of other rules."""
    if state.campaign:
        raise Refused("a campaign begins only once")
    must_be_an_offset(event.offset)
    must_be_digest_of(event.rules, event.digest)


@requires(RulesChanged)
def rules_agree(state: State, event: RulesChanged) -> None:
    """Refuse a rule that contradicts the others, of which one may have been undone, or a digest of other rules."""
    from engine.rules.house import check_rules  # few logs have such a change

    try:
        check_rules(from_recorded(state.rules.as_data() | {event.key: event.value}))
    except (Refused, ValueError, TypeError) as error:
        raise Refused(f"{event.key} contradicts the other rules: {error}", about="value") from None
    must_be_digest_of(event.rules, event.digest)


def must_be_digest_of(rules: dict[str, Any], digest: str) -> None:
    """Refuse a digest other than that of the rules. The digest of a newer version's rules cannot be compared."""
    if not FIELDS.keys() >= rules.keys():
        return
    try:
        given = from_recorded(rules).digest
    except (TypeError, ValueError):
        given = None
    if given != digest:
        raise Refused("its digest is that of other rules", about="digest", value=digest)


always_fits(ChecklistAnswered)
