"""Test procedures as their documents tell them, line by line: Peupfudge's examples and chapter 3 of Fudge."""

from __future__ import annotations

import pytest
from tabletop import play, result, text

from shell.runner import Desk

#: Those of the examples of chapter 3, with what their sheets say.
FUDGE = """
new fudge
pc Joe by Jan
pc Jill
pc Lisa
npc Orc
trait Joe Sword Good, Dexterity Good, Perception Fair
trait Jill Lockpicking Mediocre
trait Lisa Dexterity Good, Fast-Talk Good
trait Orc Sword Good
define track Wounds: Scratch 3, Hurt 1 -1, "Very Hurt" 1 -2, Incapacitated 1
session start
"""


@pytest.fixture
def fudge(desk: Desk) -> Desk:
    """Open the campaign of chapter 3."""
    play(desk, FUDGE)
    return desk


def number(desk: Desk, line: str) -> int:
    """Carry out a line, and return the number of its first event."""
    return int(play(desk, line)["events"][0]["seq"])


@pytest.mark.rule("FU-34", "PF-43")
def test_joe_is_only_fair_with_his_sword_until_he_is_healed(fudge: Desk) -> None:
    sword = "Joe Sword vs Fair"
    assert (result(fudge, f"odds {sword}")["needed"], play(fudge, "mark Joe 4")["ok"]) == (-1, True)
    assert result(fudge, f"odds {sword}")["needed"] == 0
    assert result(fudge, f"check {sword} rolled 0")["degree"] == "Fair"
    assert result(fudge, "check Orc Sword vs Joe Sword rolled 0")["difficulty"] == 0
    assert text(fudge, "why Joe Sword").splitlines()[-1].strip() == "a roll with it adds −1 Hurt"
    assert "Fair with Hurt" in text(fudge, "sheet Joe")
    play(fudge, "clear Joe Hurt")
    assert result(fudge, f"check {sword} rolled 0")["degree"] == "Good"
    assert "a roll with it" not in text(fudge, "why Joe Sword")
    assert play(fudge, "audit")["ok"]


@pytest.mark.rule("FU-35")
def test_jill_picks_locks_better_while_she_has_the_picks(fudge: Desk) -> None:
    pick = "Jill Lockpicking vs Fair"
    assert result(fudge, f"check {pick} rolled 0")["degree"] == "Mediocre"
    play(fudge, 'give Jill "fine picks" +1 on Lockpicking')
    assert (result(fudge, f"odds {pick}")["needed"], result(fudge, f"check {pick} rolled 0")["degree"]) == (0, "Fair")
    play(fudge, "drop Jill fine picks")
    assert result(fudge, f"check {pick} rolled 0")["degree"] == "Mediocre"


@pytest.mark.rule("FU-33")
def test_an_even_total_of_4dF_is_a_yes(fudge: Desk) -> None:
    asked = {faces: text(fudge, f"roll 4dF even rolled {faces}") for faces in ("0 0 0 0", "+ 0 0 0", "- - 0 0")}
    assert [said.splitlines()[0].rpartition(" ")[2] for said in asked.values()] == ["yes", "no", "yes"]
    assert text(fudge, "roll 1d6 odd rolled 3").endswith("yes")
    assert not fudge.do("roll 4dF even odd").as_json()["ok"]


@pytest.mark.rule("FU-42", "FU-43")
def test_players_hear_of_a_secret_roll_only_when_it_succeeds_and_the_gm_says_so(fudge: Desk) -> None:
    failed = number(fudge, "check Joe Perception vs Fair secret rolled -1")
    found = number(fudge, "check Joe Perception vs Fair secret rolled +1")
    assert "Perception" not in text(fudge, "recap for players")
    play(fudge, f"reveal #{found}")
    told = text(fudge, "recap for players")
    assert (f"#{found}" in told, f"#{failed}" in told) == (True, False)
    assert f"(secret) Joe missed Perception, then made it. #{failed}–{found}" in text(fudge, "recap")
    play(fudge, "undo")
    assert "Perception" not in text(fudge, "recap for players")


@pytest.mark.rule("FU-47", "FU-52")
def test_the_thing_that_both_grab_stays_where_it_is_on_a_tie_and_goes_to_the_winner(fudge: Desk) -> None:
    tied = result(fudge, "contest Lisa Dexterity rolled 0 vs Joe Dexterity rolled 0")
    assert (tied["winner"], sorted(tied["tied"])) == (None, ["Joe", "Lisa"])
    won = result(fudge, "contest Lisa Dexterity rolled 0 vs Joe Dexterity rolled +1")
    assert (won["winner"], won["relative"]) == ("Joe", -1)
    play(fudge, f"give {won['winner']} idol")
    assert [each["item"] for each in result(fudge, "sheet Joe")["inventory"]] == ["idol"]


@pytest.mark.rule("FU-68")
def test_a_reaction_is_an_npcs_to_somebody_else_and_all_is_no_name(fudge: Desk) -> None:
    assert fudge.do("react Orc to Orc").as_json()["error"]["message"] == "Orc reacts to others"
    assert fudge.do("react Joe to Orc").as_json()["error"]["message"].endswith("the player decides")
    assert "adds one" not in str(fudge.do("show all").as_json()["error"])


#: The pals of the fifth example of Peupfudge.
ARMS = """
new peupfudge
define ability Strength
define property "hobbit strength": Strength -1
define property "cyborg left arm": Strength +2 when left
define property "bug strength": Strength -50
define property "tired arm": A -1
pc Hobbit
pc Cyborg
pc Ant
trait Hobbit Strength 3
trait Cyborg Strength 3
trait Ant Strength 7
gain Hobbit hobbit strength
gain Cyborg cyborg left arm
gain Ant bug strength
rules contest-dice 1dF
session start
"""


@pytest.mark.rule("PF-32", "PF-33", "PF-34", "PF-35", "PF-57", "PF-59")
def test_the_arm_is_tired_for_the_next_match_and_for_no_other(desk: Desk) -> None:
    play(desk, ARMS)
    first = result(desk, "contest Hobbit Strength rolled +1 vs Cyborg Strength when left rolled -1")
    assert [side["total"] for side in first["participants"]] == [3, 4]
    assert first["winner"] == "Cyborg"
    odds = "odds Hobbit Strength vs Cyborg Strength when left"
    assert text(desk, odds).startswith("Cyborg leads: Cyborg 100.0%"), "one die cannot make up for three levels"
    play(desk, "gain Hobbit tired arm until next roll")
    assert "tired arm for the next roll" in text(desk, "sheet Hobbit")
    match = number(desk, "contest Hobbit Strength rolled -1 vs Ant Strength rolled +1")
    totals = {side.character: side.total for side in desk.campaign.state.rolls[match].participants}  # type: ignore[union-attr]
    assert totals == {"Hobbit": 0, "Ant": -42}
    assert "tired arm" not in text(desk, "sheet Hobbit")
    play(desk, "undo")
    assert "tired arm for the next roll" in text(desk, "sheet Hobbit")
    play(desk, "redo\naward Hobbit 9\nspend Hobbit 9 on Strength\naward Ant 128\nraise Ant Strength")
    assert text(desk, "sheet Hobbit").count("4 (+1/16) − 1 = 3") == 1
    assert result(desk, "sheet Ant")["traits"]["Strength"]["effective"] == -42
    assert play(desk, "audit")["ok"]


@pytest.mark.rule("PF-13", "PF-65")
def test_one_starting_property_each_and_the_wealth_comes_once(desk: Desk) -> None:
    play(desk, 'new peupfudge\ndefine property wealthy: gives 10 "rare jewels"\ndefine property keen: A +1\npc Obazana')
    play(desk, "rules starting-properties 1\ngain Obazana wealthy")
    assert desk.do("gain Obazana keen").as_json()["error"]["message"] == "Obazana begins with wealthy already"
    play(desk, "lose Obazana wealthy\ngain Obazana wealthy\ndrop Obazana 3 rare jewels")
    assert [each["quantity"] for each in result(desk, "sheet Obazana")["inventory"]] == [7]
    gained = next(each["seq"] for each in play(desk, "log")["result"]["events"] if each["type"] == "PropertyGained")
    refused = desk.do(f"undo #{gained}").as_json()["error"]
    assert refused["dependents"]
    play(desk, f"undo #{gained} cascade")
    assert result(desk, "sheet Obazana")["inventory"] == ()


@pytest.mark.rule("PF-67")
def test_a_nights_sleep_moves_everybody_with_one_command(desk: Desk) -> None:
    play(desk, "new peupfudge\ndefine ability Muscle\ndefine status Energy: Tired -1, Neutral 0, Rested +1 start Tired")
    play(desk, "pc Kotorikh\npc Obazana\nnpc Thief\nsession start")
    slept = play(desk, "status all Energy up for a night's sleep")
    assert [each["text"] for each in slept["events"]] == [
        f"{name}'s Energy: Tired → Neutral (a night's sleep)" for name in ("Kotorikh", "Obazana")
    ]
    assert play(desk, "undo")["result"]["undone"] == [each["seq"] for each in slept["events"]]
    assert result(desk, "sheet Thief")["statuses"] == {"Energy": "Tired"}
