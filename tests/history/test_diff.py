"""What changed between two points, and which events are behind it."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from playing import ILSE, play, refused, said
from worlds import STORIES, a_campaign, tell

from replay.compare.changes import changes, views
from replay.compare.diff import diff
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


def test_of_somebody_who_joins_without_xp_no_empty_account_is_listed(table: Desk) -> None:
    play(table, "pc Ilse\nnpc Nyrv\naward Ilse 3")
    said = table.do("diff #1 #4").answer.text()
    assert "Nyrv joins" in said
    assert "none → 0" not in said
    assert "Ilse: XP to spend none → 3" in said
