"""Test the game master's moves, leading questions, stakes, and fights without turns."""

from __future__ import annotations

from pathlib import Path

import pytest
from given import folder
from tabletop import play, text

from engine.types import PLAYERS
from replay.audience.rule import View
from shell.runner import Desk

#: Two players and two NPCs in a session.
SET_UP = """
new fudge-lite
pc Ann by Kim
pc Bo by Lee
npc Christine
npc Warg track 1
trait Ann Combat Good
session start
"""


def refused(desk: Desk, line: str) -> str:
    """Return the message of a line that is refused."""
    answered = desk.do(line).as_json()
    assert not answered["ok"], line
    return str(answered["error"]["message"])


@pytest.mark.rule("FL-51", "RT-08", "EV-19")
def test_a_move_is_one_of_nine_by_its_number_or_beginning(desk: Desk) -> None:
    listed = [each["move"] for each in play(desk, "gm")["result"]["moves"]]
    assert (len(listed), listed[2]) == (9, "announce future badness")
    for line in ("gm 3 The drums begin", "gm future The drums begin", "gm announce future badness The drums begin"):
        (event,) = play(desk, line)["events"]
        assert (event["type"], event["label"], event["made_text"]) == ("MoveMade", listed[2], "The drums begin")
    assert refused(desk, "gm 12 The drums begin") == "no move “12”"


@pytest.mark.rule("FL-53", "RT-08")
def test_the_six_peaceful_moves_or_a_list_of_ones_own_take_the_place_of_the_nine(desk: Desk) -> None:
    (advice,) = (line for line in text(desk, "gm").splitlines() if line.startswith("peaceful"))
    play(desk, advice.partition("“")[2].rstrip("”"))
    assert [each["move"] for each in play(desk, "gm")["result"]["moves"]][1:3] == [
        "show a conflict",
        "give somebody a conflicting priority",
    ]
    assert len(play(desk, "gm")["result"]["moves"]) == 6
    play(desk, "rules gm-moves rest, travel\ngm rest The fire burns low")
    assert refused(desk, "gm inflict A blow") == "no move “inflict”"


@pytest.mark.rule("FL-54", "EV-19")
def test_players_see_what_happens_and_never_the_name_of_the_move(desk: Desk) -> None:
    move = play(desk, "gm 3 to Ann The drums begin")["events"][0]["seq"]
    assert "(move: announce future badness)" in text(desk, "log")
    assert desk.campaign is not None
    (seen,) = View.of(desk.campaign, PLAYERS).read_seen(move - 1, move)
    assert (seen.text, seen.event.label) == ("The drums begin → Ann", "")


@pytest.mark.rule("FL-43", "FL-52", "FL-55", "EV-23")
def test_a_move_asks_a_player_until_somebody_acts(desk: Desk) -> None:
    assert play(desk, "spotlight")["result"]["awaits"] is None
    move = play(desk, "gm 1 to Ann The door opens")["events"][0]["seq"]
    assert play(desk, "spotlight")["result"]["awaits"] == {"character": "Ann", "seq": move}
    assert text(desk, "spotlight").splitlines()[-1] == f"Ann is asked, since #{move}"
    play(desk, "check Ann Combat vs Fair rolled 0")
    assert play(desk, "gm")["result"]["awaits"] is None
    play(desk, "gm 1 The door opens")
    assert text(desk, "gm").splitlines()[-1].startswith("everybody is asked")
    play(desk, "gm 1 unfinished Behind it …")
    assert play(desk, "gm")["result"]["awaits"] is None
    assert "nobody is asked yet" in refused(desk, "gm 1 to Ann unfinished Behind it")


@pytest.mark.rule("FL-62")
def test_what_an_npc_does_by_itself_is_a_move(desk: Desk) -> None:
    play(desk, "set Christine Behaviour = let the flunkies handle it")
    assert "10  Christine's behaviour: let the flunkies handle it" in text(desk, "gm").splitlines()
    assert play(desk, "gm christine Two flunkies come")["events"][0]["label"] == "Christine's behaviour"


@pytest.mark.rule("FL-62", "FL-66", "RT-11")
def test_ready_npcs_bring_what_they_do_by_themselves_once_for_all_of_a_kind(desk: Desk) -> None:
    play(desk, "npc 3 Bandit as Brigand")
    does = "loot and plunder; obey the leader; attack the innocent; take by force"
    assert [each["text"] for each in play(desk, "gm")["result"]["moves"][9:]] == [does]
    assert play(desk, "gm 10 They take the cart")["events"][0]["label"] == "Bandit 1's behaviour"
    play(desk, 'out "Bandit 1" fled')
    assert f"10  Bandit 2's behaviour: {does}" in text(desk, "gm").splitlines()
    assert play(desk, 'gm "Bandit 1\'s behaviour" He looks back')["events"][0]["label"] == "Bandit 1's behaviour"


@pytest.mark.rule("FL-93", "EV-24", "EV-23")
def test_a_leading_question_and_its_answer_are_kept(desk: Desk) -> None:
    asked = desk.do("ask Bo Why does the duke owe you?")
    (question,) = asked.as_json()["events"]
    assert (question["character"], question["by"]) == ("Bo", "GM")
    assert "“agree world-building yes”" in asked.answer.text()
    assert [each["seq"] for each in play(desk, "gm")["result"]["questions"]] == [question["seq"]]
    answer = play(desk, f"answer #{question['seq']} We hid his brother")["events"][0]["seq"]
    assert play(desk, "gm")["result"]["questions"] == []
    assert f"was answered by #{answer}" in refused(desk, f"answer #{question['seq']} Again")
    assert f"#{answer} depends on #{question['seq']}" in refused(desk, f"undo #{question['seq']}")


@pytest.mark.rule("FL-07", "FL-93")
def test_leading_questions_need_a_group_that_builds_the_world(desk: Desk) -> None:
    play(desk, "agree world-building no, thank you")
    assert refused(desk, "ask Bo Who?") == "the group agreed that players do not build the world"
    play(desk, "agree world-building yes, in turns")
    assert "“agree" not in text(desk, "ask Bo Who?")


@pytest.mark.rule("FL-134", "FL-133")
def test_a_miss_with_nothing_at_stake_brings_no_xp(desk: Desk) -> None:
    play(desk, "rules xp-on-miss 1\nrules points 3")
    assert len(play(desk, "check Ann Combat vs Fair rolled -2")["events"]) == 2
    unstaked = play(desk, "check Ann Combat vs Fair rolled -2 stakes nothing")
    assert len(unstaked["events"]) == 1
    assert unstaked["result"]["warnings"] == ["nothing is at stake: a miss brings no XP"]
    hit = play(desk, "check Ann Combat vs Fair rolled +2 stakes Nothing")["events"][0]["seq"]
    assert len(play(desk, f"point Ann reroll #{hit} rolled -2")["events"]) == 1
    assert play(desk, "sheet Ann")["result"]["xp"]["awarded"] == 1
    assert play(desk, "check Ann Combat vs Fair rolled 0")["result"]["warnings"] == []
    assert play(desk, "audit")["ok"]


@pytest.mark.rule("FL-46", "EV-10")
def test_a_check_says_what_is_at_stake_and_a_table_that_does_is_reminded(desk: Desk) -> None:
    assert play(desk, "check Ann Combat vs Fair rolled 0")["result"]["warnings"] == []
    staked = play(desk, 'check Ann Combat vs Fair rolled -2 stakes "the rope breaks"')
    assert (staked["result"]["stakes"], staked["result"]["warnings"]) == ("the rope breaks", [])
    assert "against Fair (at stake: the rope breaks): Mediocre, failure by 1" in text(desk, "log last 1")
    (reminder,) = play(desk, "check Ann Combat vs Fair rolled 0")["result"]["warnings"]
    assert reminder == 'no stake was named: “stakes "THE COST"” in a check says what a failure costs'
    assert play(desk, "check Ann Combat vs Fair rolled 0")["result"]["warnings"] == []
    with folder() as place:
        play(desk, f"export {place}/again.session")
        assert 'stakes "the rope breaks"' in (Path(place) / "again.session").read_text("utf-8")


@pytest.mark.rule("FL-56")
def test_in_a_fight_one_character_may_act_again_and_again(desk: Desk) -> None:
    play(desk, "fight start")
    for _ in range(4):
        assert play(desk, "check Ann Combat vs Fair rolled 0")["ok"]


@pytest.mark.rule("FL-59")
def test_what_nothing_prevents_needs_no_roll(desk: Desk) -> None:
    found = play(desk, 'check Ann Combat vs Great succeeds "it holds her arm: the dagger is free"')
    assert (found["result"]["roll"], found["result"]["success"]) == (None, True)
    marked = play(desk, "mark Warg")
    assert "TakenOut" in [event["type"] for event in marked["events"]]
