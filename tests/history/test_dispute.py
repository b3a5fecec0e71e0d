"""“I should have twelve”: what in the log explains the difference, best first."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from given import folder
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from playing import play, refused, said
from worlds import STORIES, a_campaign, tell

from replay.accounts.dispute import MOST_TOLD, dispute
from replay.moment import Moment
from shell.runner import Desk

PARTY = """
define ability Chess, Climbing
pc Ann by Mona
pc Bo
pc Cy
"""


@pytest.fixture
def party(table: Desk) -> Desk:
    """Three characters with nothing yet: the next event is #7."""
    play(table, PARTY)
    return table


def explained(desk: Desk, claim: str) -> list[tuple[int, list[int], str]]:
    """How much each explanation accounts for, its events, and its words."""
    found = play(desk, f"dispute {claim}")
    return [(each["accounts_for"], each["events"], each["text"]) for each in found["explanations"]]


def best(desk: Desk, claim: str) -> Any:
    """Return the first explanation."""
    return play(desk, f"dispute {claim}")["explanations"][0]


def test_an_award_that_the_others_got_by_the_same_command(party: Desk) -> None:
    play(party, "award all 7\naward Bo, Cy 5 for the bridge")
    found = play(party, "dispute Ann 12")
    assert (found["claimed"], found["logged"], found["difference"]) == (12, 7, 5)
    first = found["explanations"][0]
    assert first["accounts_for"] == 5
    assert first["events"] == [10, 11]
    assert first["text"] == "Bo and Cy were awarded 5 XP (the bridge) by #10 and #11, and Ann was not"
    assert first["remedy"] == ["award Ann 5 for the bridge"]


def test_an_award_that_the_others_got_one_by_one_for_the_same_reason(party: Desk) -> None:
    play(party, "session start\naward Bo 5 for the bridge\nnote hm\naward Cy 5 for The Bridge\naward Ann 1")
    assert explained(party, "Ann 6")[0][:2] == (5, [8, 10])


def test_an_award_that_she_got_with_the_others_was_not_missed(party: Desk) -> None:
    play(party, "award Ann, Bo 5 for the bridge\naward Cy 5 for the bridge")
    assert not any("was not" in text for _, _, text in explained(party, "Ann 10"))


def test_an_award_that_was_made_good_is_less_likely_missed(party: Desk) -> None:
    play(party, "session start\naward Bo, Cy 5 for the bridge\nsession end\nsession start\naward Ann 5 for the bridge")
    found = [(5, [8, 9], "Bo and Cy got 5 XP (the bridge) by #8 and #9, as Ann did at another time")]
    assert explained(party, "Ann 10") == found


def test_an_award_that_was_taken_back(party: Desk) -> None:
    play(party, "award Ann 4 for tea\nundo #7 for it was Bo")
    first = best(party, "Ann 4")
    assert (first["accounts_for"], first["events"], first["remedy"]) == (4, [7, 8], ["redo #7"])
    assert first["text"] == "#7 gave 4 XP (tea) and was undone by #8 (it was Bo)"


def test_an_award_that_was_amended(party: Desk) -> None:
    play(party, "award Ann 10 for tea\namend #7 7 for we had said seven")
    first = best(party, "Ann 10")
    assert (first["accounts_for"], first["events"], first["remedy"]) == (3, [7, 8], ["amend #7 10"])
    assert best(party, "Ann 10")["text"].endswith("amended from 10 by #8 (we had said seven)")


def test_an_amount_that_an_award_had_between_two_amendments(party: Desk) -> None:
    play(party, "award Ann 3 for tea\namend #7 9 for she said nine\namend #7 4")
    first = best(party, "Ann 9")
    assert (first["accounts_for"], first["events"], first["remedy"]) == (5, [7, 9], ["amend #7 9"])
    assert first["text"] == "#7 (tea) is 4 XP now, and was 9 until #9"
    assert said(party, "dispute Ann 6").endswith("typed by GM: #7, #8, #9")


def test_an_award_to_somebody_with_a_similar_name(party: Desk) -> None:
    play(party, "pc Anna\naward Ann 1\naward Anna 6 for the song")
    first = best(party, "Ann 7")
    assert (first["accounts_for"], first["events"]) == (6, [9])
    assert "went to Anna by #9: a name much like it" in first["text"]


def test_spending_that_was_forgotten(party: Desk) -> None:
    play(party, "award Ann 12\nspend Ann 3 on Chess, 2 on Climbing\nspend Ann 4 on Chess")
    assert (4, [10]) in [each[:2] for each in explained(party, "Ann 7")]
    assert (5, [8, 9]) in [each[:2] for each in explained(party, "Ann 8")]
    assert (2, [9]) in [each[:2] for each in explained(party, "Ann 5")]


def test_a_session_that_brought_her_nothing(party: Desk) -> None:
    play(party, "session start\naward all 2\nsession end\nsession start\naward Bo 3\naward Cy 2 for a joke")
    play(party, "award Cy 1\nsession end")
    found = explained(party, "Ann 5")
    assert found[0][:2] == (3, [13, 14, 15])
    assert found[0][2] == "in session 2 Bo and Cy got 3 XP (#13, #14 and #15), and Ann none"


def test_the_balance_that_was_agreed_to_and_what_came_since(party: Desk) -> None:
    play(party, "award Ann 12 for all of it\nsign Ann\naward Ann 1 for tea\nspend Ann 6 on Chess")
    found = play(party, "dispute Ann 12")
    assert found["signed"] == {"seq": 8, "unspent": 12, "player": "Mona"}
    first = found["explanations"][0]
    assert (first["accounts_for"], first["events"]) == (5, [8, 9, 10])
    assert first["text"] == "Mona agreed to 12 XP in #8; since then +1 by #9 (tea) and −6 by #10 (Chess)"
    assert "last signed: 12 XP to spend, by Mona in #8" in said(party, "dispute Ann 12")


def test_what_was_agreed_to_since_is_a_less_likely_mistake(party: Desk) -> None:
    play(party, "award Bo, Cy 5 for the bridge\nsign Ann\naward Ann 9\nspend Ann 5 on Chess")
    play(party, "award Ann 5 for tea\nundo #12")
    found = play(party, "dispute Ann 9")["explanations"][0]
    assert found["choices"] == [
        "#12 gave 5 XP (tea) and was undone by #13",
        "Ann spent 5 XP on Chess (#11), of 9 XP awarded in all",
    ]
    assert found["events"] == [11, 12, 13]


def test_a_balance_that_there_once_was(party: Desk) -> None:
    play(party, "award Ann 9\naward Ann 3\nspend Ann 1 on Chess\nspend Ann 4 on Chess")
    assert explained(party, "Ann 11")[0][2] == "Ann spent 4 XP on Chess (#10)"
    text = "Ann spent 1 XP on Chess (#9) and 4 XP on Chess (#10), of 12 XP awarded in all"
    assert [each[2] for each in explained(party, "Ann 12")] == [text]
    play(party, "award Ann 2")
    assert "Ann had 11 XP to spend after #9; since then −4 by #10 (Chess) and +2 by #11" in [
        each[2] for each in explained(party, "Ann 11")
    ]


def test_several_mistakes_that_make_it_together(party: Desk) -> None:
    play(party, "award all 7\naward Bo, Cy 5 for the bridge\naward Ann 3 for a song\nundo #12")
    first = best(party, "Ann 15")
    assert first["accounts_for"] == 8
    assert first["events"] == [10, 11, 12, 13]
    assert first["remedy"] == []
    whole_then_part = [each[0] for each in explained(party, "Ann 15")]
    assert whole_then_part == sorted(whole_then_part, key=lambda n: n != 8)


def test_what_explains_a_part_comes_after_what_explains_all(party: Desk) -> None:
    play(party, "award Bo, Cy 5 for the bridge")
    assert [each[0] for each in explained(party, "Ann 6")] == [5]


def test_less_than_the_log_says_may_be_an_award_typed_twice(party: Desk) -> None:
    play(party, "award Ann 5 for the bridge\naward Ann 5 for the bridge")
    first = best(party, "Ann 5")
    assert (first["accounts_for"], first["events"], first["remedy"]) == (-5, [7, 8], ["undo #8"])


def test_less_than_the_log_says_may_be_spending_that_came_back(party: Desk) -> None:
    play(party, "award Ann 5\nspend Ann 3 on Chess\nundo")
    assert explained(party, "Ann 2")[0][:2] == (-3, [8, 9])


def test_free_practice_was_never_to_spend(party: Desk) -> None:
    play(party, "award Ann 5\nbonus Ann 7 on Chess")
    assert explained(party, "Ann 12")[0][:2] == (7, [8])


def test_where_they_agree_it_says_so(party: Desk) -> None:
    play(party, "award Ann 5")
    assert play(party, "dispute Ann 5")["explanations"] == []
    assert said(party, "dispute Ann 5") == "the log agrees: Ann has 5 XP to spend"


def test_where_nothing_explains_it_it_says_so_plainly(party: Desk) -> None:
    play(party, "award Ann 5")
    assert play(party, "dispute Ann 100")["explanations"] == []
    assert said(party, "dispute Ann 100").splitlines() == [
        "Ann claims 100 XP to spend and the log says 5: 95 more",
        "  nothing in the log explains it; “ledger Ann” lists every award and spend",
        "  Ann's sheet was never signed",
        "  typed by GM: #7",
    ]


def test_who_is_not_there_has_no_dispute(party: Desk) -> None:
    assert refused(party, "dispute Zed 5")["message"] == "no character “Zed”"


def test_an_award_that_one_other_got(party: Desk) -> None:
    play(party, "award Ann, Bo 5 for the mill\naward Bo 10 for the ferry\naward Bo 4 for the joke")
    first = best(party, "Ann 15")
    assert (first["accounts_for"], first["events"]) == (10, [9])
    assert first["text"] == "Bo got 10 XP (the ferry) by #9, and Ann did not"
    assert first["remedy"] == ["award Ann 10 for the ferry"]


def test_two_awards_that_others_got_make_it_together(party: Desk) -> None:
    play(party, "award Bo 10 for the ferry\naward Bo 4 for the joke\naward Ann 1")
    assert explained(party, "Ann 15")[0][:2] == (14, [7, 8])


def test_what_others_got_is_listed_if_nothing_explains_it(party: Desk) -> None:
    play(party, "award Bo 10 for the ferry\naward Ann 1")
    found = play(party, "dispute Ann 99")
    assert [each["events"] for each in found["others"]] == [[7]]
    assert "  for comparison: Bo got 10 XP (the ferry) by #7, and Ann did not" in said(party, "dispute Ann 99")


def test_awards_that_explain_it_equally_well_are_all_listed(party: Desk) -> None:
    play(party, "\n".join(f"award Bo 5 for room {number}" for number in range(6)))
    (found,) = play(party, "dispute Ann 5")["explanations"]
    assert found["events"] == [7, 8, 9, 10, 11, 12]
    assert found["text"] == f"one of these: {'; '.join(found['choices'])}"
    assert said(party, "dispute Ann 5").splitlines()[1:] == [
        "  1. all 5: one of these",
        *(f"     Bo got 5 XP (room {number}) by #{7 + number}, and Ann did not" for number in range(5)),
        "     and 1 more",
        "     to correct the first: “award Ann 5 for room 0”",
    ]


#: Lines of a campaign with many awards: to some, for a few reasons, corrected now and then.
PARTIES = st.lists(st.sampled_from(["Ann", "Bo", "Cy", "Anna"]), min_size=1, max_size=4, unique=True)
REASONS = st.sampled_from(["", " for luck", " for the bridge", " for tea"])
EVENINGS = st.lists(
    st.one_of(
        st.builds(lambda who, n, why: f"award {', '.join(who)} {n}{why}", PARTIES, st.integers(1, 6), REASONS),
        st.builds(lambda who, n, why: f"award {', '.join(who)} {n}{why}", PARTIES, st.integers(1, 6), REASONS),
        st.builds(lambda n, why: f"award all {n}{why}", st.integers(1, 6), REASONS),
        st.builds("spend {} {} on Chess".format, st.sampled_from(["Ann", "Bo"]), st.integers(1, 4)),
        st.builds("bonus Ann {} on Chess".format, st.integers(1, 4)),
        st.builds("amend #{} {}".format, st.integers(7, 30), st.integers(1, 6)),
        st.builds("undo #{} cascade".format, st.integers(7, 30)),
        st.sampled_from(["session start", "session end", "note hm"]),
    ),
    min_size=3,
    max_size=20,
)


@pytest.mark.slow
@settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
@given(EVENINGS, PARTIES, st.integers(1, 6), REASONS, st.integers(0, 20))
def test_an_award_that_was_left_out_is_among_the_first_three(
    lines: list[str], others: list[str], amount: int, reason: str, place: int
) -> None:
    """Leave Ann out of an award that others got, at any place of any campaign, and let her claim it."""
    got = [who for who in others if who != "Ann"]
    assume(got)
    lines = [*lines[:place], f"award {', '.join(got)} {amount}{reason}", *lines[place:]]
    with folder() as name, closing(Desk(Path(name) / "c.db")) as desk:
        play(desk, "new peupfudge" + PARTY + "pc Anna")
        events: set[int] = set()
        for number, line in enumerate(lines):
            made = desk.do(line).events
            events |= {each["seq"] for each in made} if number == min(place, len(lines) - 1) else set()
        assert desk.campaign is not None
        history = desk.campaign.history
        left = {seq for seq in events if seq not in history.inactive and history.amended.get(seq, amount) == amount}
        assume(left)
        found = dispute(Moment.of(desk.campaign), "Ann", desk.campaign.state.sheets["Ann"].unspent + amount)
        assert any(left & set(each.events) for each in found.explanations[:3]), found.explanations
        assert found.explanations[0].accounts_for == amount


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(STORIES, st.integers(0, 40))
def test_an_explanation_never_explains_more_than_there_is(story: list[object], claim: int) -> None:
    with a_campaign() as campaign:
        tell(campaign, story)
        for who, sheet in campaign.state.sheets.items():
            found = dispute(Moment.of(campaign), who, claim)
            assert found.difference == claim - sheet.unspent
            assert len(found.explanations) <= MOST_TOLD
            for each in found.explanations:
                assert 0 < each.accounts_for * found.difference <= found.difference**2
                assert all(0 < seq <= campaign.state.seq for seq in each.events)
            shares = [each.accounts_for == found.difference for each in found.explanations]
            assert shares == sorted(shares, reverse=True)


def test_an_undone_award_that_the_others_kept_is_counted_once(party: Desk) -> None:
    play(party, "session start\naward all 7 for finding the ferry\nundo #8")
    found = play(party, "dispute Ann 14")["explanations"]
    assert [(each["accounts_for"], each["events"]) for each in found] == [(7, [8, 11])]
    assert found[0]["text"] == "#8 gave 7 XP (finding the ferry) and was undone by #11"


def test_a_session_without_an_award_is_not_added_to_the_undo_of_that_award(party: Desk) -> None:
    play(party, "session start\naward Ann 7 for the ferry\naward Bo 7\naward Cy 7\nundo #8")
    found = play(party, "dispute Ann 14")["explanations"]
    assert found
    assert not any(8 in each["events"] and len(each["events"]) > 2 for each in found)


def test_no_redo_is_offered_where_it_would_be_refused(party: Desk) -> None:
    play(party, "rules xp-per-session 3\nsession start\nsession end\nundo\nrules xp-per-session 2\nsession end")
    refused(party, "redo #10")
    first = best(party, "Ann 5")
    assert (first["text"], first["remedy"]) == ("#10 gave 3 XP (session 1) and was undone by #13", [])


def test_no_redo_is_offered_for_an_award_that_came_again(party: Desk) -> None:
    play(party, "award Ann 4 for tea\nundo #7\naward Ann 4 for Tea")
    found = play(party, "dispute Ann 8")["explanations"]
    assert found[0]["text"] == "#7 gave 4 XP (tea) and was undone by #8; #9 did the same again"
    assert not any("redo" in line for each in found for line in each["remedy"])


def test_no_undo_is_offered_where_it_would_be_refused(party: Desk) -> None:
    play(party, "award Ann 5 for tea\naward Ann 5 for tea\nspend Ann 7 on Chess")
    refused(party, "undo #8")
    assert [each["remedy"] for each in play(party, "dispute Ann -2")["explanations"][:1]] == [[]]


def test_a_correction_of_a_part_is_not_advised(party: Desk) -> None:
    play(party, "award Ann 5 for tea\nspend Ann 2 on Chess\nundo #7 keep")
    first = best(party, "Ann 5")
    assert (first["accounts_for"], first["remedy"], first["events"]) == (7, [], [8, 9])
    assert first["text"].startswith("Ann had 5 XP to spend after #7; since then")
    assert best(party, "Ann 3")["remedy"] == ["redo #7"]


QUESTIONS = """
new fudge-lite
rules questions Did we help?, Did we learn?
pc Bero
pc Ana
session start
session end
question Bero "Did we help?" yes
question Bero "Did we learn?" yes
questions Ana 2
"""


@pytest.mark.rule("FL-132")
def test_questions_answered_one_by_one_are_not_missed_by_who_answered_as_many() -> None:
    with folder() as place, closing(Desk(Path(place) / "questions.db")) as desk:
        play(desk, QUESTIONS)
        assert explained(desk, "Bero 5") == []
        assert not [text for _, _, text in explained(desk, "Ana 5") if "Bero" in text]
        play(desk, "undo #10")
        assert (1, [11], "Ana got 2 XP (2 of 2 questions) by #11, and Bero 1 less") in explained(desk, "Bero 3")
        assert not [text for _, _, text in explained(desk, "Bero 4") if "none" in text]


def test_what_is_older_than_the_signature_comes_last_and_says_so(party: Desk) -> None:
    play(party, "award Bo, Cy 5 for the bridge\nsign Ann\naward Ann 8 for luck\namend #10 3\naward Bo 2 for a song")
    found = play(party, "dispute Ann 8")["explanations"]
    assert [each["events"] for each in found] == [[10, 11], [7, 8]]
    assert found[-1]["text"].endswith(", before Mona agreed to the sheet in #9")


def test_what_a_player_spent_comes_before_what_others_got(party: Desk) -> None:
    play(party, "award Ann 10\naward Bo 2\naward Cy 5\nspend Ann 7 on Chess")
    first = best(party, "Ann 10")
    assert first["text"] == "Ann spent 7 XP on Chess (#10), of 10 XP awarded in all"
    assert first["remedy"] == []


def test_who_got_as_much_in_a_session_did_not_miss_an_award(party: Desk) -> None:
    play(party, "session start\naward Bo 5 for the ferry\naward Ann 5 for the watch")
    assert explained(party, "Ann 10") == [
        (5, [8], "Bo got 5 XP (the ferry) by #8, but in all Ann got no less in session 1: 5 XP")
    ]
    assert best(party, "Ann 10")["remedy"] == []


def test_an_award_unlike_that_of_another_is_amended_to_it(party: Desk) -> None:
    play(party, "session start\naward Ann 4\naward Bo 9")
    first = best(party, "Bo 4")
    assert (first["text"], first["remedy"]) == ("Ann got 4 XP by #8, and Bo 9 by #9", ["amend #9 4"])
    play(party, "amend #9 4")
    assert said(party, "dispute Bo 4") == "the log agrees: Bo has 4 XP to spend"


def test_the_number_of_an_earlier_evening(party: Desk) -> None:
    play(party, "session start\naward Ann 6\nsession end\nsession start\naward Ann 3\nspend Ann 5 on Chess")
    text = "Ann had 6 XP to spend when session 2 began (#10); since then +3 by #11 and −5 by #12 (Chess)"
    assert explained(party, "Ann 6")[0][2] == text


def test_the_number_before_an_undo(party: Desk) -> None:
    play(party, "award Ann 6 for tea\naward Ann 3\nspend Ann 1 on Chess\nundo #8\nspend Ann 1 on Chess")
    text = "Ann had 8 XP to spend before #10 undid #8; since then −3 by #10 (undo of #8) and −1 by #11 (Chess)"
    assert text in [each[2] for each in explained(party, "Ann 8")]


def test_what_was_taken_back_is_not_counted_as_typed(party: Desk) -> None:
    play(party, "award Ann 6\naward Ann 3\nundo #8")
    assert play(party, "dispute Ann 99")["typed"] == [{"by": "GM", "events": [7]}]


def test_the_player_can_be_named_instead_of_the_only_character(party: Desk) -> None:
    play(party, "pc Dee by Ben\npc Eve by Ben\naward Ann 5")
    outcome = party.do("dispute mona 5")
    assert outcome.as_json()["command"] == "dispute Ann 5"
    assert refused(party, "dispute Ben 5")["message"] == "Ben plays Dee and Eve: name one of them"
    assert refused(party, "dispute Zed 5")["message"] == "no character “Zed”"


def test_a_claim_about_an_earlier_point_is_compared_with_what_the_log_said_then(party: Desk) -> None:
    play(party, "session start\naward Ann 5\nsession end\naward Ann 4\nundo #8")
    assert said(party, "dispute Ann 5 at session 1").splitlines() == [
        "As of #9",
        "the log agrees: Ann has 5 XP to spend",
    ]
    found = play(party, "dispute Ann 9 at #10")
    assert (found["logged"], found["explanations"]) == (9, [])
    found = play(party, "dispute Ann 4 at #11")["explanations"]
    assert found == []


def test_nothing_is_advised_about_a_point_of_the_past(party: Desk) -> None:
    play(party, "award Ann 5 for tea\nundo #7\nnote hm")
    assert best(party, "Ann 5")["remedy"] == ["redo #7"]
    assert best(party, "Ann 5 at #8")["remedy"] == []


def test_of_the_remedies_that_fold_the_log_again_only_one_is_tried(party: Desk) -> None:
    play(party, "award Ann 5 for tea\nundo #7\npc Anni\naward Anni 5 for a song")
    found = play(party, "dispute Ann 5")["explanations"]
    assert [each["remedy"] for each in found] == [["redo #7"], []]
