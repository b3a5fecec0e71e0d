"""What changed between two points, and which events are behind it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from playing import ILSE, play, refused, said
from worlds import AT_THE_FORD, CORRECTIONS, IN_AMBUSH, ON_WATCH, STORIES, WAYS_TO_TAKE, a_campaign, tell
from worlds import play as play_evening

from engine import Campaign
from engine.history.counting import History
from engine.history.fold import Fold
from engine.state import Sheet, State
from replay.compare.changes import changes, views
from replay.compare.diff import TakenSheets, diff
from shell.runner import Desk


@pytest.fixture
def ilse(table: Desk) -> Desk:
    """Play the worked example; its #1 is #5 here."""
    play(table, ILSE)
    return table


def behind(desk: Desk, first: str, second: str) -> dict[str, tuple[object, object, list[int]]]:
    """Before, after and events of everything that changed, by its field."""
    found = play(desk, f"diff {first} {second}")["changes"]
    return {each["field"]: (each["before"], each["after"], each["events"]) for each in found}


@pytest.mark.rule("C.4")
def test_a_change_names_the_events_that_made_it(ilse: Desk) -> None:
    assert behind(ilse, "#6", "#10") == {
        "traits.Construction Magic": ("6 (+22/64)", "6 (+29/64)", [8]),
        "traits.Mycology": ("0", "2", [9]),
        "xp.awarded": (85, 95, [7]),
        "xp.spent": (85, 95, [8, 9]),
    }


@pytest.mark.rule("C.4")
def test_an_undo_in_between_is_behind_what_it_changed(ilse: Desk) -> None:
    play(ilse, "undo #7 cascade\nredo\nundo #7 cascade")
    assert behind(ilse, "#10", "#13")["traits.Mycology"] == ("2", "0", [13])


@pytest.mark.rule("C.4")
def test_what_was_taken_back_again_in_between_is_behind_nothing(ilse: Desk) -> None:
    play(ilse, "award Ilse 5\nundo\naward Ilse 1")
    assert behind(ilse, "#10", "#13") == {"xp.awarded": (95, 96, [13]), "xp.unspent": (0, 1, [13])}
    assert said(ilse, "diff #10 #12") == "no sheet changed"


@pytest.mark.rule("C.4")
def test_an_amendment_in_between_is_behind_what_it_changed(ilse: Desk) -> None:
    play(ilse, "amend #7 12")
    assert behind(ilse, "#10", "#11") == {"xp.awarded": (95, 97, [11]), "xp.unspent": (0, 2, [11])}
    assert behind(ilse, "#6", "#11")["xp.awarded"] == (85, 97, [7, 11])


def test_backwards_before_is_after(ilse: Desk) -> None:
    assert behind(ilse, "#9", "#8")["traits.Mycology"] == ("2", "0", [9])


def test_sessions_are_points_and_lines_say_it_all(table: Desk) -> None:
    play(table, "pc Ann\ndefine status Energy: Tired -1, Fine 0 start Fine\nsession start\nstatus Ann Energy Tired")
    play(table, "give Ann 3 jewels\nsession end\nsession start\ndrop Ann 1 jewels\nsession end")
    assert said(table, "diff start of session 1 session 2").splitlines() == [
        "  Ann: Energy Fine → Tired  (#5)",
        "  Ann now has 2 jewels  (#6 #9)",
    ]


def test_a_point_that_is_not_there_is_refused(ilse: Desk) -> None:
    assert refused(ilse, "diff #3 #99")["message"] == "there is no event #99"


#: The events behind each value of each sheet.
Causes = dict[tuple[str, str], set[int]]


class PlainDiff:
    """A diff that folds from the first event on and looks at every sheet before and after every event."""

    def __init__(self, campaign: Campaign, first: int, second: int) -> None:
        self.campaign, self.first, self.second = campaign, first, second

    def folded(self, history: History) -> Fold:
        """Return a fold of the events up to the first point, by some history."""
        fold = Fold(history=history, naming=self.campaign.naming)
        fold.through(self.campaign.log, self.first)
        return fold

    def by_events(self) -> Causes:
        """Return the events in between that changed each value, and the amendments of those that are awards."""
        history, found = self.campaign.history_at(self.second), defaultdict[tuple[str, str], set[int]](set)
        amended = {each.award: seq for seq, each in history.amendments.items() if seq not in history.inactive}
        fold = self.folded(history)
        before = views(fold.state)
        for seq, event in fold.read_counting(self.campaign.log, self.second):
            fold.put(event, seq)
            after = views(fold.state)
            for each in changes(before, after):
                found[each.character, each.field] |= {seq, amended.get(seq, seq)}
            before = after
        return found

    def by_corrections(self) -> Causes:
        """Return the corrections in between that changed each value at the first point, but for detours."""
        history = self.campaign.history_at(self.first)
        ways = defaultdict[tuple[str, str], list[tuple[int, Any]]](list)
        before = self.folded(history).state
        for seq, event in self.campaign.catalog.corrections_until(self.second):
            if seq > self.first:
                history.correct(seq, event)
                after = self.folded(history.copy()).state
                for key, (was, now) in self.differing(before, after).items():
                    been = [place for place, (_, held) in enumerate([*ways[key], (seq, was)]) if held == now]
                    ways[key] = ways[key][: been[0]] if been else [*ways[key], (seq, was)]
                before = after
        return {key: {seq for seq, _ in way} for key, way in ways.items()}

    def differing(self, before: State, after: State) -> dict[tuple[str, str], tuple[Any, Any]]:
        """Return the values that differ between two states."""
        return {
            (each.character, each.field): (each.before, each.after) for each in changes(views(before), views(after))
        }

    def causes(self) -> list[tuple[Any, ...]]:
        """Return what a diff finds."""
        events, corrections = self.by_events(), self.by_corrections()
        ends = (self.campaign.state_at(each) for each in (self.first, self.second))
        return [
            (*key, was, now, tuple(sorted(events.get(key, set()) | corrections.get(key, set()))))
            for key, (was, now) in self.differing(*ends).items()
        ]


def find_as_plainly(campaign: Campaign, first: int, second: int) -> None:
    """Compare a diff with the plain one, in order."""
    found = [(c.character, c.field, c.before, c.after, c.events) for c in diff(campaign, first, second)]
    assert found == PlainDiff(campaign, first, second).causes(), f"#{first} to #{second}"


@pytest.mark.rule("C.4")
@pytest.mark.parametrize("evening", [AT_THE_FORD, IN_AMBUSH, ON_WATCH], ids=["ford", "ambush", "watch"])
def test_of_an_evening_every_cause_is_found_and_no_other(tmp_path: Path, evening: str) -> None:
    desk = Desk(tmp_path / "c.db")
    play_evening(desk, evening, tmp_path)
    assert desk.campaign is not None
    last = desk.campaign.state.seq
    for first, second in [(1, last), (last // 2, last), (last // 4, last // 2), (last // 3, 2 * last // 3)]:
        find_as_plainly(desk.campaign, first, second)
    desk.close()


@pytest.mark.slow
@pytest.mark.rule("C.4")
@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(STORIES, st.lists(CORRECTIONS, max_size=6), STORIES, st.integers(0, 999), st.integers(0, 999))
def test_of_any_story_every_cause_is_found_and_no_other(
    story: list[object], corrections: list[object], more: list[object], one: int, other: int
) -> None:
    with a_campaign() as campaign:
        tell(campaign, [*story, *corrections, *more])
        first, second = sorted(1 + each % campaign.state.seq for each in (one, other))
        find_as_plainly(campaign, first, second)


@pytest.mark.slow
@pytest.mark.rule("C.4", "C.5")
@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(STORIES, st.integers(0, 999), st.integers(0, 999))
def test_every_change_has_events_in_between_behind_it(story: list[object], one: int, other: int) -> None:
    with a_campaign() as campaign:
        tell(campaign, story)
        first, second = (1 + each % campaign.state.seq for each in (one, other))
        found = diff(campaign, first, second)
        plain = changes(views(campaign.state_at(first)), views(campaign.state_at(second)))
        assert {(c.character, c.field): (c.before, c.after) for c in found} == {
            (c.character, c.field): (c.before, c.after) for c in plain
        }
        low, high = sorted((first, second))
        assert all(change.events for change in found)
        assert all(low < seq <= high for change in found for seq in change.events)


@pytest.mark.parametrize("take", WAYS_TO_TAKE)
def test_a_sheet_is_noted_when_it_is_taken(take: Callable[[dict[str, Sheet]], Sheet]) -> None:
    ann = Sheet("Ann", "pc", None)
    sheets = TakenSheets({"Ann": ann})
    assert "Ann" in sheets
    assert not sheets.names
    assert take(sheets) is ann
    assert sheets.names == {"Ann"}


def test_of_somebody_who_joins_without_xp_no_empty_account_is_listed(table: Desk) -> None:
    play(table, "pc Ilse\nnpc Nyrv\naward Ilse 3")
    said = table.do("diff #1 #4").answer.text()
    assert "Nyrv joins" in said
    assert "none → 0" not in said
    assert "Ilse: XP to spend none → 3" in said
