"""From event to event only the parts of a sheet that it touched are looked at, and no field that differs is missed."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from worlds import EVERY_EVENING, STORIES, a_campaign, play, tell

from engine import Campaign
from engine.history.fold import Fold
from engine.rules.modifiers import in_force
from engine.sheet import inventory, inventory_values, is_detail, values_in_full, view
from engine.state import Sheet, Stack, State
from engine.value import evolve
from replay.compare.changes import Change, field_changes, may_change_reading
from replay.compare.things import WatchedThings
from replay.compare.watching import LENDING_NOTHING, WatchedSheets
from replay.stepping import walk
from shell.runner import Desk

#: Every value of every sheet, by character and field.
Fields = dict[tuple[str, str], Any]


def everything(state: State) -> Fields:
    """Return every field of every sheet, looked at as a whole."""
    sheets = {name: {"character": name} | values_in_full(view(state, name)) for name in state.sheets}
    return {(name, field): held for name, sheet in sheets.items() for field, held in sheet.items()}


def miss_nothing(campaign: Campaign) -> None:
    """Compare the fields that differ after each event with those that the watched sheets name."""
    fold, sheets = Fold(history=campaign.history, naming=campaign.naming), WatchedSheets()
    before = everything(fold.state)
    for seq, event in fold.read_counting(campaign.log, campaign.state.seq):
        fold.put(event, seq)
        found = sheets.look(fold.state, event, whole=may_change_reading(event))
        after = everything(fold.state)
        assert keyed(found) == differing(before, after), f"#{seq} {event}"
        before = after


def walk_by_all(campaign: Campaign) -> None:
    """Compare what a walk tells of each event, corrections too, with all the sheets before and after it."""
    before = everything(State())
    for recorded, found in walk(campaign):
        after = everything(campaign.state_at(recorded.seq))
        assert keyed(found) == differing(before, after), f"#{recorded.seq} {recorded.event}"
        before = after


def keyed(found: Iterable[Change]) -> dict[tuple[str, str], tuple[Any, Any]]:
    """Return changes by character and field."""
    return {(each.character, each.field): (each.before, each.after) for each in found}


def differing(before: Fields, after: Fields) -> dict[tuple[str, str], tuple[Any, Any]]:
    """Return the fields that differ between two looks at everything, with both values."""
    pairs = {key: (before.get(key), after.get(key)) for key in {*before, *after}}
    found = {key: (was, now) for key, (was, now) in pairs.items() if was != now}
    fields = {who: {field for each, field in found if each == who} for who, _ in found}
    return {(who, field): moved for (who, field), moved in found.items() if not is_detail(field, fields[who])}


@pytest.mark.parametrize("evening", EVERY_EVENING)
def test_of_an_evening_no_field_that_differs_is_missed(tmp_path: Path, evening: str) -> None:
    desk = Desk(tmp_path / "c.db")
    play(desk, evening, tmp_path)
    assert desk.campaign is not None
    miss_nothing(desk.campaign)
    walk_by_all(desk.campaign)
    desk.close()


@pytest.mark.slow
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(STORIES)
def test_of_any_story_no_field_that_differs_is_missed(story: list[object]) -> None:
    with a_campaign() as campaign:
        tell(campaign, story)
        miss_nothing(campaign)
        walk_by_all(campaign)


@pytest.mark.slow
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(STORIES)
def test_no_effect_comes_of_experience_or_characteristics(story: list[object]) -> None:
    blank = Sheet("", "pc", None)
    without = {name: getattr(blank, name) for name in LENDING_NOTHING}
    with a_campaign() as campaign:
        tell(campaign, story)
        state = campaign.state
        for sheet in state.sheets.values():
            found = in_force(state, sheet, "level", "A", "D")
            assert found == in_force(state, evolve(sheet, **without), "level", "A", "D")


#: Stacks that are alike or not, in containers that are there or not, and one whose name is that of another's note.
STACKS = st.builds(
    lambda number, within, **rest: Stack(number, within=within if within != number else None, **rest),
    st.integers(1, 5),
    st.sampled_from([None, None, 1, 2, 3]),
    name=st.sampled_from(["rope", "Rope", "sack", "sack.note"]),
    quantity=st.integers(1, 3),
    place=st.sampled_from([None, "camp"]),
    note=st.sampled_from(["", "wet", "dry"]),
)
STEPS = st.lists(st.one_of(STACKS, st.integers(1, 5)), min_size=1, max_size=3)


@settings(max_examples=400, deadline=None)
@given(st.lists(STEPS, min_size=2, max_size=12))
def test_of_things_that_move_no_field_that_differs_is_missed(story: list[list[Stack | int]]) -> None:
    sheet, things = Sheet("Ada", "pc", None), WatchedThings()
    old: dict[int, Stack] | None = None
    before: dict[str, Any] = {}
    for steps in story:
        for step in steps:  # a number goes, a stack comes or takes the place of one
            if isinstance(step, Stack):
                sheet.stacks[step.id] = step
            else:
                sheet.stacks.pop(step, None)
        found = things.look(sheet, old)
        after = inventory_values(inventory(sheet))
        assert found == field_changes(before, after)
        assert things.fields == after
        old, before = dict(sheet.stacks), after
