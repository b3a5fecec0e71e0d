"""Every document tells the XP that the sheets have, those that were taken back too."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from worlds import EVERY_EVENING, STORIES, a_campaign, play, tell

from engine import Campaign
from engine.types import PLAYERS
from replay.accounts.ledger import account
from replay.moment import Moment
from replay.retelling.recap import recap
from replay.retelling.report.page import Scope, gather_page
from shell.runner import Desk

#: A miss brings Ann XP, which she loses when a fudge point turns the roll; some of what she has stays.
TAKEN_BACK = """\
new fudge-lite
rules xp-on-miss 2
rules xp-per-session 0
pc Ann by K
pc Ben by L
trait Ann Athletics Good
session start
point Ann +3
check Ann Athletics vs Superb rolled 0 0 0 0
point Ann reroll #{CheckResolved} rolled + + 0 +
session end
session start
award Ann 1
check Ann Athletics vs Superb rolled 0 0 0 0
point Ann reroll #{CheckResolved} rolled + + 0 +
"""


@contextmanager
def played(place: Path, evening: str) -> Iterator[Campaign]:
    """Play an evening through."""
    desk = Desk(place / "c.db")
    play(desk, evening, place)
    assert desk.campaign is not None
    yield desk.campaign
    desk.close()


def tell_what_sheets_have(campaign: Campaign) -> None:
    """Compare the sums of the report and the ledger with the sheets."""
    for audience in (None, PLAYERS) if campaign.state.sessions else ():
        page = gather_page(Scope.of(campaign, audience=audience))
        has = {name: campaign.state.sheets[name].awarded for name in page["xp_names"]}
        assert dict(zip(has, page["xp_rows"][-1][1], strict=True)) == has
        assert {each.name: each.total for each in page["xp"]} == {name: xp for name, xp in has.items() if xp}
        assert {each.name: each.in_play for each in page["cards"]} == {name: str(xp or "") for name, xp in has.items()}
    for name, sheet in campaign.state.sheets.items():
        moved = [each.amount for each in account(Moment.of(campaign), name).entries if each.kind == "award"]
        assert sum(moved) == sheet.awarded


@pytest.mark.parametrize(
    "evening",
    [
        pytest.param(TAKEN_BACK, id="taken back"),
        pytest.param(TAKEN_BACK.partition("session end")[0], id="all taken back"),
        *EVERY_EVENING,
    ],
)
def test_the_report_of_an_evening_sums_xp_as_the_sheets_do(tmp_path: Path, evening: str) -> None:
    with played(tmp_path, evening) as campaign:
        tell_what_sheets_have(campaign)


@pytest.mark.slow
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(STORIES)
def test_the_report_of_any_story_sums_xp_as_the_sheets_do(story: list[object]) -> None:
    with a_campaign() as campaign:
        tell(campaign, story)
        tell_what_sheets_have(campaign)


@pytest.mark.parametrize("audience", [None, PLAYERS])
def test_a_recap_tells_that_xp_were_taken_back(tmp_path: Path, audience: str | None) -> None:
    with played(tmp_path, TAKEN_BACK) as campaign:
        told = [line.text for number in (1, 2) for line in recap(campaign, number, audience).lines]
    assert [each for each in told if "XP" in each] == ["XP: Ann 0 (misses)", "XP: Ann 1 (misses)"]


def test_a_spreadsheet_sums_xp_as_the_sheet_does(tmp_path: Path) -> None:
    with played(tmp_path, TAKEN_BACK) as campaign:
        desk = Desk(tmp_path / "c.db")
        desk.do(f"export {tmp_path / 'c.csv'}")
        desk.close()
        with (tmp_path / "c.csv").open(encoding="utf-8", newline="") as file:
            moved = [
                int(row["amount"]) for row in csv.DictReader(file) if row["type"] in ("XpAwarded", "MissWithdrawn")
            ]
        assert moved == [2, -2, 1, 2, -2]
        assert sum(moved) == campaign.state.sheets["Ann"].awarded
