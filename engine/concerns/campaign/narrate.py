"""Sentences for events about the campaign, its rules and its checklist."""

from __future__ import annotations

from typing import Any

from engine.concerns.campaign.events import CampaignCreated, ChecklistAnswered, RulesChanged
from engine.registry import narrates
from engine.rules.ladder import Ladder
from engine.rules.ladders import FROM_LEVEL, by_words
from engine.rules.rolling import dice_of_rule
from engine.rules.ruleset import FIELDS, LEVELS, Ruleset, from_recorded, pair
from engine.rules.values import spoken
from engine.text import name_dice
from engine.types import DiceSpec


@narrates(CampaignCreated)
def _campaign(event: CampaignCreated) -> str:
    return f"{event.title or 'A campaign'} begins, with the rules of {event.rules.get('title', event.ruleset)}"


@narrates(RulesChanged)
def _rules(event: RulesChanged) -> str:
    rules = from_recorded(event.rules)
    now, before = (rule_said(rules, event.key, value) for value in (event.value, event.before))
    return f"Rule {event.key} is now {now} (was {before})"


def rule_said(rules: Ruleset, key: str, value: Any) -> str:
    """Return a rule's value as it can be typed, with names for levels and dice."""
    ladder = Ladder.of(rules)
    if key == "reactions":
        return spoken([f"{ladder.name(int(level)) or level} = {text}" for level, text in map(pair, value)])
    if key in FROM_LEVEL and (named := by_words(rules, key, value)):
        return spoken([f"{word} = {each}" for word, each in named.items()])
    kind = FIELDS[key].type if key in FIELDS else None
    if kind is DiceSpec:
        dice = name_dice(value)
        return dice if dice_of_rule(rules, key, dice) == value else spoken(value)
    if kind in LEVELS and value is not None:
        return ladder.name_of(value)
    return spoken(value).replace("-", "−") if kind is int else spoken(value)


@narrates(ChecklistAnswered)
def _checklist(event: ChecklistAnswered) -> str:
    return f"Checklist, {event.topic}: {event.text}"
