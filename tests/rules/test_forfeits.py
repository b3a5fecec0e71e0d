"""Test XP that are taken away: from the oldest awards first, and never more than there are."""

from __future__ import annotations

from given import given
from tabletop import play

from engine.commands import Forfeit, Spend
from engine.concerns.experience.commands import Share
from engine.events import AbilityDefined, CharacterCreated, XpAwarded, XpTaken
from shell.runner import Desk

ANN = (CharacterCreated("Ann", "pc"), XpAwarded("Ann", 2), XpAwarded("Ann", 3), AbilityDefined("Chess"))

SET_UP = """
new peupfudge
define ability Chess
pc Ann
award Ann 2
award Ann 3
"""


def test_the_oldest_award_pays_first() -> None:
    given(*ANN).when(Forfeit("Ann", 3, reason="left early")).then(XpTaken("Ann", 3, ((3, 2), (4, 1)), "left early"))


def test_an_award_that_is_for_some_traits_only_pays_as_well() -> None:
    limited = XpAwarded("Ann", 2, only=("Chess",))
    given(ANN[0], limited).when(Forfeit("Ann", 2)).then(XpTaken("Ann", 2, ((3, 2),)))


def test_no_more_is_taken_than_there_is() -> None:
    given(*ANN).when(Forfeit("Ann", 6)).refused("Ann has 5 XP to take, not 6")
    given(*ANN, XpTaken("Ann", 5, ((3, 2), (4, 3)))).when(Forfeit("Ann", 1)).refused("Ann has 0 XP to take, not 1")
    given(*ANN).when(Forfeit("Ann", 0)).refused("0 is too small")


def test_what_is_taken_cannot_be_spent() -> None:
    story = given(*ANN).when(Forfeit("Ann", 4))
    sheet = story.sheet("Ann").xp
    assert (sheet.awarded, sheet.spent, sheet.taken, sheet.unspent) == (5, 0, 4, 1)
    given(*ANN, *story.events).when(Spend("Ann", (Share(2, "Chess"),))).refused("Ann has 1 XP to spend, not 2")


def test_xp_spent_before_the_log_began_are_told_as_such(desk: Desk) -> None:
    (event,) = play(desk, "forfeit Ann 4 before")["events"]
    assert (event["kind"], event["text"]) == ("before", "Ann spent 4 XP before this log began")
    assert play(desk, "sheet Ann")["result"]["xp"] == {"awarded": 5, "spent": 0, "taken": 4, "unspent": 1, "bonus": 0}


def test_an_award_that_was_taken_from_is_undone_with_it_or_leaves_a_debt(desk: Desk) -> None:
    play(desk, "forfeit Ann 3 for left early")
    error = desk.do("undo #4").as_json()["error"]
    assert error["message"] == "#4 paid for #6 (3 XP taken away)"
    assert error["dependents"] == [{"seq": 6, "text": "#6 (3 XP taken away)"}]
    assert play(desk, "whatif undo #4 cascade")["result"]["undone"] == [4, 6]
    play(desk, "undo #4 keep")
    xp = play(desk, "sheet Ann")["result"]["xp"]
    assert (xp["awarded"], xp["taken"], xp["unspent"]) == (3, 3, 0)
    assert play(desk, "audit")["result"]["ok"]


def test_less_of_an_award_that_was_taken_from_leaves_a_debt(desk: Desk) -> None:
    play(desk, "forfeit Ann 5")
    assert desk.do("amend #5 1").as_json()["error"]["message"] == "#5 at 1 XP would not cover #6 (5 XP taken away)"
    play(desk, "amend #5 1 keep")
    assert play(desk, "sheet Ann")["result"]["xp"]["unspent"] == -2
    assert play(desk, "audit")["result"]["ok"]


def test_the_ledger_has_a_line_of_its_own(desk: Desk) -> None:
    play(desk, "forfeit Ann 3 for left early")
    found = play(desk, "ledger Ann")["result"]
    entry = found["entries"][-1]
    assert [entry[name] for name in ("kind", "amount", "reason", "balance")] == ["taken", 3, "left early", 2]
    assert (found["awarded"], found["spent"], found["taken"], found["unspent"]) == (5, 0, 3, 2)


def test_a_player_who_forgot_it_is_told_so(desk: Desk) -> None:
    play(desk, "forfeit Ann 3 for left early")
    first, *_ = play(desk, "dispute Ann 5")["result"]["explanations"]
    assert (first["text"], first["accounts_for"]) == ("#6 took 3 XP from Ann (left early)", 3)
    assert first["remedy"] == ("undo #6",)


def test_an_award_below_zero_leads_to_both_ways(desk: Desk) -> None:
    hint = desk.do("award Ann -2").as_json()["error"]["hint"]
    assert hint == "“amend Ann 1” takes it off #5; “forfeit Ann 2” takes earned XP away"
    play(desk, "forfeit Ann 5")
    assert "forfeit" not in desk.do("award Ann -2").as_json()["error"]["hint"]
