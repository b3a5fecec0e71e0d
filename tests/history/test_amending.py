"""Mending an award by the character's name, with a debt or without, and the undo that is refused out of turn."""

from __future__ import annotations

import io
from typing import Any

import pytest
from playing import done, play, refused, said

from shell.doors.cli import main
from shell.runner import Desk

PARTY = """
define ability Chess
pc Ann by Mona
pc Bo by Ben
"""


@pytest.fixture
def party(table: Desk) -> Desk:
    """Two characters with nothing yet: the next event is #5."""
    play(table, PARTY)
    return table


def hint(desk: Desk, line: str) -> Any:
    """Return what a refusal proposes."""
    return refused(desk, line)["hint"]


def test_the_last_award_of_the_session_is_amended_by_name(party: Desk) -> None:
    play(party, "award Ann 9\nsession start\naward Ann 5 for tea\naward Ann, Bo 4 for the mill\naward Bo 1")
    assert play(party, "amend ann 3 for we had said three")["amended"] == [8]
    assert "#8" in said(party, "ledger Ann").splitlines()[-1]
    assert play(party, "sheet Ann")["xp"]["unspent"] == 17


def test_without_an_award_of_this_session_they_are_listed(party: Desk) -> None:
    play(party, "session start\naward Ann 5 for tea\naward Ann 4\nsession end\nsession start")
    error = refused(party, "amend Ann 3")
    assert error["message"] == "Ann has no award since session 2 began"
    assert error["hint"] == "“amend #N 3” corrects one of #7 of 4 XP and #6 of 5 XP (tea)"
    assert refused(party, "amend Bo 3")["message"] == "Bo has no award"


def test_the_name_alone_lists_the_awards(party: Desk) -> None:
    play(party, "\n".join(f"award Ann {number}" for number in range(1, 8)) + "\nundo")
    error = refused(party, "amend Ann")
    assert error["message"] == "which award of Ann's?"
    listed = "#10 of 6 XP, #9 of 5 XP, #8 of 4 XP, #7 of 3 XP and #6 of 2 XP"
    assert error["hint"] == f"“amend #N AMOUNT” corrects one of {listed}; “ledger Ann” lists more"


def test_what_a_session_or_a_question_brought_is_not_the_award_that_is_meant(party: Desk) -> None:
    play(party, "rules xp-per-session 2\nsession start\naward Ann 5\nsession end")
    assert refused(party, "amend Ann 3")["message"] == "Ann has no award since session 1 ended"


def test_an_amendment_leaves_a_debt_as_an_undo_does(party: Desk) -> None:
    play(party, "award Ann 5\nspend Ann 5 on Chess")
    assert hint(party, "amend #5 3 for tea") == "“undo #6” first, “amend #5 3 keep for tea” leaves a debt"
    text = said(party, "amend #5 3 keep for tea")
    assert text.startswith("✓ #7 Ann's award #5 is 3 XP, not 5, with #6 kept as a debt (tea)")
    assert play(party, "sheet Ann")["xp"]["unspent"] == -2
    assert "owed in part since #7 made #5 3 XP (tea)" in said(party, "ledger Ann")
    refused(party, "spend Ann 1 on Chess")
    play(party, "award Ann 3\nspend Ann 1 on Chess")
    rules = [each["rule"] for each in play(party, "audit")["findings"]]
    assert "xp-debt" in rules
    assert not {"xp-conservation", "does-not-fit", "level-mismatch"} & {*rules}


def test_a_debt_goes_with_the_amendment_that_left_it(party: Desk) -> None:
    play(party, "award Ann 5\nspend Ann 5 on Chess\namend #5 3 keep\nundo")
    assert party.campaign is not None
    assert party.campaign.history.owing == {}
    assert play(party, "sheet Ann")["xp"]["unspent"] == 0
    assert refused(party, "undo #5")["dependents"]
    play(party, "redo")
    assert party.campaign.history.owing == {6: frozenset([5])}
    assert refused(party, "undo #5")["dependents"], "an award that holds less is not gone"
    refused(party, "amend #5 2")
    assert play(party, "amend #5 4 keep")["amended"] == [5]
    assert play(party, "amend #5 6")["amended"] == [5]
    assert party.campaign.history.owing == {}


def test_an_award_below_zero_proposes_the_amendment(party: Desk) -> None:
    assert hint(party, "award Ann -2") == "“ledger Ann” lists the awards, “amend #N AMOUNT” corrects one"
    play(party, "award Ann 5")
    assert hint(party, "award Ann -2") == "“amend Ann 3” takes it off #5; “forfeit Ann 2” takes earned XP away"
    assert hint(party, "award Ann -5") == "“undo #5” takes it all back; “forfeit Ann 5” takes earned XP away"
    assert hint(party, "award Ann -6") == "“ledger Ann” lists the awards, “amend #N AMOUNT” corrects one"
    play(party, "spend Ann 4 on Chess")
    assert hint(party, "award Ann -2") == "“amend Ann 3 keep” takes it off #5"
    assert hint(party, "award Ann, Bo -2") is None


def test_an_undo_by_number_says_how_to_restore_it(party: Desk) -> None:
    play(party, "award Ann 5\naward Bo 4\nspend Ann 5 on Chess")
    assert said(party, "undo #6").endswith("\n  “redo” restores #6")
    assert said(party, "redo").startswith("✓ #9 Redone: #6")
    assert said(party, "undo #5 cascade").endswith("\n  “redo” restores #5, #7")
    assert "redo" not in said(party, "undo #5 for the wrong one")


@pytest.mark.parametrize("undo", ["undo", "undo for no good", "u"])
def test_a_plain_undo_right_after_that_of_an_earlier_command_is_refused(party: Desk, undo: str) -> None:
    play(party, "award Ann 5\naward Bo 4\nnote hm\nundo #5")
    error = refused(party, undo)
    assert error["message"] == "#5 was undone last, and later commands still count"
    assert error["hint"] == "“redo #5” restores it, “undo #7” undoes the last command that counts"
    play(party, "undo #5 for the wrong one")
    assert refused(party, undo) == error
    assert play(party, "undo #7")["undone"] == [7]
    assert play(party, "undo")["undone"] == [6], "which goes on from the one before"
    assert play(party, "redo")["redone"] == [6]


def test_several_events_of_the_last_command_are_all_named(party: Desk) -> None:
    play(party, "award Ann 5\naward all 4\nundo #5")
    command = hint(party, "undo").split("“")[2].split("”")[0]
    assert command == "undo #6 #7"
    assert play(party, command)["undone"] == [6, 7]


def test_a_plain_undo_goes_on_where_nothing_later_counts_or_something_new_came(party: Desk) -> None:
    play(party, "award Ann 5\naward Bo 4\nnote hm\nundo #7")
    assert play(party, "undo")["undone"] == [6]
    play(party, "redo\nredo\nundo #5\nnote well")
    assert play(party, "undo")["undone"] == [13]


def test_every_door_refuses_it(
    party: Desk, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    play(party, "award Ann 5\naward Bo 4")
    party.close()
    path = str(party.place)
    assert main([path, "undo", "#5"]) == 0
    for replay in (False, True):
        assert main([path, "undo"], replay=replay) == 1
        assert main(["--json", path, "undo"], replay=replay) == 1
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"undo\nnote hm\n")))
    assert main([path]) == 1
    assert "“redo #5” restores it, “undo #6” undoes the last command that counts" in capsys.readouterr().err
    assert main([path, "amend", "Bo", "3"]) == 0
    assert main([path, "session", "start"]) == 0
    assert main([path, "amend", "Bo", "2"]) == 1


def test_all_that_is_drawn_on_a_lessened_award_is_owed(party: Desk) -> None:
    play(party, "award Ann 9\nspend Ann 2 on Chess\nspend Ann 4 on Chess\nspend Ann 2 on Chess\nspend Ann 1 on Chess")
    assert hint(party, "amend #5 4").endswith("“amend #5 4 keep” leaves a debt")
    assert done(party, "amend #5 4 keep")["events"][0]["kept"] == [7, 8, 9]
    assert play(party, "sheet Ann")["xp"]["unspent"] == -5
    assert play(party, "undo")["undone"] == [10]
