"""From event to event only the parts of a sheet that it touched are looked at, and no field that differs is missed."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from worlds import AT_THE_FORD, AT_THE_INN, IN_AMBUSH, ON_WATCH, STORIES, a_campaign, play, tell

from engine import Campaign
from engine.history.fold import Fold
from engine.sheet import values, view
from engine.state import State
from replay.compare.changes import changeable, may_change_reading
from replay.compare.watching import WatchedSheet
from shell.runner import Desk


def everything(state: State) -> dict[tuple[str, str], Any]:
    """Return every field of every sheet, looked at as a whole."""
    sheets = {name: {"character": name} | values(view(state, name)) for name in state.sheets}
    return {(name, field): held for name, sheet in sheets.items() for field, held in sheet.items()}


def miss_nothing(campaign: Campaign) -> None:
    """Compare the fields that differ after each event with those that the watched sheets name."""
    fold = Fold(history=campaign.history, naming=campaign.naming)
    watched: dict[str, WatchedSheet] = defaultdict(WatchedSheet)
    before = everything(fold.state)
    for seq, event in fold.counted(campaign.log, campaign.state.seq):
        fold.put(event, seq)
        whole = may_change_reading(event)
        found = {
            (name, field)
            for name in changeable(event, fold.state)
            for field in watched[name].look(fold.state, name, whole=whole)
        }
        after = everything(fold.state)
        assert found == {key for key in {*before, *after} if before.get(key) != after.get(key)}, f"#{seq} {event}"
        before = after


@pytest.mark.parametrize(
    "evening",
    [AT_THE_FORD, IN_AMBUSH, ON_WATCH, pytest.param(AT_THE_INN, marks=pytest.mark.slow)],
    ids=["ford", "ambush", "watch", "inn"],
)
def test_of_an_evening_no_field_that_differs_is_missed(tmp_path: Path, evening: str) -> None:
    desk = Desk(tmp_path / "c.db")
    play(desk, evening, tmp_path)
    assert desk.campaign is not None
    miss_nothing(desk.campaign)
    desk.close()


@pytest.mark.slow
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(STORIES)
def test_of_any_story_no_field_that_differs_is_missed(story: list[object]) -> None:
    with a_campaign() as campaign:
        tell(campaign, story)
        miss_nothing(campaign)
