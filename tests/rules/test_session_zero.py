"""Test session zero, lines and veils, and the X-card."""

from __future__ import annotations

import json

import pytest
from tabletop import play
from worlds import now as state_of

from engine import Campaign
from engine.commands import DrawLine, ShowXCard
from engine.state import State
from shell.runner import Desk

TOPICS = (
    *("genre", "experience", "seriousness", "death", "pvp", "limits"),
    *("tools", "alcohol", "length", "phones", "world-building"),
)

#: One character in a new campaign.
SET_UP = "new fudge-lite\npc Ann"


def xp(desk: Desk) -> int:
    """Return the XP that Ann was awarded."""
    found: int = play(desk, "sheet Ann")["result"]["xp"]["awarded"]
    return found


def now(desk: Desk) -> State:
    """Return the state of the campaign without its place in the log."""
    assert desk.campaign is not None
    return state_of(desk.campaign)


@pytest.mark.rule("FL-01")
def test_session_zero_comes_before_the_first_session(desk: Desk) -> None:
    outcome = desk.do("session zero At the kitchen table")
    assert outcome.as_json()["events"][0]["type"] == "SessionZeroHeld"
    assert outcome.answer.text().splitlines()[0] == "✓ #3 Session zero begins: At the kitchen table"
    assert outcome.answer.text().splitlines()[-1] == "0 of 11 agreed; “agree TOPIC TEXT” settles one"
    assert play(desk, "session start")["events"][0]["number"] == 1
    assert not desk.do("session zero").as_json()["ok"]


@pytest.mark.rule("FL-02", "RT-10", "EV-03")
def test_the_agenda_has_eleven_topics_and_says_which_are_open(desk: Desk) -> None:
    assert tuple(each["topic"] for each in play(desk, "agree")["result"]["items"]) == TOPICS
    for topic in TOPICS:
        if topic not in ("phones", "limits"):
            (event,) = play(desk, f"agree {topic} as we like it")["events"]
            assert (event["topic"], event["made_text"]) == (topic, "as we like it")
    play(desk, "line spiders")
    found = play(desk, "agree")["result"]
    assert (found["done"], found["of"], found["open"]) == (10, 11, ("phones",))
    assert "still open from session zero: phones" in desk.do("session start").answer.text()
    play(desk, "undo #3")
    assert play(desk, "agree")["result"]["open"] == ("genre", "phones")


def test_a_later_agreement_replaces_an_earlier_one(desk: Desk) -> None:
    play(desk, "agree phones off\nagree phones on silent")
    assert "[x] phones          on silent" in desk.do("agree").answer.text().splitlines()
    play(desk, "undo")
    assert "[x] phones          off" in desk.do("agree").answer.text().splitlines()


def test_nobody_is_reminded_of_an_agenda_that_was_never_used(desk: Desk) -> None:
    assert "session zero" not in desk.do("session start").answer.text()


@pytest.mark.rule("FL-04", "FL-07")
@pytest.mark.parametrize("topic", ["pvp", "world-building"])
def test_what_the_group_wants_of_each_other_is_kept(desk: Desk, topic: str) -> None:
    play(desk, f"agree {topic} only by consent")
    (found,) = (each for each in play(desk, "agree")["result"]["items"] if each["topic"] == topic)
    assert (found["answer"], found["done"]) == ("only by consent", True)


@pytest.mark.rule("FL-05", "EV-03")
def test_lines_and_veils_are_listed_without_who_asked(desk: Desk) -> None:
    assert desk.campaign is not None
    (drawn,) = desk.campaign.execute(DrawLine("harm to animals"), by="Kim")
    assert drawn.by == "GM"
    play(desk, "veil torture")
    found = play(desk, "agree")["result"]
    assert (found["lines"], found["veils"]) == (("harm to animals",), ("torture",))
    assert "limits          lines: harm to animals; veils: torture" in desk.do("agree").answer.text()


def test_what_the_rules_say_stands_on_the_agenda(desk: Desk) -> None:
    play(desk, "rules lines gore, spiders\nrules player-conflict by consent\nrules leading-questions yes\nline fire")
    found = play(desk, "agree")["result"]
    answers = {each["topic"]: each["answer"] for each in found["items"] if each["done"]}
    assert answers == {"pvp": "by consent", "limits": "lines: gore, spiders, fire", "world-building": "yes"}
    assert "already" in str(desk.do("line Spiders").as_json()["error"]["message"])


@pytest.mark.rule("FL-06", "EV-04")
def test_an_x_card_keeps_the_time_and_neither_author_nor_reason(desk: Desk) -> None:
    campaign = desk.campaign
    assert isinstance(campaign, Campaign)
    (shown,) = campaign.execute(ShowXCard(), by="Kim")
    (row,) = (body for seq, _, _, body in campaign.log.bodies(shown.seq - 1))
    assert (shown.by, json.loads(row), "Kim" in desk.do("log").answer.text()) == ("GM", {}, False)


SCENE = """
session start
effect Ann brave a +1 until scene
award Ann 1
scene The tower
award Ann 2
check Ann Stealth vs Fair rolled 0
note the worst of all
"""


@pytest.mark.rule("FL-06")
def test_an_x_card_takes_the_scene_back_to_its_start_as_one_undo(desk: Desk) -> None:
    play(desk, SCENE)
    back = desk.do("xcard back")
    card, undo = back.as_json()["events"]
    assert (card["type"], undo["type"], undo["targets"]) == ("XCardShown", "EventsUndone", (8, 9, 10))
    assert back.as_json()["result"]["undone"] == [8, 9, 10]
    assert "the worst of all" not in back.answer.text()
    assert xp(desk) == 1
    play(desk, "redo")
    assert xp(desk) == 3


@pytest.mark.rule("FL-06", "C.3")
def test_an_undo_of_an_x_card_brings_the_scene_back_and_a_redo_takes_it_back_again(desk: Desk) -> None:
    state = play(desk, SCENE) and now(desk)
    back = play(desk, "xcard back") and now(desk)
    for _ in range(2):
        tried = play(desk, "whatif undo")["result"]
        del tried["verified"]
        done = play(desk, "undo")
        assert done["result"] == tried
        assert (tried["redone"], tried["undone"]) == ([8, 9, 10], [11])
        assert len({each["cmd"] for each in done["events"]}) == 1
        assert (now(desk), xp(desk)) == (state, 3)
        again = play(desk, "redo")["result"]
        assert (again["redone"], again["undone"]) == ([11], [8, 9, 10])
        assert (now(desk), xp(desk)) == (back, 1)
    assert play(desk, "verify")["ok"]
    assert play(desk, "redo")["result"]["redone"] == [8, 9, 10]
    assert (play(desk, "audit")["ok"], xp(desk)) == (True, 3)


def test_commands_before_an_x_card_are_undone_with_it_one_by_one_or_at_once(desk: Desk) -> None:
    state = play(desk, f"{SCENE}xcard back") and now(desk)
    assert play(desk, "undo last 2")["result"] | {"changes": []} == {
        "redone": [8, 9, 10],
        "undone": [10, 11],
        "changes": [],
        "stale": [],
    }
    at_once = now(desk)
    play(desk, "redo")
    assert now(desk) == state
    play(desk, "undo\nundo")
    assert now(desk) == at_once
    play(desk, "redo\nredo")
    assert now(desk) == state


def test_what_was_typed_after_an_x_card_comes_back_before_the_scene_that_the_card_undid(desk: Desk) -> None:
    state = play(desk, f"{SCENE}xcard back\naward all 5") and now(desk)
    play(desk, "undo\nundo\nredo\nredo")
    assert now(desk) == state


def test_the_scene_stays_undone_where_a_redo_restored_it_before_or_the_card_is_undone_by_number(desk: Desk) -> None:
    play(desk, f"{SCENE}xcard back\nredo\nundo #9")
    assert play(desk, "undo last 1")["result"]["undone"] == [11]
    assert play(desk, "redo")["result"]["redone"] == [11]
    assert "undone" not in play(desk, "redo #9")["result"]
    play(desk, "xcard back\nundo #18")
    assert xp(desk) == 1


def test_a_scene_that_no_longer_fits_keeps_the_x_card_and_says_how_the_card_alone_goes(desk: Desk) -> None:
    play(desk, "define gift Sly\nsession start\nscene The tower\ngain Ann Sly\nxcard back\nundo #3")
    refused = desk.do("undo").fault
    assert refused is not None
    assert refused.message.startswith("#6 would not fit any more")
    assert refused.hint == "“undo #7” leaves what the X-card undid as it is"
    assert play(desk, "undo #7")["result"]["undone"] == [7]


def test_an_x_card_stays_when_the_scene_goes_back_again(desk: Desk) -> None:
    first = play(desk, f"{SCENE}xcard")["events"][0]["seq"]
    undo = play(desk, "xcard back")["events"][1]
    assert first not in undo["targets"]
    nothing = desk.do("xcard back")
    assert [event["type"] for event in nothing.as_json()["events"]] == ["XCardShown"]
    assert "nothing is left to undo since #6" in nothing.answer.text()


def test_an_x_card_keeps_what_is_hidden_and_agreed_and_one_more_leaves_the_redo(desk: Desk) -> None:
    play(desk, "npc Rat\nsession start\nscene The tower\nhide Rat\nline gore\nnpc Owl\nhide Owl\naward Ann 2")
    assert play(desk, "xcard back")["result"]["undone"] == [8, 9, 10]
    assert play(desk, "sheet Rat")["result"]["visibility"] == "hidden"
    assert "gore" in desk.do("agree").answer.text()
    play(desk, "xcard\nxcard back\nredo")
    assert xp(desk) == 2
    assert play(desk, "sheet Owl")["result"]["visibility"] == "hidden"


def test_an_x_card_goes_back_to_the_session_where_no_scene_was_set(desk: Desk) -> None:
    assert "no scene or session has begun" in desk.do("xcard back").answer.text()
    play(desk, "session start\naward Ann 2")
    assert play(desk, "xcard back")["result"]["undone"] == [5]
    assert xp(desk) == 0
    assert play(desk, "audit")["ok"]
    assert play(desk, "verify")["ok"]


@pytest.mark.rule("RT-12")
def test_a_concept_has_seven_questions_that_the_sheet_answers(desk: Desk) -> None:
    assert play(desk, "concept Ann")["result"]["of"] == 7
    play(desk, "set Ann Goal = the crown\nset Ann enemies = the king")
    found = play(desk, "concept Ann")["result"]
    assert [each["name"] for each in found["items"] if each["done"]] == ["Goal", "Enemies"]
    assert "[x] Goal        the crown" in desk.do("concept Ann").answer.text().splitlines()
