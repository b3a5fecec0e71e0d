"""Taking back, putting back, amending: the worked example of the trust page row by row, and what stands on what."""

from __future__ import annotations

from pathlib import Path

import pytest
from playing import ILSE, done, head, levels, play, refused, said, sheet, unspent

from engine.events import EventsRedone, EventsUndone
from engine.history.catalog import Catalog
from engine.history.counting import Correcting, History
from shell.doors.voice import fault_text
from shell.runner import Desk

BEFORE = {"Construction Magic": "6 (+29/64)", "Mycology": "2"}
AFTER = {"Construction Magic": "6 (+22/64)", "Mycology": "0"}
STALE = {
    "seq": 10,
    "character": "Ilse",
    "trait": "Mycology",
    "recorded": {
        "level": 2,
        "modifiers": [],
        "total": 3,
        "difficulty": 3,
        "difficulty_parts": [{"value": 3, "reason": "difficulty", "source": "typed"}],
        "success": True,
    },
    "corrected": {
        "level": 0,
        "modifiers": [],
        "total": 1,
        "difficulty": 3,
        "difficulty_parts": [{"value": 3, "reason": "difficulty", "source": "typed"}],
        "success": False,
    },
    "outcome_changes": True,
    "text": "Ilse's Mycology: level 2, corrected 0; would fail by 2, the outcome would change",
}


@pytest.fixture
def ilse(table: Desk) -> Desk:
    """Play the worked example; award 10 is #7, its allocations #8 and #9, the check #10."""
    play(table, ILSE)
    assert levels(table, "Ilse") == BEFORE
    return table


def quantities(desk: Desk, who: str) -> dict[str, int]:
    """How many of each thing a character carries."""
    return {each["item"]: each["quantity"] for each in sheet(desk, who)["inventory"]}


# --- the table of C.3 --------------------------------------------------------------------------------------


@pytest.mark.rule("C.3")
def test_an_award_that_was_spent_is_not_taken_back_just_so(ilse: Desk) -> None:
    error = refused(ilse, "undo #7")
    assert error["message"] == "#7 paid for 2 later events"
    assert all(word in error["hint"] for word in ("cascade", "keep", "amend"))
    assert error["dependents"] == [
        {"seq": 8, "text": "#8 (7 XP to Construction Magic)"},
        {"seq": 9, "text": "#9 (3 XP to Mycology)"},
    ]
    assert error["column"] == 5


@pytest.mark.rule("C.3")
def test_a_cascade_takes_back_what_it_paid_for_and_names_the_check_that_is_stale(ilse: Desk) -> None:
    found = play(ilse, "undo #7 cascade for it was never ours")
    assert found["undone"] == [7, 8, 9]
    assert found["stale"] == [STALE]
    assert levels(ilse, "Ilse") == AFTER
    assert unspent(ilse, "Ilse") == 0
    assert "Undone: #7–#9 (it was never ours)" in said(ilse, "log last 1")


@pytest.mark.rule("C.3")
def test_what_a_cascade_changes_is_told_in_words(ilse: Desk) -> None:
    text = said(ilse, "undo #7 cascade")
    assert "Construction Magic 6 (+29/64) → 6 (+22/64)" in text
    assert "level 2, corrected 0; would fail by 2, the outcome would change" in text


@pytest.mark.rule("C.3")
def test_the_past_has_two_readings(ilse: Desk) -> None:
    play(ilse, "undo #7 cascade")
    assert levels(ilse, "Ilse", "at #10") == BEFORE
    assert levels(ilse, "Ilse", "at #10 corrected") == AFTER


@pytest.mark.rule("C.3", "I1")
def test_a_redo_gives_the_first_sheet_exactly_and_nothing_is_stale(ilse: Desk) -> None:
    first = sheet(ilse, "Ilse")
    play(ilse, "undo #7 cascade")
    found = play(ilse, "redo")
    assert (found["redone"], found["stale"]) == ([7, 8, 9], [])
    assert sheet(ilse, "Ilse") == first


@pytest.mark.rule("C.3")
def test_after_something_new_a_redo_needs_a_number_and_then_fits_in(ilse: Desk) -> None:
    play(ilse, "undo #7 cascade\naward Ilse 5\nspend Ilse 3 on Mycology")
    assert refused(ilse, "redo")["message"] == "there is nothing to redo"
    assert play(ilse, "redo #7")["redone"] == [7, 8, 9]
    assert levels(ilse, "Ilse") == {"Construction Magic": "6 (+29/64)", "Mycology": "2 (+3/4)"}
    assert unspent(ilse, "Ilse") == 2


def test_a_reason_that_is_given_later_undoes_nothing_last(ilse: Desk) -> None:
    play(ilse, "note one\nundo #11\nnote two\nundo #13\nundo #11 for a slip\nnote three")
    assert "“redo #13” restores what was undone last" in refused(ilse, "redo")["hint"]


def test_what_was_undone_before_something_new_is_not_what_a_second_redo_restores(ilse: Desk) -> None:
    play(ilse, "note one\nundo\nnote two\nundo\nredo")
    assert refused(ilse, "redo")["message"] == "there is nothing to redo"


@pytest.mark.rule("C.3")
def test_keeping_leaves_a_debt_that_later_awards_pay_first(ilse: Desk) -> None:
    play(ilse, "undo #7 keep for we shall see")
    assert levels(ilse, "Ilse") == BEFORE
    assert unspent(ilse, "Ilse") == -10
    assert "a debt of 10, which later awards pay first" in refused(ilse, "spend Ilse 1 on Mycology")["message"]
    play(ilse, "award Ilse 6")
    assert unspent(ilse, "Ilse") == -4
    assert "a debt of 4" in refused(ilse, "spend Ilse 1 on Mycology")["message"]
    play(ilse, "award Ilse 6")
    newest = head(ilse)
    assert unspent(ilse, "Ilse") == 2
    spent = done(ilse, "spend Ilse 2 on Mycology")["events"][0]
    assert spent["draws"] == [[newest, 2]]


@pytest.mark.rule("C.3")
def test_the_sheet_and_the_party_call_a_debt_a_debt(ilse: Desk) -> None:
    play(ilse, "undo #7 keep")
    assert "XP: −10 to spend, a debt of 10 that later awards pay first (awarded 85, spent 95)" in said(
        ilse, "sheet Ilse"
    )
    assert "Ilse · played by Kurt · a debt of 10 XP" in said(ilse, "party")
    assert "a debt of 10, which later awards pay first" in refused(ilse, "raise Ilse Mycology")["message"]


@pytest.mark.rule("C.3")
def test_an_award_is_not_amended_to_less_than_was_spent_of_it(ilse: Desk) -> None:
    error = refused(ilse, "amend #7 7")
    assert error["message"] == "#7 at 7 XP would not cover #9 (3 XP to Mycology)"
    assert error["hint"] == "“undo #9” first, “amend #7 7 keep” leaves a debt"
    assert [each["seq"] for each in error["dependents"]] == [9]


@pytest.mark.rule("C.3")
def test_what_an_amended_award_leaves_unpaid_is_undone_with_what_builds_on_it(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "c.db")
    for line in ("new fudge-lite", "pc Ana", "trait Ana Stealth Poor", "trait Ana Wits Poor", "award Ana 2"):
        play(desk, line)
    for line in ("raise Ana Wits", "raise Ana Stealth", "award Ana 5", "raise Ana Stealth"):
        play(desk, line)
    error = refused(desk, "amend #5 1")
    assert [each["seq"] for each in error["dependents"]] == [7, 9]
    assert error["hint"] == "“undo #7 cascade” first, “amend #5 1 keep” leaves a debt"
    play(desk, "undo #7 cascade")
    play(desk, "amend #5 1")
    desk.close()


@pytest.mark.rule("C.3")
def test_one_allocation_of_a_line_can_be_taken_back_and_the_award_amended_then(ilse: Desk) -> None:
    assert play(ilse, "undo #9")["undone"] == [9]
    found = play(ilse, "amend #7 7 for we had agreed on seven")
    assert found["amended"] == [7]
    assert [each["seq"] for each in found["stale"]] == [10]
    assert levels(ilse, "Ilse") == {"Construction Magic": "6 (+29/64)", "Mycology": "0"}
    assert unspent(ilse, "Ilse") == 0


@pytest.mark.rule("C.3")
def test_undo_walks_back_line_by_line_and_strikes_the_check_first(ilse: Desk) -> None:
    assert play(ilse, "undo for the die was cocked")["undone"] == [10]
    assert levels(ilse, "Ilse") == BEFORE
    struck = play(ilse, "log CheckResolved")["events"]
    assert [(each["seq"], each["roll"]) for each in struck] == [(10, 1)]
    assert play(ilse, "undo")["undone"] == [8, 9]
    assert unspent(ilse, "Ilse") == 10
    assert play(ilse, "undo")["undone"] == [7]
    assert unspent(ilse, "Ilse") == 0


@pytest.mark.rule("C.3")
def test_all_after_a_point_goes_at_once_and_comes_back_at_once(ilse: Desk) -> None:
    first = sheet(ilse, "Ilse")
    assert play(ilse, "undo to #6")["undone"] == [7, 8, 9, 10]
    assert levels(ilse, "Ilse") == AFTER
    assert play(ilse, "redo")["redone"] == [7, 8, 9, 10]
    assert sheet(ilse, "Ilse") == first


@pytest.mark.rule("C.3")
def test_what_stands_on_an_award_is_exact_and_never_all_or_none(table: Desk) -> None:
    play(table, "define ability Chess\npc Ann\naward Ann 5\naward Ann 10")
    play(table, "spend Ann 4 on Chess\nspend Ann 4 on Chess\nspend Ann 3 on Chess")
    first, second = 4, 5
    assert [each["seq"] for each in refused(table, f"undo #{first}")["dependents"]] == [6, 7]
    assert [each["seq"] for each in refused(table, f"undo #{second}")["dependents"]] == [7, 8]


# --- facts -------------------------------------------------------------------------------------------------


@pytest.mark.rule("C.2")
def test_a_ruling_closes_a_stale_check(ilse: Desk) -> None:
    play(ilse, "undo #7 cascade\nruling #10 stands for nobody knew\nredo #7")
    assert play(ilse, "undo #7 cascade")["stale"] == []


@pytest.mark.rule("C.2")
def test_a_cascade_never_strikes_what_happened_at_the_table(table: Desk) -> None:
    play(table, "define ability Chess\npc Ann\nnpc Bo\ntrait Bo Chess 2")
    play(table, "award Ann 7\nspend Ann 7 on Chess\nroll 4dF for Ann rolled +1\ncheck Ann Chess vs 2 rolled 0")
    play(table, "contest Ann Chess rolled +1 vs Bo rolled 0\nsign Ann")
    found = play(table, "undo #3 cascade")
    assert found["undone"] == [3, 6, 7, 11]
    assert [(each["seq"], each["corrected"]["level"]) for each in found["stale"]] == [(9, 0), (10, 0)]
    kept = [each["type"] for each in play(table, "log last 5")["events"]]
    assert kept == ["DiceRolled", "CheckResolved", "ContestResolved", "SheetSigned", "EventsUndone"]


@pytest.mark.rule("C.2")
def test_the_end_of_a_session_goes_only_by_its_own_number(table: Desk) -> None:
    play(table, "pc Ann\nsession start One\nnote hm\nsession end")
    assert [each["seq"] for each in refused(table, "undo #3")["dependents"]] == [5]
    assert "undone only by its number" in refused(table, "undo #3 cascade")["message"]
    play(table, "undo #5\nundo #3")
    assert play(table, "session start Anew") is not None


@pytest.mark.rule("C.2")
def test_a_session_goes_without_its_markers_and_only_if_later_ones_do_not_stand_on_it(table: Desk) -> None:
    play(table, "define ability Chess\npc Ann\nsession start\naward Ann 4\nnote hm\nsession end")
    play(table, "session start\nspend Ann 4 on Chess\nsession end")
    assert [each["seq"] for each in refused(table, "undo session 1")["dependents"]] == [9]
    assert play(table, "undo session 1 cascade for a dream")["undone"] == [5, 6, 9]
    assert play(table, "log session 1")["events"][0]["type"] == "SessionStarted"


@pytest.mark.rule("C.2")
def test_a_session_does_not_come_back_once_another_has_its_number(table: Desk) -> None:
    play(table, "session start One\nundo\nsession start Anew")
    error = refused(table, "redo #2")
    assert error["message"] == "#4 would not fit any more: session 1 has begun already"
    play(table, "undo\nredo #2\nsession end\nsession start Two")
    assert [each["session"] for each in play(table, "log SessionStarted")["events"]][-1] == 2


#: A climb by the rules alone: the level of what nobody learned, the usual difficulty, and a trait that helps.
BY_THE_RULES = """
new fudge
pc Ann
trait Ann Climb Fair
trait Ann Lore Good
rules untrained Mediocre
rules default-difficulty Great
check Ann Swim vs Fair rolled +1
check Ann Swim default Mediocre vs Fair rolled +1
check Ann Climb rolled +2
check Ann Climb vs Great rolled +2
check Ann Climb and Lore vs Great rolled +1
"""


HANDED_OVER = """
define ability Lore
define status Energy: Tired -1, Fine 0 start Fine
pc Ann
pc Bob
pc Cy
status Cy Energy Tired
give Ann pouch
give Ann lens in pouch +1
check Cy Lore vs 2 rolled 0
pass Ann pouch to Bob
check Bob Lore vs 2 rolled 0
check Ann Lore vs 2 rolled 0
undo #7
"""


@pytest.mark.rule("C.4")
def test_a_correction_reaches_those_who_were_handed_what_it_is_about_and_nobody_else(table: Desk) -> None:
    assert [each["seq"] for each in play(table, HANDED_OVER)["stale"]] == [10]
    assert [each["seq"] for each in play(table, "undo #9")["stale"]] == [12]


@pytest.mark.rule("C.4", "FU-11", "FU-36", "FU-40", "FU-41")
@pytest.mark.parametrize(("undone", "number", "corrected"), [(5, 7, -2), (6, 9, 0), (4, 11, 0)])
def test_a_check_is_stale_once_the_rule_or_the_helping_trait_it_used_is_taken_back(
    tmp_path: Path, undone: int, number: int, corrected: int
) -> None:
    table = Desk(tmp_path / "table.db")
    play(table, BY_THE_RULES)
    (found,) = play(table, f"undo #{undone}")["stale"]
    assert (found["seq"], found["corrected"]["level"]) == (number, corrected)
    assert any(each["rule"] == "stale-check" and each["seq"] == number for each in play(table, "audit")["findings"])


@pytest.mark.parametrize("asked", ["checks", "check", "Ann che", "CheckResolved", "checkresolved", "session 1 checks"])
def test_the_log_takes_what_a_table_calls_its_events(table: Desk, asked: str) -> None:
    play(table, "define ability Chess\npc Ann\nsession start\ncheck Ann Chess vs 1 rolled 0\nnote hm")
    assert [each["type"] for each in play(table, f"log {asked}")["events"]] == ["CheckResolved"]


@pytest.mark.rule("C.2")
def test_sessions_never_come_back_out_of_order(table: Desk) -> None:
    play(table, "session start\nsession end\nsession start\nundo last 3\nsession start")
    assert "session 2 has begun already" in refused(table, "redo #4")["message"]


@pytest.mark.rule("C.2")
def test_an_evening_cannot_go_on_while_the_next_one_stands(table: Desk) -> None:
    play(table, "session start\nsession end\nsession start")
    assert "session 1 is still open" in refused(table, "undo #3")["message"]
    for line in ("undo #3", "undo #3 cascade"):
        assert refused(table, line)["hint"] == "“undo #4” first"
    play(table, "undo #4\nundo #3")
    assert "session 1 is still open" in str(refused(table, "redo #4"))


# --- things, statuses, properties --------------------------------------------------------------------------


@pytest.mark.rule("C.2")
def test_what_was_never_found_cannot_have_been_passed_on(table: Desk) -> None:
    play(table, "pc Ann\npc Bo\ngive Ann 5 jewels\npass Ann 3 jewels to Bo\ndrop Bo 2 jewels")
    error = refused(table, "undo #4")
    assert [each["seq"] for each in error["dependents"]] == [5, 6]
    assert error["message"] == "2 later events depend on #4, first #5"
    assert play(table, "undo #4 cascade")["undone"] == [4, 5, 6]
    assert [sheet(table, who)["inventory"] for who in ("Ann", "Bo")] == [[], []]


@pytest.mark.rule("C.2")
def test_what_lay_in_something_that_was_never_there_goes_too(table: Desk) -> None:
    play(table, "pc Ann\ngive Ann pouch\ngive Ann 5 jewels in pouch\ncondition Ann jewels = dull")
    assert play(table, "undo #3 cascade")["undone"] == [3, 4, 5]


@pytest.mark.rule("C.2")
def test_what_joined_a_stack_stays_where_the_stack_was_never_given(table: Desk) -> None:
    play(table, "pc Ana\ngive Ana 3 arrows\ngive Ana 2 arrows\nundo #3")
    assert quantities(table, "Ana") == {"arrows": 2}
    play(table, "drop Ana 1 arrows\nredo #3")
    assert quantities(table, "Ana") == {"arrows": 4}


@pytest.mark.rule("C.2")
def test_what_was_passed_or_moved_onto_a_stack_stays_where_the_stack_was_never_given(table: Desk) -> None:
    play(table, "pc Ana\npc Bo\ngive Ana 3 arrows\ngive Bo 2 arrows\npass Bo arrows to Ana\nundo #4")
    assert (quantities(table, "Ana"), quantities(table, "Bo")) == ({"arrows": 2}, {})
    play(table, "give Bo 5 bolts in back\ngive Bo 2 bolts in belt\nmove Bo 1 bolts from belt to back\nundo #8")
    assert sorted((each["quantity"], each["in"]) for each in sheet(table, "Bo")["inventory"]) == [
        (1, "back"),
        (1, "belt"),
    ]


@pytest.mark.rule("C.2")
def test_what_joined_a_stack_that_somebody_else_has_by_now_does_not_make_it_anew(table: Desk) -> None:
    play(table, "pc Ana\npc Bo\ngive Ana 3 arrows\npass Ana arrows to Bo\nundo\ngive Ana 2 arrows")
    assert "what it goes into (#4) is not there" in refused(table, "redo #5")["message"]


@pytest.mark.rule("C.2")
def test_what_lies_in_something_is_not_lost_where_that_was_made_one_with_another(table: Desk) -> None:
    play(table, "pc Ana\npc Bo\ngive Bo pouch\ngive Ana pouch\ngive Ana gem in pouch\ndrop Ana gem")
    play(table, "pass Ana pouch to Bo")
    assert "the pouch is not empty" in refused(table, "undo #7")["message"]


@pytest.mark.rule("C.2")
def test_a_debt_is_for_xp_alone(table: Desk) -> None:
    play(table, "pc Ann\ngive Ann jewel\ndrop Ann jewel")
    assert "only spent or taken XP can be kept" in refused(table, "undo #3 keep")["message"]


@pytest.mark.rule("C.2")
def test_a_state_that_no_longer_exists_cannot_have_been_entered(table: Desk) -> None:
    play(table, "pc Ann\ndefine status Energy: Tired -1, Rested 1 start Rested\nstatus Ann Energy Tired")
    error = refused(table, "undo #3")
    assert [each["seq"] for each in error["dependents"]] == [4]
    assert "no status “Energy”" in error["message"]
    assert play(table, "undo #3 cascade")["undone"] == [3, 4]
    assert sheet(table, "Ann")["statuses"] == {}


@pytest.mark.rule("C.2")
def test_a_state_that_a_new_definition_brought_goes_with_it(table: Desk) -> None:
    play(table, "pc Ann\ndefine status Energy: Tired -1, Rested 1\ndefine status Energy: Dead -9, Tired -1, Rested 1")
    play(table, "status Ann Energy Dead")
    assert [each["seq"] for each in refused(table, "undo #4")["dependents"]] == [5]
    play(table, "undo #4 cascade")
    assert sheet(table, "Ann")["statuses"] == {"Energy": "Rested"}


@pytest.mark.rule("C.2")
def test_a_property_brings_its_practice_and_takes_it_along_without_asking(table: Desk) -> None:
    play(table, "define ability Chess\npc Ann\ndefine property gifted: xp 7 Chess\ngain Ann gifted")
    assert play(table, "undo #5")["undone"] == [5, 6]
    assert sheet(table, "Ann")["xp"]["bonus"] == 0


@pytest.mark.rule("C.2")
def test_a_property_that_was_never_gained_cannot_have_been_lost(table: Desk) -> None:
    play(table, "pc Ann\ndefine property ill\ngain Ann ill\nlose Ann ill")
    assert [each["seq"] for each in refused(table, "undo #4")["dependents"]] == [5]


@pytest.mark.rule("C.2")
def test_a_character_that_never_joined_did_nothing(ilse: Desk) -> None:
    assert play(ilse, "undo #4 cascade")["undone"] == [4, 5, 6, 7, 8, 9]
    assert play(ilse, "party")["characters"] == []
    play(ilse, "pc Ilse by Mona")
    assert "there is a Ilse already" in refused(ilse, "redo #4")["message"]


# --- putting back ------------------------------------------------------------------------------------------


@pytest.mark.rule("C.2", "I6")
def test_a_redo_that_would_overspend_an_award_is_refused_with_the_shortfall(table: Desk) -> None:
    play(table, "define ability Chess\npc Ann\naward Ann 10\nspend Ann 10 on Chess\nundo\nspend Ann 8 on Chess")
    error = refused(table, "redo #5")
    assert error["message"] == "#7 would not fit any more: #4 has 0 XP left, not 8"
    assert error["dependents"] == [{"seq": 7, "text": "#7 (8 XP to Chess)"}]


def test_only_what_is_taken_back_is_put_back(ilse: Desk) -> None:
    play(ilse, "undo #7 cascade\nredo\nundo #9")
    assert refused(ilse, "redo #7")["message"] == "#7 is not undone"
    assert play(ilse, "redo #9")["redone"] == [9]


def test_what_was_put_back_by_number_is_not_put_back_once_more(table: Desk) -> None:
    play(table, "pc Ann\nnote one\nnote two\nundo\nundo\nredo #4")
    assert play(table, "redo")["redone"] == [3]
    assert refused(table, "redo")["message"] == "there is nothing to redo"


@pytest.mark.rule("I6")
def test_a_debt_that_was_asked_for_once_is_not_given_unasked_later(ilse: Desk) -> None:
    play(ilse, "undo #7 keep\nredo #7")
    assert unspent(ilse, "Ilse") == 0
    assert [each["seq"] for each in refused(ilse, "undo #7")["dependents"]] == [8, 9]


@pytest.mark.rule("I6")
def test_what_is_owed_of_one_award_is_not_owed_of_another(table: Desk) -> None:
    play(table, "define ability Chess\npc Ann\naward Ann 2\naward Ann 2\nspend Ann 4 on Chess\nundo #4 keep")
    assert unspent(table, "Ann") == -2
    assert [each["seq"] for each in refused(table, "undo #5")["dependents"]] == [6]
    play(table, "undo #5 keep")
    assert unspent(table, "Ann") == -4


# --- amending ----------------------------------------------------------------------------------------------


@pytest.mark.rule("C.2", "EV-25")
def test_an_amendment_holds_from_the_award_on(ilse: Desk) -> None:
    play(ilse, "amend #7 12 for two more for the lid")
    assert unspent(ilse, "Ilse") == 2
    assert sheet(ilse, "Ilse", "at #7")["xp"]["unspent"] == 10
    assert sheet(ilse, "Ilse", "at #7 corrected")["xp"]["unspent"] == 12


def test_an_amendment_is_taken_back_like_anything_else(ilse: Desk) -> None:
    play(ilse, "amend #7 12\nundo")
    assert unspent(ilse, "Ilse") == 0
    play(ilse, "redo")
    assert unspent(ilse, "Ilse") == 2


@pytest.mark.rule("I6")
def test_an_amendment_that_was_spent_is_not_taken_back_just_so(ilse: Desk) -> None:
    play(ilse, "amend #7 12\nspend Ilse 2 on Mycology")
    assert [each["seq"] for each in refused(ilse, "undo #11")["dependents"]] == [12]
    play(ilse, "undo #11 keep")
    assert unspent(ilse, "Ilse") == -2


@pytest.mark.rule("I6")
def test_the_last_of_several_amendments_holds_up_what_the_first_allowed(table: Desk) -> None:
    """With both gone the award is 5 again, and 8 were spent of it between them."""
    play(table, "define ability Chess\npc Ann\naward Ann 5\namend #4 10\nspend Ann 8 on Chess\namend #4 8\nundo #5")
    assert unspent(table, "Ann") == 0
    assert [each["seq"] for each in refused(table, "undo #7")["dependents"]] == [6]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("amend #8 5", "#8 is not an award"),
        ("amend #7 10", "#7 is 10 XP already"),
        ("amend #7 0", "0 is too small: it must be 1 or more"),
        ("amend #99 5", "there is no event #99"),
        ("undo #1", "#1 cannot be undone"),
        ("undo #99", "there is no event #99"),
        ("undo #8 last 2", "undo one thing at a time"),
        ("undo #7 cascade keep", "“cascade” and “keep” exclude each other"),
        ("undo session 3", "there is no session 3"),
        ("redo #7", "#7 is not undone"),
        ("undo last 0", "0 is too small: it must be 1 or more"),
    ],
)
def test_what_cannot_be_corrected_is_refused_in_a_sentence(ilse: Desk, line: str, message: str) -> None:
    assert refused(ilse, line)["message"] == message


def test_what_is_taken_back_cannot_be_taken_back_or_amended(ilse: Desk) -> None:
    play(ilse, "undo #7 cascade")
    assert refused(ilse, "undo #8")["hint"] == "“redo #8” restores it; “undo #8 for …” records a reason"
    assert refused(ilse, "amend #7 8")["message"] == "#7 is undone already"
    assert refused(ilse, "undo #11")["hint"] == "“redo #7” restores what it undid"


def test_an_undo_of_what_is_undone_records_only_the_reason(ilse: Desk) -> None:
    play(ilse, "undo #7 cascade")
    shown = sheet(ilse, "Ilse")
    found = play(ilse, "undo #8 for another mage")
    assert (found["undone"], found["changes"], found["stale"]) == ([7, 8, 9], [], [])
    assert sheet(ilse, "Ilse") == shown
    assert "Reason for undoing #7–#9: another mage" in said(ilse, "log last 1")
    assert play(ilse, "redo")["redone"] == [7, 8, 9]
    assert play(ilse, "audit")["ok"]


def test_many_dependents_are_the_first_five_and_a_count(table: Desk) -> None:
    play(table, "define property ill\npc Ann" + "\ngain Ann ill\nlose Ann ill" * 4)
    outcome = table.do("undo #2")
    assert outcome.fault is not None
    assert outcome.fault.message == "8 later events depend on #2, first #4"
    *_, last, count, hint = fault_text(outcome.line, outcome.fault).splitlines()
    assert (last, count) == ("  #8 Ann now has ill", "  and 3 more")
    assert hint == "  “undo #2 cascade” undoes them too"


def test_what_can_be_done_is_advised_only_where_it_works(table: Desk) -> None:
    play(table, "session start\nsession end\nsession start")
    for line in ("undo #2", "undo #2 cascade", "undo #3"):
        assert refused(table, line)["hint"] == "“undo #4” first"
    play(table, "undo #4")
    assert refused(table, "undo #2")["hint"] == "“undo #3” first"
    play(table, "undo #3\nundo #2")


# --- what if -----------------------------------------------------------------------------------------------


@pytest.mark.rule("C.2")
@pytest.mark.parametrize("wish", ["undo #7 cascade", "undo #7 keep", "undo last 2", "amend #7 12", "undo to #6"])
def test_what_if_says_what_would_be_and_writes_nothing(ilse: Desk, wish: str) -> None:
    before = head(ilse)
    first = sheet(ilse, "Ilse")
    foreseen = play(ilse, f"whatif {wish}")
    assert foreseen.pop("verified") == {"from": 1, "to": 10}
    assert head(ilse) == before
    assert sheet(ilse, "Ilse") == first
    assert play(ilse, wish) == foreseen


@pytest.mark.rule("C.2")
def test_what_if_an_event_had_never_been(ilse: Desk) -> None:
    assert play(ilse, "whatif drop #7")["undone"] == [7, 8, 9]
    assert "nothing is written" in said(ilse, "whatif drop #7")


def test_what_if_is_refused_where_the_thing_itself_would_be(ilse: Desk) -> None:
    assert [each["seq"] for each in refused(ilse, "whatif undo #7")["dependents"]] == [8, 9]


def test_only_who_asks_for_corrections_reads_them(ilse: Desk) -> None:
    assert ilse.campaign is not None
    play(ilse, "note one\nnote two\nundo\nundo\nsheet Ilse")
    assert ilse.campaign.catalog.known == []
    (first, event), (second, _) = ilse.campaign.catalog.corrections
    assert (second, event) == (first + 1, EventsUndone((first - 1,), ""))
    play(ilse, "redo")
    assert [seq for seq, _ in ilse.campaign.catalog.corrections] == [first, second, second + 1]


# --- which events count ------------------------------------------------------------------------------------


def test_trying_a_history_out_leaves_it_alone(ilse: Desk) -> None:
    assert ilse.campaign is not None
    play(ilse, "undo #7 keep")
    history = ilse.campaign.history
    copy = history.copy()
    copy.inactive.clear()
    copy.debts.clear()
    copy.runs.clear()
    assert history == ilse.campaign.history_at(head(ilse))
    assert history != History()


def test_of_what_was_undone_together_only_what_is_still_undone_is_restored() -> None:
    """Another program may have restored a part."""
    found: list[tuple[int, Correcting]] = [(5, EventsUndone((2, 3))), (6, EventsRedone((2,)))]
    catalog = Catalog(bytearray(7), known=found)
    assert catalog.taken_with(3, catalog.history_at(5)) == (2, 3)
    assert catalog.taken_with(3, catalog.history_at(6)) == (3,)
    assert catalog.taken_with(2, catalog.history_at(6)) == ()


@pytest.mark.parametrize("line", ["undo #11 #12", "undo #11, #12", "undo #12 #11 for fun"])
def test_several_events_are_undone_by_one_command(ilse: Desk, line: str) -> None:
    play(ilse, "note one\nnote two")
    assert play(ilse, line)["undone"] == [11, 12]
    assert play(ilse, "redo")["redone"] == [11, 12]


def test_of_several_events_the_one_that_cannot_be_undone_is_underlined(ilse: Desk) -> None:
    fault = ilse.do("undo #7, #99").fault
    assert fault is not None
    assert (fault.message, fault.place) == ("there is no event #99", (7, 12))


@pytest.mark.parametrize("line", ["undo 3 events", "undo 3 steps", "undo 3"])
def test_an_undo_of_a_count_is_refused_with_what_was_meant(ilse: Desk, line: str) -> None:
    fault = ilse.do(line).fault
    assert fault is not None
    assert (fault.hint or "").endswith("undo last 3")


def test_a_long_list_of_changes_shows_five_and_a_count(ilse: Desk) -> None:
    play(ilse, "pc Ada\npc Bo\npc Cy\naward all 5")
    lines = said(ilse, "undo").splitlines()
    assert next(line for line in lines if "→" in line) == "  Ilse: XP awarded 100 → 95"
    assert lines[-1] == "  … and 3 more changes"
    assert len(lines) == 1 + 4 + 5 + 1


def test_runs_of_undone_events_are_written_as_ranges(table: Desk) -> None:
    play(table, "note a\nnote b\nnote c\nnote d\nnote e\nundo #3\nnote f\nundo last 5")
    assert said(table, "log last 1").splitlines()[-1].endswith("Undone: #2, #4–#6, #8")
