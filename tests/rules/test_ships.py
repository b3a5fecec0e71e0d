"""Test ships: a track like anybody's, whoever is at the post rolls, and qualities in the difficulty."""

from __future__ import annotations

import pytest
from tabletop import play

from engine.types import PLAYERS
from replay.audience.rule import View
from shell.runner import Desk

#: A ship with a crew of two.
SET_UP = """
new fudge-lite
pc Gunner
pc Pilot
trait Gunner "Starship Use" Great
trait Pilot "Starship Use" Good
ship "The Gull"
session start
"""


@pytest.mark.rule("FL-69")
def test_a_ship_has_a_track_and_is_repaired(desk: Desk) -> None:
    play(desk, "mark Gull 3\ntend Gull by Pilot")
    sheet = play(desk, "sheet Gull")["result"]
    assert ([each["marked"] for each in sheet["tracks"]["injury"]], sheet["characteristics"]) == (
        [0, 1],
        {"Kind": "ship"},
    )


@pytest.mark.rule("FL-69", "FL-18", "FL-20")
def test_minutes_of_work_clear_a_ships_minor_boxes_and_only_long_work_the_serious_ones(desk: Desk) -> None:
    play(desk, "ship Skiff track 3\nmark Skiff 3")
    assert boxes(desk, "Skiff", "injury") == ["minor 2/2", "serious 1/1"]
    assert play(desk, "sheet Skiff")["result"]["out"] is None, "a full track of a ship says nothing by itself"
    play(desk, "tend Skiff by Pilot")
    assert boxes(desk, "Skiff", "injury") == ["minor 0/2", "serious 1/1"]
    assert "nothing that a few minutes' care would clear" in str(desk.do("tend Skiff by Pilot").fault)
    play(desk, "recover Skiff")
    assert boxes(desk, "Skiff", "injury") == ["minor 0/2", "serious 0/1"]


def boxes(desk: Desk, who: str, track: str) -> list[str]:
    """Return the states of a track with their marked boxes and all of them, such as “minor 1/2”."""
    states = play(desk, f"sheet {who}")["result"]["tracks"][track]
    return [f"{each['state']} {each['marked']}/{each['boxes']}" for each in states]


@pytest.mark.rule("FL-70")
def test_anybody_at_the_post_rolls(desk: Desk) -> None:
    gunner = play(desk, "check Gunner Starship vs Good ship Gull rolled -1")["result"]
    assert (gunner["degree"], gunner["success"], gunner["ships"]) == ("Good", True, ("The Gull",))
    assert play(desk, "check Pilot Starship vs Good ship Gull rolled -1")["result"]["success"] is False


@pytest.mark.rule("FL-71")
def test_what_a_ship_is_like_changes_the_difficulty_and_never_the_roll(desk: Desk) -> None:
    play(desk, 'quality Gull agile -1 on "Starship Use"')
    check = play(desk, "check Pilot Starship vs Good ship Gull rolled -1")["result"]
    assert (check["difficulty"], check["success"], check["level"], check["modifiers"]) == (0, True, 1, ())
    assert check["difficulty_parts"][1]["reason"] == "agile"
    assert play(desk, "check Pilot Starship vs Good rolled -1")["result"]["difficulty"] == 1
    assert play(desk, "check Pilot Repair vs Good ship Gull rolled -1")["result"]["difficulty"] == 1
    assert play(desk, "odds Pilot Starship vs Good ship Gull")["result"]["difficulty"] == 0
    assert play(desk, "sheet Gull")["result"]["qualities"] == "agile difficulty −1 on Starship Use"
    play(desk, "quality Gull agile ends\nquality Gull slow +1 until scene\nscene The reef")
    assert play(desk, "sheet Gull")["result"]["qualities"] is None


def test_a_check_is_stale_when_the_quality_of_its_ship_was_no_quality(desk: Desk) -> None:
    agile = play(desk, "quality Gull agile -1")["events"][0]["seq"]
    play(desk, "check Pilot Starship vs Good +1 storm ship Gull rolled 0")
    found = play(desk, f"undo #{agile}")["result"]["stale"]
    assert [(each["recorded"]["difficulty"], each["corrected"]["difficulty"]) for each in found] == [(1, 2)]


@pytest.mark.parametrize("told", ["difficulties", "difficulties, npc-levels"])
def test_players_do_not_learn_of_a_ship_that_they_do_not_see_whatever_levels_they_are_told(
    desk: Desk, told: str
) -> None:
    play(desk, f'rules players-see "{told}"')
    play(desk, 'ship "Black Kite"\nquality Kite shields +1\ncheck Gunner Starship vs Good ship Kite rolled 0')
    played = play(desk, "recap for players")["result"]["text"]
    assert "Gunner made Starship Use. #" in played
    assert "Kite" not in played
    found = next(each for each in View.of(desk.campaign, PLAYERS).read_seen() if each.type == "CheckResolved")
    assert (found.event.ships, found.event.difficulty, found.whole) == ((), 0, False)


@pytest.mark.rule("FL-69")
def test_a_ship_is_called_one_and_has_neither_xp_nor_points_nor_moods(desk: Desk) -> None:
    made = play(desk, "rules points 3\ndefine status Mood: Grim -1, Calm 0\ndefine counter Mana 0..9\nship Kite")
    assert made["events"][0]["text"] == "Kite joins as a ship"
    for line in ("sheet Kite", "party"):
        answer = desk.do(line).answer
        assert answer is not None
        told = answer.text()[answer.text().index("Kite · ship") :]
        assert not [word for word in ("NPC", "Mood", "Mana", "XP", "oints") if word in told], line
    play(desk, "status Kite Mood Grim\naward Kite 2")
    told = str(desk.do("sheet Kite").answer.text())  # type: ignore[union-attr]
    assert ("Mood" in told, "Mana" in told, "XP: 2" in told) == (True, False, True)


def test_only_a_ship_has_qualities_and_is_steered(desk: Desk) -> None:
    for line in (
        "quality Pilot agile -1",
        "check Gunner Starship vs Good ship Pilot",
        "odds Pilot Repair vs 1 ship Pilot",
    ):
        assert "Pilot is not a ship" in str(desk.do(line).fault)
    play(desk, "npc Raft\nset Raft kind = Ship\nquality Raft slow +1")
    assert play(desk, "check Pilot Starship vs Good ship Raft rolled 0")["result"]["difficulty"] == 2
