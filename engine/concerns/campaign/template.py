"""Sections of a template about the campaign, its rules and its checklist.

title = "..."       (a remark; the campaign has its title already)
game = "fudge"      (refused in a campaign that plays another)
[rules]             contest-dice = "1dF"
[checklist]         beings = "humans"
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from engine.concerns.campaign.commands import AnswerChecklist, ChangeRule
from engine.registry import section
from engine.rules.values import spoken
from engine.types import RuleKey, Text, Topic


@section("title", 0, str)
def remark_section(title: str) -> Iterable[object]:
    """Yield nothing: the campaign has its title already."""
    return ()


@section("game", 5, str)
def game_section(game: str) -> Iterable[object]:
    """Yield nothing: the game is compared before the rest is read."""
    return ()


@section("rules", 10, dict[RuleKey, Any])
def rules_section(chosen: dict[str, Any]) -> Iterator[object]:
    """Yield a command for each rule."""
    for key, held in chosen.items():
        yield ChangeRule(key, spoken(held))


@section("checklist", 20, dict[Topic, Text])
def checklist_section(answers: dict[str, str]) -> Iterator[object]:
    """Yield a command for each answer."""
    for topic, text in answers.items():
        yield AnswerChecklist(topic, text)
