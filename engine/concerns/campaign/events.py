"""Events about the campaign, its rules and its checklist."""

from __future__ import annotations

from typing import Any

from engine.registry import Event, event
from engine.value import value


@event(fixed=True, zoned=True)
@value
class CampaignCreated(Event):
    """A campaign began, with these rules.

    `campaign` is its identity, under which every event is hashed. `offset` is how many minutes the clock was ahead of
    UTC, None in old logs.
    """

    campaign: str
    title: str
    ruleset: str
    rules: dict[str, Any]
    digest: str
    offset: int | None = None


@event(for_all=True)
@value
class RulesChanged(Event):
    """One rule was changed, from here on; `rules` are all of them as they now stand."""

    key: str
    value: Any
    before: Any
    rules: dict[str, Any]
    digest: str


@event()
@value
class ChecklistAnswered(Event):
    """The GM settled an item of the set-up checklist (PF-63)."""

    topic: str
    text: str
