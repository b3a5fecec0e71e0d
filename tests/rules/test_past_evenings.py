"""Test evenings of the past, which are recorded from notes."""

from __future__ import annotations

import pytest
from tabletop import play

from shell.runner import Desk

SET_UP = """
new fudge-lite
rules xp-per-session 2
pc Ann by Kim
pc Bob
"""


def refused(desk: Desk, line: str) -> tuple[str, str | None]:
    """Return the message and the hint of a line that is refused."""
    before = desk.campaign.state.seq if desk.campaign else 0
    error = desk.do(line).as_json()["error"]
    assert desk.campaign is None or desk.campaign.state.seq == before
    return error["message"], error["hint"]


@pytest.mark.parametrize("date", ["2024-03-09", "9 March 2024", "9 Mar 2024", "9. mar. 2024", "9.3.2024", "09.03.2024"])
@pytest.mark.parametrize("word", ["on", "at"])
def test_an_evening_of_the_past_has_its_date(desk: Desk, word: str, date: str) -> None:
    notes, begun = play(desk, f'session start 3 "The mill" with Kim {word} {date}')["events"]
    assert (notes["type"], notes["kind"], notes["events"], notes["text"]) == (
        "NotesBrought",
        "evening",
        1,
        "What follows is from notes",
    )
    assert (begun["number"], begun["title"], begun["present"], begun["held"]) == (3, "The mill", ("Kim",), "2024-03-09")
    assert begun["text"] == "Session 3 begins on 2024-03-09: The mill, with Kim"


def test_a_title_that_only_resembles_one_stays_a_title(desk: Desk) -> None:
    for title in ("3 doors", "Home on the range", "Dinner at 8", "The fair on 9 March", '"The fair on 9 March 2024"'):
        (begun,) = play(desk, f"session start {title}")["events"]
        assert (begun["title"], begun["held"]) == (title.strip('"'), "")
        play(desk, "session end")


@pytest.mark.parametrize(
    ("typed", "cure"),
    [
        ("The old mill on 2024-03-09", '"The old mill" on 2024-03-09'),
        ("3 The old mill at 9 Mar 2024", '3 "The old mill" at 9 Mar 2024'),
        ("The old mill with Kim on 9.3.2024", '"The old mill" with Kim on 9.3.2024'),
    ],
)
def test_a_title_of_several_words_needs_quotes_before_a_date(desk: Desk, typed: str, cure: str) -> None:
    _, hint = refused(desk, f"session start {typed}")
    assert hint == f"type session start {cure}"
    play(desk, f"session start {cure}")


@pytest.mark.parametrize("title", ["Mill", '"The old mill"', "7", "", "The old mill"])
def test_a_day_that_never_was_is_refused(desk: Desk, title: str) -> None:
    assert refused(desk, f"session start {title} on 31 April 2024")[0] == "there is no 31 April 2024"


def test_its_number_and_date_come_after_those_of_the_last_evening(desk: Desk) -> None:
    play(desk, "session start 5 on 2024-03-09\nsession end")
    assert refused(desk, "session start 5 on 2024-03-10")[0].startswith("session 5 has begun already")
    said, hint = refused(desk, "session start 6 on 2024-03-08")
    assert said == "session 5 was on 9 March, and an evening cannot come before it"
    assert hint == "type it as a note, or “import xp.csv as balance”"
    play(desk, "session start on 2024-03-09\nsession end")
    play(desk, "session start 9 on 2024-03-16\nsession end\nsession start Tonight")
    assert [each.number for each in desk.campaign.state.sessions] == [5, 6, 9, 10]  # type: ignore[union-attr]


def test_it_comes_neither_before_an_evening_that_was_played_nor_after_today(desk: Desk) -> None:
    play(desk, "session start\nsession end")
    assert "and an evening cannot come before it" in refused(desk, "session start on 2024-03-09")[0]
    assert refused(desk, "session start on 9999-01-01")[0] == "9999-01-01 is still to come"


def test_one_evening_ends_before_the_next_begins(desk: Desk) -> None:
    play(desk, "session start")
    assert refused(desk, "session start on 2024-03-09") == ("session 1 is still open", "“session end” closes it")


def test_its_end_brings_no_xp_by_itself(desk: Desk) -> None:
    play(desk, "session start on 2024-03-09")
    assert [each["type"] for each in play(desk, "session end")["events"]] == ["SessionEnded"]
    play(desk, "session start Tonight")
    assert len(play(desk, "session end")["events"]) == 3
