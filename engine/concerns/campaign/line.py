"""Write events about the campaign as the commands that would record them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any

from engine.concerns.campaign.commands import AnswerChecklist, ChangeRule, CreateCampaign
from engine.concerns.campaign.events import CampaignCreated, ChecklistAnswered, RulesChanged
from engine.line import Before
from engine.project import apply
from engine.refusal import Refused
from engine.registry import as_line
from engine.rules.files import BUILT_IN, load_rules
from engine.rules.ruleset import FIELDS, FIXED_KEYS, Pairs, Ruleset, from_recorded
from engine.rules.structure import change_value
from engine.rules.values import spoken
from engine.state import State


@as_line(CampaignCreated)
def _campaign(event: CampaignCreated, before: Before) -> Iterable[object]:
    """Yield the nearest game, and every rule that differs from it."""
    rules = from_recorded(event.rules).as_data()
    books = {name: load_rules(name).as_data() for name in BUILT_IN}
    base = min(books, key=lambda name: (sum(rules[key] != each for key, each in books[name].items()), name))
    yield CreateCampaign(base, event.title)
    own = {
        key: _format_setting(load_rules(base), key, each)
        for key, each in rules.items()
        if key not in FIXED_KEYS and each != books[base][key]
    }
    for key in _as_they_go(load_rules(base), own):
        yield ChangeRule(key, own[key])


def _as_they_go(rules: Ruleset, values: dict[str, str]) -> Iterator[str]:
    """Yield the keys in an order in which each agrees with those before it. If none does, take the next one left."""
    left = list(values)
    while left:
        key, rules = next(_find_fitting(rules, values, left), (left[0], rules))
        left.remove(key)
        yield key


def _find_fitting(rules: Ruleset, values: dict[str, str], keys: list[str]) -> Iterator[tuple[str, Ruleset]]:
    """Yield the keys that can be set next, each with the resulting rules."""
    for key in keys:
        with suppress(Refused):
            yield key, change_value(rules, key, values[key])


@as_line(RulesChanged)
def _rules(event: RulesChanged, before: Before) -> Iterable[object]:
    """Yield the changed rule, and any other rule whose value differs from then."""
    after = State(rules=before.state.rules)
    apply(after, event, 1)
    now = before.copy.rules.as_data()
    others = [key for key, each in after.rules.as_data().items() if each != now[key] and key != event.key]
    for key in (event.key, *others):
        if key not in FIXED_KEYS:
            yield ChangeRule(key, _format_setting(before.copy.rules, key, after.rules.as_data()[key]))


def _format_setting(rules: Ruleset, key: str, wanted: Any) -> str:
    """Return the text to type that gives a rule the wanted value.

    Typed entries are merged into a table, so “none” may have to come before them.
    """
    with suppress(Refused):
        if FIELDS[key].type is Pairs and change_value(rules, key, spoken(wanted)).as_data()[key] != wanted:
            return spoken(["none", *wanted])
    return spoken(wanted)


@as_line(ChecklistAnswered)
def _checklist(event: ChecklistAnswered, before: Before) -> Iterable[object]:
    yield AnswerChecklist(event.topic, event.text)
