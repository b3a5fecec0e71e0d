"""Test goals: complications instead of a roll, a choice of them, and what an improvement waits for."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from given import folder
from tabletop import play

from engine.concerns.experience.events import TraitRaised
from engine.registry import MARKS
from replay.audit.auditor import audit
from shell.runner import Desk

#: A thief with some XP.
SET_UP = """
new fudge-lite
pc Ann by Bob
trait Ann Stealth Fair
session start
award Ann 4
"""


def refused(desk: Desk, line: str) -> str:
    """Return the message of a line that is refused, with its hint."""
    answered = desk.do(line).as_json()
    assert not answered["ok"], line
    return f"{answered['error']['message']}: {answered['error']['hint']}"


def told(desk: Desk, line: str) -> list[str]:
    """Return what a line records, in sentences."""
    return [event["text"] for event in play(desk, line)["events"]]


def stealth(desk: Desk) -> tuple[str, int]:
    """Return Ann's Stealth in a word, and her XP to spend."""
    sheet = play(desk, "sheet Ann")["result"]
    return sheet["traits"]["Stealth"]["level_name"], sheet["xp"]["unspent"]


def goal(desk: Desk, name: str) -> dict[str, Any]:
    """Return a goal as the list of them has it."""
    every = play(desk, "goals")["result"]["goals"]
    return next(each for each in every if each["name"] == name)  # type: ignore[no-any-return]


@pytest.mark.rule("FL-72", "EV-21")
def test_two_of_two_complications_give_the_result_without_a_roll(desk: Desk) -> None:
    play(desk, 'goal Blade needs "star iron" and "a smith\'s help" for Ann')
    assert told(desk, "met Blade star") == ["Blade: star iron is met"]
    assert play(desk, "sheet Ann")["result"]["goals"] == "Blade (needs a smith's help)"
    events = play(desk, "met Blade smith for the dwarf owed her")["events"]
    assert [each["type"] for each in events] == ["GoalMet", "GoalReached"]
    assert (goal(desk, "Blade")["reached"], play(desk, "sheet Ann")["result"]["goals"]) == (True, None)
    assert "Ann reached Blade" in play(desk, "recap")["result"]["text"]
    play(desk, "undo")
    assert (goal(desk, "Blade")["reached"], goal(desk, "Blade")["lacking"]) == (False, [["a smith's help"]])


@pytest.mark.rule("FL-73", "EV-21")
def test_one_complete_set_is_enough(desk: Desk) -> None:
    play(desk, "goal Map needs money and weeks or Jorgen")
    play(desk, "met Map money")
    assert goal(desk, "Map")["lacking"] == [["weeks"], ["Jorgen"]]
    assert told(desk, "met Map Jorgen")[1:] == ["Map is reached"]
    assert "Map is reached already" in refused(desk, "met Map weeks")
    play(desk, "goal Map needs money")
    first, second = (each for each in play(desk, "goals")["result"]["goals"] if each["name"] == "Map")
    assert (first["reached"], first["met"], second["reached"], second["met"]) == (True, ["money", "Jorgen"], False, [])


@pytest.mark.rule("FL-135")
def test_xp_are_paid_and_the_level_waits_for_the_trainer(desk: Desk) -> None:
    play(desk, "goal Trainer needs found and persuaded")
    number = play(desk, "met Trainer found")["events"][0]["seq"]
    pending = "“raise Ann Stealth after Trainer pending” pays now"
    assert refused(desk, "raise Ann Stealth after Trainer").endswith(f"it still needs persuaded: {pending}")
    paid = play(desk, "raise Ann Stealth after Trainer pending")["events"][0]["seq"]
    assert stealth(desk) == ("Fair", 2)
    assert play(desk, "sheet Ann")["result"]["pending"] == "Stealth at Good after Trainer (2 XP paid)"
    assert f"paid already, with #{paid}" in refused(desk, "raise Ann Stealth")
    assert play(desk, "audit")["result"]["ok"]
    last = play(desk, "met Trainer persuaded")["events"]
    assert [each["type"] for each in last] == ["GoalMet", "GoalReached", "TraitRaised"]
    assert stealth(desk) == ("Good", 2)
    assert [each["seq"] for each in play(desk, "why Ann Stealth")["result"]["because"]][-1] == last[-1]["seq"]
    assert play(desk, "audit")["result"]["ok"]
    play(desk, f"undo #{number} cascade")
    assert stealth(desk) == ("Fair", 2)


@pytest.mark.rule("FL-135")
def test_why_says_what_paid_for_a_level_that_waits_and_for_one_that_waited(desk: Desk) -> None:
    play(desk, "goal Trainer needs found")
    paid = play(desk, "raise Ann Stealth after Trainer pending")["events"][0]["seq"]
    assert play(desk, "why Ann Stealth")["result"]["notes"][0].startswith(f"2 XP are paid with #{paid}, ")
    play(desk, "met Trainer found")
    rose = play(desk, "why Ann Stealth")["result"]["because"][-1]
    assert rose["text"].endswith("Fair → Good, paid by 2 of the 4 XP of #5")


@pytest.mark.rule("FL-72", "FL-135")
def test_what_a_goal_needs_can_be_renamed(desk: Desk) -> None:
    play(desk, 'goal Blade needs iron and help\nmet Blade iron\nrename iron to "star iron"')
    assert (goal(desk, "Blade")["sets"], goal(desk, "Blade")["met"]) == ([["star iron", "help"]], ["star iron"])
    assert refused(desk, 'rename help to "star iron"').startswith("there is a need “star iron” already")
    play(desk, "undo\nmet Blade help")
    assert goal(desk, "Blade")["met"] == ["iron", "help"]


@pytest.mark.rule("FL-135")
def test_a_requirement_can_stand_for_the_xp(desk: Desk) -> None:
    play(desk, "goal Trainer needs found")
    assert "Trainer is not reached: it still needs found" in refused(desk, "raise Ann Stealth after Trainer free")
    met = play(desk, "met Trainer found")["events"][0]["seq"]
    assert "nothing has to wait" in refused(desk, "raise Ann Stealth after Trainer pending")
    assert told(desk, "raise Ann Stealth after Trainer free") == ["Ann's Stealth rises to Good after Trainer"]
    assert stealth(desk) == ("Good", 4)
    bought = play(desk, "raise Ann Stealth after Trainer")["events"][0]
    assert (bought["after"], stealth(desk)) == ("Trainer", ("Great", 0))
    assert play(desk, "audit")["result"]["ok"]
    assert "2 later events depend on" in refused(desk, f"undo #{met}")


def test_practice_waits_for_a_goal_too() -> None:
    with folder() as place, closing(Desk(Path(place) / "c.db")) as desk:
        play(desk, "new peupfudge\ndefine ability Chess\npc Ann\naward Ann 3\ngoal Book needs found")
        play(desk, "raise Ann Chess after Book pending\nspend Ann 1 on Chess permitted\nmet Book found")
        assert play(desk, "sheet Ann")["result"]["traits"]["Chess"]["xp"] == 2
        assert play(desk, "audit")["result"]["ok"]
        play(desk, f'export "{Path(place) / "c.session"}"')
        lines = (Path(place) / "c.session").read_text("utf-8").splitlines()
        with closing(Desk(Path(place) / "again.db")) as again:
            play(again, "\n".join(line for line in lines if line and not line.startswith("#")))
            assert play(again, "sheet Ann")["result"]["traits"]["Chess"]["xp"] == 2


def test_a_secret_goal_is_kept_from_players_until_it_is_revealed(desk: Desk) -> None:
    made = play(desk, "goal Betrayal needs gold or fear for Ann secret")["events"][0]["seq"]
    play(desk, "met Betrayal gold")
    assert play(desk, "sheet Ann")["result"]["goals"] is None
    assert "Betrayal is secret" in refused(desk, "raise Ann Stealth after Betrayal")
    assert "Betrayal" not in play(desk, "recap for players")["result"]["text"]
    again = play(desk, "goal Betrayal needs time for Ann secret")["events"][0]["seq"]
    play(desk, f"reveal #{made}")
    assert [each["hidden"] for each in play(desk, "goals")["result"]["goals"]] == [False, True]
    play(desk, f"undo #{again}")
    assert "Ann reached Betrayal" in play(desk, "recap for players")["result"]["text"]
    assert told(desk, "raise Ann Stealth after Betrayal")[0].endswith("now Good after Betrayal")


@pytest.fixture
def paid(desk: Desk) -> Desk:
    """Add a trainer, whom a paid level of Ann's waited for until the last event."""
    play(desk, "goal Trainer needs found\nraise Ann Stealth after Trainer pending\nmet Trainer found")
    assert [each.type for each in desk.campaign.events()][-2:] == ["GoalReached", "TraitRaised"]
    return desk


def test_a_goal_and_what_it_raises_are_undone_only_with_what_met_it(paid: Desk) -> None:
    last = paid.campaign.state.seq
    met = (last - 2, last - 1, last)
    for line in (f"undo #{last}", f"undo #{last - 1}", f"undo to #{last - 1}", f"undo to #{last - 2}", "undo"):
        assert play(paid, line)["result"]["undone"] == list(met), line
        assert play(paid, "sheet Ann")["result"]["pending"]
        assert play(paid, f"redo #{last}")["result"]["redone"] == list(met)
        assert stealth(paid) == ("Good", 2)
    assert refused(paid, "redo #1").startswith("#1 is not undone")


def test_an_amendment_advises_to_undo_the_payment_of_a_level(paid: Desk) -> None:
    award = next(each.seq for each in paid.campaign.events() if each.type == "XpAwarded")
    payment = paid.campaign.state.seq - 3
    ways = f": “undo #{payment} cascade” first, “amend #{award} 1 keep” leaves a debt"
    assert refused(paid, f"amend #{award} 1").endswith(ways)
    play(paid, f"undo #{payment} cascade\namend #{award} 1")
    assert play(paid, "sheet Ann")["result"]["pending"] is None


def test_a_level_that_waits_for_a_reached_goal_is_found(paid: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    last = paid.campaign.state.seq
    monkeypatch.setitem(MARKS, TraitRaised, evolve(MARKS[TraitRaised], part=False))  # as before, in old logs
    play(paid, f"undo #{last}")
    found = next(each for each in audit(paid.campaign).findings if each.rule == "level-overdue")
    assert (found.seq, found.advice) == (last - 3, f"“redo #{last}” raises it")
    assert refused(paid, "raise Ann Stealth").endswith("“audit” says why it waits")
    play(paid, f"redo #{last}")
    assert stealth(paid) == ("Good", 2)


def test_a_level_is_paid_once_where_practice_raises_traits() -> None:
    with folder() as place, closing(Desk(Path(place) / "c.db")) as desk:
        play(desk, "new peupfudge\ndefine ability Chess\npc Ann\naward Ann 9\ngoal Book needs found")
        play(desk, "raise Ann Chess after Book pending")
        for line in ("raise Ann Chess after Book pending", "raise Ann Chess", "spend Ann 1 on Chess"):
            assert refused(desk, line) == "the next level of Chess is paid already, with #6: it rises after Book"
            play(desk, f"{line} permitted" if "after" not in line else "raise Ann Chess permitted after Book pending")
