"""Fudge Lite's creation, finished: the rest of a player character's listed traits is Poor (FL-14)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from tabletop import play, result, text

from engine.rules.creation import trait_list
from engine.rules.files import load_rules
from engine.rules.ruleset import from_recorded
from shell.runner import Desk

BASE = trait_list("base")


@pytest.fixture
def lite(tmp_path: Path) -> Iterator[Desk]:
    """Yield a campaign of Fudge Lite with a player character and one of the game master's."""
    with closing(Desk(tmp_path / "c.db")) as desk:
        play(desk, "new fudge-lite\npc Ann\nnpc Orc")
        yield desk


def levels(desk: Desk, who: str) -> dict[str, Any]:
    """Return the levels on a sheet, in the words of the ladder."""
    return {name: each["level_name"] for name, each in result(desk, f"sheet {who}")["traits"].items()}


@pytest.mark.rule("FL-14", "OC-13")
def test_from_the_first_level_given_the_other_listed_traits_are_poor_and_that_is_said_once(lite: Desk) -> None:
    assert levels(lite, "Ann") == {}
    assert play(lite, "check Ann Persuasion vs Fair rolled 0")["result"]["level"] == 0
    first = play(lite, "trait Ann Stealth Superb")["result"]
    assert first["warnings"] == [
        "Listed traits without a level are Poor from now on: Athletics, Melee Combat, Persuasion, Physical Awareness,"
        " Ranged Combat and 2 more"
    ]
    assert levels(lite, "Ann") == {trait: "Superb" if trait == "Stealth" else "Poor" for trait in BASE}
    assert {each["field"] for each in first["changes"]} == {f"traits.{trait}" for trait in BASE}
    assert play(lite, "trait Ann Persuasion Good")["result"]["warnings"] == []
    found = play(lite, "check Ann Athletics vs Fair rolled 0")["result"]
    assert (found["level"], found["default"], found["success"]) == (-2, False, False)


@pytest.mark.rule("FL-14", "RT-04")
def test_a_character_whose_listed_traits_all_have_a_level_is_complete(lite: Desk) -> None:
    for place, trait in enumerate(BASE):
        assert ("Ann has room" in text(lite, "checklist")) is True, place
        play(lite, f'trait Ann "{trait}" {["Superb", "Great", "Great", "Good", "Good", "Good", "Fair", "Poor"][place]}')
    assert "Ann has room" not in text(lite, "checklist")
    assert "no room for another trait at Superb" in str(lite.do("trait Ann Cooking Superb").fault)
    play(lite, "trait Ann Cooking Fair")


@pytest.mark.rule("FL-14", "FL-48")
def test_the_rest_is_listed_traits_of_player_characters_alone(lite: Desk) -> None:
    play(lite, "trait Ann Stealth Superb\ntrait Orc Stealth Superb")
    assert play(lite, "check Ann Cooking vs Fair rolled 0")["result"]["level"] == 0
    assert play(lite, "check Orc Persuasion vs Fair rolled 0")["result"]["level"] == 0
    assert levels(lite, "Orc") == {"Stealth": "Superb"}


@pytest.mark.rule("FL-14", "FL-38", "FL-40")
def test_a_trait_of_the_rest_is_raised_from_poor(lite: Desk) -> None:
    play(lite, "trait Ann Stealth Superb\naward Ann 4\nsession start\nraise Ann Persuasion\nraise Ann Persuasion")
    assert levels(lite, "Ann")["Persuasion"] == "Fair"
    assert result(lite, "sheet Ann")["xp"]["unspent"] == 2
    assert [each["effect"] for each in result(lite, "why Ann Persuasion")["because"] if each["effect"]] == [-2, 1, 1]
    assert [each["rule"] for each in result(lite, "audit")["findings"]] == ["unsigned", "not-allocated"]


@pytest.mark.rule("FL-14")
def test_why_names_the_rule_and_the_level_that_made_a_trait_one_of_the_rest(lite: Desk) -> None:
    play(lite, "trait Ann Stealth Superb")
    found = result(lite, "why Ann Persuasion")
    assert (found["value"], [(each["seq"], each["effect"]) for each in found["because"]]) == (-2, [(1, -2), (4, 0)])


@pytest.mark.rule("FL-14", "PF-69")
def test_a_table_may_leave_the_rest_untrained_and_takes_back_its_poor_with_the_first_level(lite: Desk) -> None:
    play(lite, "trait Ann Stealth Superb\ncheck Ann Persuasion vs Fair rolled 0")
    undone = play(lite, "undo #4")["result"]
    assert levels(lite, "Ann") == {}
    assert [each["seq"] for each in undone["stale"]] == [5]
    play(lite, "redo\nrules creation-rest none")
    assert levels(lite, "Ann") == {"Stealth": "Superb"}
    assert play(lite, "check Ann Persuasion vs Fair rolled 0")["result"]["level"] == 0
    play(lite, "rules creation-rest Poor\nrules creation free")
    assert levels(lite, "Ann") == {"Stealth": "Superb"}
    play(lite, "rules creation on-the-fly")
    assert levels(lite, "Ann") == {"Stealth": "Superb"}


@pytest.mark.rule("FL-14", "EV-01")
def test_rules_without_the_key_leave_the_rest_as_it_was_and_have_their_old_digest() -> None:
    rules = load_rules("fudge-lite")
    recorded = {key: value for key, value in rules.as_data().items() if key != "creation-rest"}
    old = from_recorded(recorded)
    assert old.creation_rest is None
    assert old.digest != rules.digest
    assert load_rules("fudge").creation_rest is None
    assert from_recorded({**recorded, "creation-rest": None}).digest == old.digest
