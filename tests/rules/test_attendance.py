"""Test who is there in a session: who is paid, and asked for keys, and who is not."""

from __future__ import annotations

from contextlib import closing
from typing import Any

import pytest
from tabletop import play

from shell.runner import Desk

#: Three characters, one of them without a player.
SET_UP = """
new fudge-lite
rules questions Did we help?
define key Vow
pc Ann by Kim
pc Bob by Lee
pc Cay
gain Ann, Bob, Cay Vow
"""


def awarded(answered: dict[str, Any]) -> list[str]:
    """Return who got an award."""
    return [event["character"] for event in answered["events"] if event["type"] == "XpAwarded"]


def refused(desk: Desk, line: str) -> tuple[str, str | None]:
    """Return the message and the hint of a line that is refused."""
    error = desk.do(line).as_json()["error"]
    return error["message"], error["hint"]


@pytest.mark.rule("FL-37")
def test_only_who_is_there_gets_the_xp_of_the_session(desk: Desk) -> None:
    (event,) = play(desk, 'session start "The mill" with Kim, Cay')["events"]
    assert (event["title"], event["present"], event["characters"]) == ("The mill", ("Kim",), ("Cay",))
    assert event["text"] == "Session 1 begins: The mill, with Kim and Cay"
    assert awarded(play(desk, "award all 2")) == ["Ann", "Cay"]
    assert awarded(play(desk, "questions all 1")) == ["Ann", "Cay"]
    assert awarded(play(desk, "session end")) == ["Ann", "Cay"]
    assert awarded(play(desk, "award all 1 for the way home")) == ["Ann", "Cay"]


def test_everybody_is_there_if_nobody_is_named(desk: Desk) -> None:
    play(desk, "session start with Lee\nsession end\nsession start The tower")
    assert awarded(play(desk, "award all 2")) == ["Ann", "Bob", "Cay"]
    assert awarded(play(desk, "session end")) == ["Ann", "Bob", "Cay"]


def test_who_is_away_can_still_be_named(desk: Desk) -> None:
    play(desk, "session start with Kim")
    assert awarded(play(desk, "award Bob 2 for the tale he told")) == ["Bob"]
    assert play(desk, "award all 1")["result"]["warnings"] == ["nothing for Bob and Cay: not there"]


def test_who_joins_in_the_session_is_there(desk: Desk) -> None:
    play(desk, "session start with Kim\npc Dee")
    assert awarded(play(desk, "session end")) == ["Ann", "Dee"]


@pytest.mark.rule("FL-131")
def test_a_session_away_is_no_chance_to_hit_a_key(desk: Desk) -> None:
    play(desk, "session start\nsession end\nsession start with Kim\nsession end\nsession start with Kim")
    found = play(desk, "keys")["result"]
    assert [(each["character"], each["sessions_without"]) for each in found["keys"]] == [
        ("Ann", 3),
        ("Bob", 1),
        ("Cay", 1),
    ]
    assert [each["character"] for each in found["not_hit"]] == ["Ann"]
    assert "Bob · Vow: away this session" in desk.do("keys").answer.text()


def test_undo_of_the_start_brings_back_who_was_there_before(desk: Desk) -> None:
    play(desk, "session start with Kim\nsession end\nsession start with Lee\nundo")
    assert awarded(play(desk, "award all 1")) == ["Ann"]


def test_a_renamed_player_is_still_there(desk: Desk) -> None:
    play(desk, "session start with Kim\nrename Kim to Kimberly\nrename Ann to Anna")
    assert awarded(play(desk, "award all 1")) == ["Anna"]


def test_a_title_is_not_taken_for_who_is_there(desk: Desk) -> None:
    assert refused(desk, "session start The mill with Kim, Kam") == (
        "no player or character “Kam”",
        'those known are Kim, Lee, Ann, Bob, Cay; as a title it needs quotes: “session start "The mill with Kim, Kam"”',
    )
    assert refused(desk, "session start The mill with Kim and Lee") == (
        "“with Kim and Lee” could be part of the title, or who is there",
        '“session start "The mill" with Kim, Lee” says who is there',
    )
    assert refused(desk, "session start with Kam")[0] == "no player or character “Kam”"
    assert refused(desk, 'session start "The mill" with Kam')[0] == "no player or character “Kam”"
    assert refused(desk, "session start with Kim, kim")[0] == "Kim is named twice"
    play(desk, 'session start "The mill with Kim, Kam"\nundo')
    event = play(desk, "session start The inn with no name")["events"][0]
    assert (event["title"], event["present"]) == ("The inn with no name", ())


@pytest.mark.parametrize("verb", ["start session", "session start"])
def test_a_title_of_several_words_ends_before_those_who_are_there(desk: Desk, verb: str) -> None:
    event = play(desk, f"{verb} The old mill with kim, Lee")["events"][0]
    assert (event["title"], event["present"]) == ("The old mill", ("Kim", "Lee"))


def test_a_script_of_the_evening_plays_all_of_it_again(desk: Desk) -> None:
    play(desk, 'session start "A mill" with Kim, Cay\nsession end\nsession start with Lee\nsession end')
    script = desk.place.file.with_suffix(".session")
    assert play(desk, f"export {script}")["result"]["unsaid"] == []
    found = play(desk, "party")["result"], play(desk, "keys")["result"]
    with closing(Desk(desk.place.file.with_name("again.db"))) as again:
        play(again, "\n".join(line for line in script.read_text().splitlines() if line and line[0] != "#"))
        assert (play(again, "party")["result"], play(again, "keys")["result"]) == found
    assert play(desk, "audit")["ok"]


def test_the_first_check_after_a_session_ended_is_remarked_on(desk: Desk) -> None:
    check = "check Ann Bow vs Fair rolled 0"
    play(desk, f"define ability Bow\ntrait Ann Bow Fair\nsession start\n{check}\nsession end")
    remark = "no session is open: “session start” begins session 2"
    assert remark in play(desk, check)["result"]["warnings"]
    assert remark not in play(desk, check)["result"]["warnings"]
    play(desk, "session start")
    assert remark not in play(desk, check)["result"]["warnings"]
