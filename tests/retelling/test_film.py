"""From event to event a report looks at the rows that moved, and misses none."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from worlds import EVERY_EVENING, STORIES, a_campaign, play, tell

from engine import Campaign
from engine.types import PLAYERS
from replay.audience.rule import View
from replay.retelling.report.film import Footage, Rows, film, rows_of
from shell.runner import Desk

#: Traits of a kind, of which one takes its level from another.
KINDS = """
extends = "fudge-lite"
creation = "free"
[kinds.attribute]
traits = ["Agility"]
[kinds.skill]
traits = ["Fencing"]
default = "Agility -2"
untrained = "Poor"
"""


def played_back(footage: Footage, upto: float) -> dict[str, Rows]:
    """Return every sheet at a place, as the changes up to then make it."""
    sheets: dict[str, Rows] = {}
    for change in (change for seq in sorted(footage) if seq <= upto for change in footage[seq]):
        rows = sheets.setdefault(change.character, {})
        if change.cell is None:
            del rows[change.key]
        else:
            rows[change.key] = change.cell
    return {name: rows for name, rows in sheets.items() if rows}


def miss_nothing(campaign: Campaign, stride: int = 1) -> None:
    """Compare the sheets of both readings with the engine's, for both audiences, from the start and from the middle.

    Where numbers have no gaps, the events between two that are seen are one change.
    """
    last = campaign.state.seq
    for seen, after in product((View.of(campaign), View.of(campaign, PLAYERS)), (0, last // 2)):
        stood, corrected = film(seen, after, last)
        place, first = seen.numbering.place, max(1, after)
        for seq in (each for each in range(last, first - 1, -stride) if each == last or place(each) != place(each + 1)):
            for footage in (stood, corrected):
                state = campaign.state_at(seq, corrected=footage is corrected)
                state = seen.state_shown(state) if footage is stood else state
                sheets = {name: rows_of(state, seen.sheet(state, name)) for name in state.sheets if seen.sees(name)}
                assert played_back(footage, place(seq)) == sheets, f"#{seq}"


@pytest.mark.parametrize("evening", EVERY_EVENING)
def test_of_an_evening_no_row_that_differs_is_missed(tmp_path: Path, evening: str) -> None:
    desk = Desk(tmp_path / "c.db")
    play(desk, evening, tmp_path)
    assert desk.campaign is not None
    miss_nothing(desk.campaign, 5)
    desk.close()


@pytest.mark.slow
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(STORIES)
def test_of_any_story_no_row_that_differs_is_missed(story: list[object]) -> None:
    with a_campaign() as campaign:
        tell(campaign, story)
        miss_nothing(campaign)


def test_a_trait_that_takes_its_level_from_another_moves_with_it(tmp_path: Path) -> None:
    (tmp_path / "house.toml").write_text(KINDS, "utf-8")
    desk = Desk(tmp_path / "c.db")
    lines = (
        f"new {tmp_path}/house.toml",
        "pc Ann",
        "trait Ann Fencing Poor",
        "trait Ann Agility Great",
        "undo",
        "redo",
    )
    for line in lines:
        assert desk.do(line).fault is None, line
    assert desk.campaign is not None
    miss_nothing(desk.campaign)
    desk.close()
