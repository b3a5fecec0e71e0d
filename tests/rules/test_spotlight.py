"""Test the spotlight: who acted how often, and who has waited longest."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest
from given import folder
from tabletop import play

from shell.runner import Desk

#: Three characters in a session, one of them without a player.
SET_UP = """
new fudge-lite
pc Ann by Kim
pc Bob by Lee
pc Cay
npc Orc
trait Ann Stealth Fair
trait Bob Stealth Fair
trait Cay Stealth Fair
trait Orc Stealth Fair
session start
"""


def check(who: str) -> str:
    """Return a line in which somebody acts."""
    return f"check {who} Stealth vs Fair rolled 0"


def actions(desk: Desk, line: str = "spotlight") -> dict[str, int]:
    """Return who acted how often."""
    return {each["player"]: each["actions"] for each in play(desk, line)["result"]["players"]}


@pytest.mark.rule("FL-50")
def test_who_acted_least_is_suggested_and_who_waits_longest_is_named(desk: Desk) -> None:
    play(desk, "\n".join([*[check("Ann")] * 5, check("Bob"), *[check("Cay")] * 4, check("Orc")]))
    found = play(desk, "spotlight")["result"]
    assert [(each["player"], each["actions"], each["share"]) for each in found["players"]] == [
        ("Kim", 5, 0.5),
        ("Cay", 4, 0.4),
        ("Lee", 1, 0.1),
    ]
    assert (found["next"], found["waits"]) == ("Lee", "Kim")
    assert desk.do("spotlight").answer.text().splitlines() == [
        "Kim   5   50%",
        "Cay   4   40%",
        "Lee   1   10%",
        f"Kim has waited longest, since #{found['players'][0]['last']}",
        "Lee has acted least",
    ]


def test_who_has_not_acted_has_waited_all_session(desk: Desk) -> None:
    play(desk, f"{check('Ann')}\n{check('Bob')}")
    found = play(desk, "spotlight")["result"]
    assert (found["next"], found["waits"]) == ("Cay", "Cay")
    assert desk.do("spotlight").answer.text().endswith("Cay has waited longest, all evening")


def test_contests_and_rolls_count_and_what_is_undone_does_not(desk: Desk) -> None:
    play(desk, "contest Ann Stealth rolled 0 vs Bob rolled 0\nroll 4dF for Cay rolled 0\nroll 4dF rolled 0")
    assert actions(desk) == {"Kim": 1, "Lee": 1, "Cay": 1}
    play(desk, f"{check('Ann')}\nundo")
    assert actions(desk)["Kim"] == 1


def test_every_session_is_counted_by_itself_for_those_who_were_there(desk: Desk) -> None:
    play(desk, f"{check('Ann')}\nsession end\nsession start with Lee, Cay\n{check('Bob')}")
    assert actions(desk) == {"Lee": 1, "Cay": 0}
    assert actions(desk, "spotlight session 1") == {"Kim": 1, "Lee": 0, "Cay": 0}
    assert desk.do("spotlight session 3").as_json()["error"]["message"] == "there is no session 3"


def test_before_the_first_session_there_is_nothing_to_count() -> None:
    with folder() as place, closing(Desk(Path(place) / "c.db")) as desk:
        play(desk, "new fudge-lite")
        assert desk.do("spotlight").as_json()["error"]["message"] == "no session has started yet"
        play(desk, "session start")
        assert desk.do("spotlight").answer.text() == "no player character is there"
