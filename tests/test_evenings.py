"""The evenings in sessions/, played through the program's own door: every number, and every line they print.

The lines are compared with the files in tests/evenings, which are there to be read. To write them again after a
change that was meant (read the difference before you commit it):

    FUDGELOG_REWRITE=1 python -m pytest tests/test_evenings.py
"""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from attrs import define
from given import folder, hyphen_for_minus
from memory import Memory

from shell.doors.cli import main

ROOT = Path(__file__).parents[1]
SCRIPTS = {script.stem: script for script in sorted((ROOT / "sessions").glob("*.session"))}
TOLD = Path(__file__).with_name("evenings")
REWRITE = "FUDGELOG_REWRITE"


def run(*arguments: object, script: bytes = b"") -> str:
    """Return what the program prints; it must succeed without a complaint."""
    out, err = io.StringIO(), io.StringIO()
    with patch("sys.stdin", io.TextIOWrapper(io.BytesIO(script))), redirect_stdout(out), redirect_stderr(err):
        status = main([str(each) for each in arguments])
    assert (status, err.getvalue()) == (0, "")
    return out.getvalue()


def masked(text: str) -> str:
    """Return what an evening prints without hashes (16 or 64 digits), times and dates, which differ each time."""
    text = re.sub(r"\b[0-9a-f]{16}(?:[0-9a-f]{48})?\b|\b[0-9a-f]{4}(?: [0-9a-f]{4}){7}\b", "<hash>", text)
    text = re.sub(r"\b\d{4}-\d\d-\d\d[ T]\d\d:\d\d(?::\d\d(?:\.\d+)?Z?)?", "<time>", text)
    return re.sub(r"\b\d{4}-\d\d-\d\d\b", "<date>", text)


@define
class Evening:
    """An evening that was played: its file, and what the program answered to each line."""

    path: Path
    outcomes: list[dict[str, Any]]

    def asked(self, beginning: str, which: int = 0) -> dict[str, Any]:
        """Return the outcome of the line that begins so."""
        return [each for each in self.outcomes if each["command"].startswith(beginning)][which]

    def result(self, beginning: str, which: int = 0) -> dict[str, Any]:
        return self.asked(beginning, which)["result"]

    def after(self, beginning: str, which: int = 0) -> int:
        """Return the number of the last event that a line recorded."""
        return self.asked(beginning, which)["events"][-1]["seq"]

    def sheet(self, who: str, at: int | None = None) -> dict[str, Any]:
        """Return a sheet at the end, or as it stood at an event."""
        point = [] if at is None else ["at", f"#{at}"]
        return json.loads(run("--json", self.path, "sheet", who, *point))["result"]


def shown(sheet: dict[str, Any]) -> dict[str, str]:
    """Unmodified levels as a sheet shows them: 4 (+11/16), or just 5."""
    return {
        name: f"{t['level']} (+{t['progress']}/{t['needed']})" if t["progress"] else f"{t['level']}"
        for name, t in sheet["traits"].items()
    }


def carried(sheet: dict[str, Any]) -> list[str]:
    """Return the inventory, a string for each entry: how many, what, its condition, and what it lies in."""
    return [
        f"{line['quantity']} {line['item']}{' (' + line['note'] + ')' if line['note'] else ''} < {line['in']}"
        for line in sheet["inventory"]
    ]


def terms(result: dict[str, Any]) -> tuple[int, int, int, int]:
    """L, A, R and the total of a check, or of one side of a contest."""
    return result["level"], sum(part["value"] for part in result["modifiers"]), result["roll"], result["total"]


def percent(chance: float) -> str:
    return f"{chance * 100:.4f}"


Player = Callable[[str], Evening]


@pytest.fixture(scope="module")
def play() -> Iterator[Player]:
    """Play a script, once for all tests."""
    played: dict[str, Evening] = {}
    with folder() as place:

        def play(name: str) -> Evening:
            if name not in played:
                path = Path(place) / f"{name}.db"
                lines = run("--json", path, script=SCRIPTS[name].read_bytes()).splitlines()
                played[name] = Evening(path, [json.loads(line) for line in lines])
            return played[name]

        yield play


TEAPOT, JEWELS, ARCHER, RACE, ARMS, DISPUTE, CLIFF, FAIR, PLATEAU, WARGS, QUIET, MIST, SALT, DEMO = (
    "1-golden-teapot",
    "2-kotorikh-and-obazana",
    "3-archer",
    "4-race",
    "5-arm-wrestling",
    "6-the-dispute",
    "7-fudge-cliff",
    "8-fudge-fair",
    "9-polyhedral-plateau",
    "10-lite-wargs",
    "11-lite-quiet",
    "12-lite-mist",
    "13-peupfudge-salt",
    "demo",
)


def test_there_are_thirteen_evenings_and_a_demo() -> None:
    peupfudge = TEAPOT, JEWELS, ARCHER, RACE, ARMS, DISPUTE, SALT, DEMO
    assert set(SCRIPTS) == {*peupfudge, CLIFF, FAIR, PLATEAU, WARGS, QUIET, MIST}


@pytest.mark.rule("EV-02")
@pytest.mark.parametrize("name", SCRIPTS)
def test_every_evening_begins_with_its_title_and_ends_every_session_it_starts(play: Player, name: str) -> None:
    commands = [outcome["command"] for outcome in play(name).outcomes]
    assert re.fullmatch(r"new (peupfudge|fudge|polyhedral|fudge-lite) .+", commands[0])
    assert len([c for c in commands if c == "session end"]) == len([c for c in commands if c.startswith("session s")])


# --- the golden teapot -------------------------------------------------------------------------------------


@pytest.mark.rule("WX-PF-1")
@pytest.mark.parametrize("name", [TEAPOT, DEMO])
def test_the_mage_starts_at_construction_magic_6_with_22_of_64(play: Player, name: str) -> None:
    evening = play(name)
    start = evening.sheet("Ilse", evening.after('give Ilse "Scroll of Magical Bridge"'))
    assert shown(start) == {"Construction Magic": "6 (+22/64)", "Mycology": "0"}
    assert start["traits"]["Construction Magic"]["xp"] == 85
    assert carried(start) == ["1 pack < back", "1 Scroll of Magical Bridge < pack"]


@pytest.mark.rule("WX-PF-1", "PF-13", "PF-39", "PF-51")
@pytest.mark.parametrize("name", [TEAPOT, DEMO])
def test_the_bridge_needs_two_pluses_and_gets_three(play: Player, name: str) -> None:
    check = play(name).result('check Ilse "Construction Magic"')
    assert terms(check) == (6, -1, 3, 8)
    assert [part["reason"] for part in check["modifiers"]] == ["Shroom Belly"]
    assert (check["difficulty"], check["margin"], check["success"]) == (7, 1, True)
    assert (check["dice"], check["faces"], check["physical"]) == ("4dF", [1, 1, 1, 0], True)
    assert (check["needed"], check["odds_exact"], percent(check["odds"])) == (2, "15/81", "18.5185")


@pytest.mark.rule("WX-PF-1", "PF-50")
@pytest.mark.parametrize("name", [TEAPOT, DEMO])
def test_the_odds_of_the_bridge_are_known_before_the_dice_fall(play: Player, name: str) -> None:
    odds = play(name).result('odds Ilse "Construction Magic"')
    assert (odds["needed"], odds["chance_exact"], percent(odds["chance"])) == (2, "15/81", "18.5185")


@pytest.mark.rule("WX-PF-1", "PF-25")
@pytest.mark.parametrize("name", [TEAPOT, DEMO])
def test_mycology_is_used_before_xp_goes_there_and_without_success(play: Player, name: str) -> None:
    assert play(name).result("check Ilse Mycology")["success"] is False


@pytest.mark.rule("WX-PF-1", "PF-22", "PF-23")
@pytest.mark.parametrize("name", [TEAPOT, DEMO])
def test_ten_xp_for_the_teapot_become_seven_and_three(play: Player, name: str) -> None:
    evening = play(name)
    awarded = evening.sheet("Ilse", evening.after("award Ilse 10"))
    assert awarded["xp"] == {"awarded": 95, "spent": 85, "taken": 0, "unspent": 10, "bonus": 0}
    first, second = evening.asked("spend Ilse 7")["events"]
    assert (first["trait"], first["amount"], second["trait"], second["amount"]) == (
        "Construction Magic",
        7,
        "Mycology",
        3,
    )
    award = evening.after("award Ilse 10")
    assert (first["draws"], second["draws"]) == ([[award, 7]], [[award, 3]])
    halfway = evening.sheet("Ilse", first["seq"])
    assert shown(halfway) == {"Construction Magic": "6 (+29/64)", "Mycology": "0"}


@pytest.mark.rule("WX-PF-1")
@pytest.mark.parametrize("name", [TEAPOT, DEMO])
def test_the_mage_ends_with_the_teapot_and_nothing_left_to_spend(play: Player, name: str) -> None:
    end = play(name).sheet("Ilse")
    trained = {trait: level for trait, level in shown(end).items() if level != "0"}
    assert trained == {"Construction Magic": "6 (+29/64)", "Mycology": "2"}
    assert (end["traits"]["Construction Magic"]["xp"], end["traits"]["Mycology"]["xp"]) == (92, 3)
    assert end["xp"] == {"awarded": 95, "spent": 95, "taken": 0, "unspent": 0, "bonus": 0}
    assert end["properties"] == ["Shroom Belly"]
    assert carried(end) == ["1 pack < back", "1 Scroll of Magical Bridge < pack", "1 golden teapot < pack"]


# --- Kotorikh and Obazana ----------------------------------------------------------------------------------

START_OF_KOTORIKH = {"Muscle": "0", "Charisma": "0", "Perception": "4 (+11/16)", "Knowledge": "5"}
START_OF_OBAZANA = {"Muscle": "4 (+6/16)", "Charisma": "3 (+6/8)", "Perception": "3", "Knowledge": "3 (+2/8)"}

PACK_OF_KOTORIKH = [
    "1 pack < back",
    "1 magnifying glass < pack",
    "1 map < pack",
    "1 guide to regional plants < pack",
    "1 book of myths < pack",
    "8 sheets of parchment < pack",
    "1 vial of ink (full) < pack",
    "1 quill < pack",
    "1 old shovel (worn) < pack",
    "1 sling < pack",
    "1 pouch < pack",
    "12 stones < pouch",
]
PACK_OF_OBAZANA = [
    "1 iron armour < body",
    "1 pack < back",
    "1 quality iron sword < pack",
    "1 quality iron axe < pack",
    "1 pocket knife < pack",
    "1 shard of flint < pack",
    "1 smithing hammer < pack",
    "1 whetstone < pack",
    "1 pouch < pack",
    "10 rare jewels < pouch",
]


@pytest.mark.rule("WX-PF-2", "PF-30")
@pytest.mark.parametrize("name", [JEWELS, DEMO])
def test_both_start_with_fifty_xp_to_spend(play: Player, name: str) -> None:
    evening = play(name)
    for who in ("Kotorikh", "Obazana"):
        awards = [e for o in evening.outcomes for e in o.get("events", []) if e["type"] == "XpAwarded"]
        (award,) = [event for event in awards if event["character"] == who]
        assert award["amount"] == 50
        assert evening.sheet(who, award["seq"])["xp"]["unspent"] == 50


@pytest.mark.rule("WX-PF-2", "ER-02")
@pytest.mark.parametrize("name", [JEWELS, DEMO])
def test_what_kotorikh_has_practised_and_what_he_was_born_with_are_two_steps(play: Player, name: str) -> None:
    evening = play(name)
    spent = evening.sheet("Kotorikh", evening.after("spend Kotorikh"))
    assert shown(spent) == START_OF_KOTORIKH | {"Perception": "4 (+4/16)"}
    assert spent["traits"]["Perception"]["xp"] == 19
    gained = evening.sheet("Kotorikh", evening.after("gain Kotorikh"))
    assert shown(gained) == START_OF_KOTORIKH
    assert gained["traits"]["Perception"]["xp"] == 26


@pytest.mark.rule("WX-PF-2", "ER-01", "ER-42", "PF-31")
@pytest.mark.parametrize("name", [JEWELS, DEMO])
def test_the_gift_of_the_observer_is_seven_and_outside_the_fifty(play: Player, name: str) -> None:
    sheet = play(name).sheet("Kotorikh")
    assert sheet["xp"] == {"awarded": 50, "spent": 50, "taken": 0, "unspent": 0, "bonus": 7}
    assert sum(trait["xp"] for trait in sheet["traits"].values()) == 57


@pytest.mark.rule("WX-PF-2")
@pytest.mark.parametrize("name", [JEWELS, DEMO])
def test_obazanas_fifty_go_into_four_abilities(play: Player, name: str) -> None:
    evening = play(name)
    sheet = evening.sheet("Obazana", evening.after("spend Obazana"))
    assert shown(sheet) == START_OF_OBAZANA
    assert [trait["xp"] for trait in sheet["traits"].values()] == [21, 13, 7, 9]
    assert sheet["xp"]["unspent"] == 0
    assert evening.sheet("Obazana")["properties"] == ["wealthy"]


@pytest.mark.rule("WX-PF-2", "PF-37")
@pytest.mark.parametrize("name", [JEWELS, DEMO])
def test_their_levels_have_the_game_masters_words(play: Player, name: str) -> None:
    words = [
        [trait["interpretation"] for trait in play(name).sheet(who)["traits"].values()]
        for who in ("Kotorikh", "Obazana")
    ]
    assert words == [["below poor", "below poor", "decent", "decent"], ["decent", "poor", "poor", "poor"]]


@pytest.mark.rule("WX-PF-2", "PF-08", "ER-03", "ER-04")
@pytest.mark.parametrize("name", [JEWELS, DEMO])
def test_kotorikh_carries_twelve_entries_three_deep(play: Player, name: str) -> None:
    inventory = play(name).sheet("Kotorikh")
    assert carried(inventory) == PACK_OF_KOTORIKH
    assert [line["depth"] for line in inventory["inventory"]] == [0] + 10 * [1] + [2]


@pytest.mark.rule("WX-PF-2", "PF-08")
@pytest.mark.parametrize("name", [JEWELS, DEMO])
def test_obazana_carries_ten_entries_and_nine_after_the_theft(play: Player, name: str) -> None:
    evening = play(name)
    theft = evening.after("drop Obazana")
    before = evening.sheet("Obazana", theft - 1)
    assert carried(before) == PACK_OF_OBAZANA
    assert [line["depth"] for line in before["inventory"]] == [0, 0] + 7 * [1] + [2]
    assert carried(evening.sheet("Obazana", theft)) == PACK_OF_OBAZANA[:9]
    assert carried(evening.sheet("Obazana")) == PACK_OF_OBAZANA[:9]


@pytest.mark.rule("WX-PF-2", "PF-39")
@pytest.mark.parametrize("name", [JEWELS, DEMO])
@pytest.mark.parametrize(
    ("who", "sum_of", "faces", "needed", "ways", "chance"),
    [
        ("Kotorikh", (4, -1, -1, 2), [-1, 0, 0, 0], 0, "50/81", "61.7284"),
        ("Obazana", (3, -1, 0, 2), [1, -1, 0, 0], 1, "31/81", "38.2716"),
    ],
)
def test_neither_wakes_up_to_the_thief(
    play: Player,
    name: str,
    who: str,
    sum_of: tuple[int, int, int, int],
    faces: list[int],
    needed: int,
    ways: str,
    chance: str,
) -> None:
    check = play(name).result(f"check {who} Perception")
    assert terms(check) == sum_of
    assert [(part["reason"], part["source"]) for part in check["modifiers"]] == [("Energy: Tired", "status")]
    assert (check["dice"], check["faces"], check["physical"]) == ("4dF", faces, True)
    assert (check["difficulty"], check["margin"], check["success"]) == (3, -1, False)
    assert (check["needed"], check["odds_exact"], percent(check["odds"])) == (needed, ways, chance)


@pytest.mark.rule("WX-PF-2", "PF-67")
@pytest.mark.parametrize("name", [JEWELS, DEMO])
@pytest.mark.parametrize("who", ["Kotorikh", "Obazana"])
def test_the_night_turns_tired_into_neutral(play: Player, name: str, who: str) -> None:
    evening = play(name)
    (slept,) = evening.asked(f"status {who} Energy up")["events"]
    assert (slept["before"], slept["state"], slept["trigger"]) == ("Tired", "Neutral", "a night's sleep")
    assert evening.sheet(who, slept["seq"] - 1)["statuses"] == {"Energy": "Tired"}
    assert evening.sheet(who)["statuses"] == {"Energy": "Neutral"}


@pytest.mark.rule("WX-PF-2")
@pytest.mark.parametrize("name", [JEWELS, DEMO])
def test_the_night_changes_no_level(play: Player, name: str) -> None:
    assert shown(play(name).sheet("Kotorikh")) == START_OF_KOTORIKH
    assert shown(play(name).sheet("Obazana")) == START_OF_OBAZANA


def test_the_demo_takes_back_a_slip_of_the_fingers(play: Player) -> None:
    evening = play(DEMO)
    slip = evening.after("give Obazana 100")
    assert "100 rare jewels < pouch" in carried(evening.sheet("Obazana", slip))
    assert evening.result("undo")["undone"] == [slip]
    assert carried(evening.sheet("Obazana", evening.after("undo"))) == PACK_OF_OBAZANA[:9]


def test_the_demo_ends_with_the_sheets_of_kotorikh_and_obazana(play: Player) -> None:
    assert [outcome["command"] for outcome in play(DEMO).outcomes[-2:]] == ["sheet Kotorikh", "sheet Obazana"]


# --- the archer --------------------------------------------------------------------------------------------


@pytest.mark.rule("WX-PF-3", "PF-26", "PF-27", "PF-28", "ER-09")
def test_a_year_of_practice_is_24_xp_and_difficulty_4(play: Player) -> None:
    evening = play(ARCHER)
    (rate,) = evening.asked("practice 1 month =")["events"]
    assert (rate["amount"], rate["unit"], rate["xp"]) == (1, "month", 2)
    assert evening.result("practice 12 months") == {"xp": 24, "level": 4, "progress": 9, "needed": 16, "difficulty": 4}


@pytest.mark.rule("WX-PF-3", "PF-29")
def test_three_casual_months_are_worth_3_xp(play: Player) -> None:
    evening = play(ARCHER)
    assert evening.result("practice 3 months")["xp"] == 3
    assert shown(evening.sheet("Wren", evening.after("spend Wren"))) == {"Archery": "2"}


@pytest.mark.rule("WX-PF-3", "PF-50", "PF-51", "ER-07")
def test_the_arrow_misses_by_three_without_bad_luck(play: Player) -> None:
    check = play(ARCHER).result("check Wren Archery")
    assert terms(check) == (2, 0, -1, 1)
    assert (check["difficulty"], check["margin"], check["success"], check["extreme"]) == (4, -3, False, 0)
    assert (check["dice"], check["faces"], check["physical"]) == ("4dF", [-1, -1, 1, 0], True)
    assert (check["needed"], check["odds_exact"], percent(check["odds"])) == (2, "15/81", "18.5185")


@pytest.mark.rule("WX-PF-3")
def test_a_shot_leaves_the_archer_as_she_was(play: Player) -> None:
    end = play(ARCHER).sheet("Wren")
    assert shown(end) == {"Archery": "2"}
    assert end["traits"]["Archery"]["xp"] == 3
    assert end["xp"] == {"awarded": 3, "spent": 3, "taken": 0, "unspent": 0, "bonus": 0}


# --- the race ----------------------------------------------------------------------------------------------


@pytest.mark.rule("WX-PF-4", "PF-50", "PF-54")
def test_polthova_can_hardly_lose_before_the_dice_fall(play: Player) -> None:
    odds = play(RACE).result("odds Gromanno Fitness")
    chances = {name: percent(chance) for name, chance in odds["chances"].items()}
    assert chances == {"Gromanno": "0.1169", "Nyrv": "0.9450", "Polthova": "95.4631"}
    assert percent(odds["tie"]) == "3.4751"
    in_all = 27**3
    assert odds["chances"] == {"Gromanno": 23 / in_all, "Nyrv": 186 / in_all, "Polthova": 18790 / in_all}
    assert odds["tie"] == 684 / in_all


@pytest.mark.rule("WX-PF-4", "PF-09", "PF-13", "PF-54", "PF-56", "PF-58")
def test_nyrv_wins_by_one(play: Player) -> None:
    race = play(RACE).result("contest Gromanno Fitness")
    sides = {side["character"]: (terms(side), side["place"], side["faces"]) for side in race["participants"]}
    assert sides == {
        "Gromanno": ((2, 1, 0, 3), 3, [1, -1, 0]),
        "Nyrv": ((5, -1, 2, 6), 1, [1, 1, 0]),
        "Polthova": ((8, 0, -3, 5), 2, [-1, -1, -1]),
    }
    assert (race["dice"], race["winner"], race["tied"], race["relative"]) == ("3dF", "Nyrv", [], 1)
    assert all(side["physical"] for side in race["participants"])


@pytest.mark.rule("WX-PF-4", "PF-43")
def test_every_modifier_of_the_race_says_where_it_comes_from(play: Player) -> None:
    race = play(RACE).result("contest Gromanno Fitness")
    assert {side["character"]: side["modifiers"] for side in race["participants"]} == {
        "Gromanno": [{"value": 1, "reason": "old running shoes", "source": "item"}],
        "Nyrv": [{"value": -1, "reason": "poor low-light vision", "source": "property"}],
        "Polthova": [],
    }


@pytest.mark.rule("WX-PF-4", "PF-03", "PF-37")
def test_the_runners_are_who_they_are_and_nyrv_has_the_marbles(play: Player) -> None:
    evening = play(RACE)
    sheets = [evening.sheet(who) for who in ("Gromanno", "Nyrv", "Polthova")]
    assert [sheet["kind"] for sheet in sheets] == ["pc", "npc", "pc"]
    fitness = [sheet["traits"]["Fitness"] for sheet in sheets]
    assert [(trait["level"], trait["interpretation"]) for trait in fitness] == [
        (2, "poor"),
        (5, "decent"),
        (8, "excellent"),
    ]
    assert carried(sheets[1]) == ["1 set of exquisite marbles < None"]


# --- arm wrestling -----------------------------------------------------------------------------------------


def strength(sheet: dict[str, Any]) -> tuple[int, int, int, int]:
    """Unmodified level, modifier, what they make together, and all XP in it."""
    trait = sheet["traits"]["Strength"]
    return trait["level"], trait["modifier"], trait["effective"], trait["xp"]


@pytest.mark.rule("WX-PF-5", "PF-32", "PF-34", "PF-35")
def test_three_strengths_that_are_not_what_they_seem(play: Player) -> None:
    evening = play(ARMS)
    start = evening.after("rules contest-dice 1dF")
    assert strength(evening.sheet("Tolly", start)) == (3, -1, 2, 7)
    assert strength(evening.sheet("Emmet", start)) == (7, -50, -43, 127)
    rivet = evening.sheet("Rivet", start)
    assert strength(rivet) == (3, 0, 3, 7)
    assert rivet["traits"]["Strength"]["conditional"] == {"left-arm": 5}


@pytest.mark.rule("WX-PF-5", "PF-57")
def test_with_one_die_the_hobbit_cannot_beat_the_cyborg(play: Player) -> None:
    assert play(ARMS).result("odds Tolly Strength")["chances"] == {"Tolly": 0.0, "Rivet": 1.0}


@pytest.mark.rule("WX-PF-5", "PF-54", "PF-57", "ER-08")
@pytest.mark.parametrize(
    ("match", "sides", "winner", "by"),
    [
        (0, {"Tolly": (2, 0, 1, 3), "Rivet": (5, 0, -1, 4)}, "Rivet", 1),
        (1, {"Tolly": (2, -1, -1, 0), "Emmet": (-43, 0, 1, -42)}, "Tolly", 42),
    ],
)
def test_each_match_has_its_own_a(
    play: Player, match: int, sides: dict[str, tuple[int, int, int, int]], winner: str, by: int
) -> None:
    contest = play(ARMS).result("contest Tolly Strength", match)
    assert {side["character"]: terms(side) for side in contest["participants"]} == sides
    assert (contest["dice"], contest["winner"], contest["tied"], contest["relative"]) == ("1dF", winner, [], by)
    assert {side["character"]: side["place"] for side in contest["participants"]} == {
        who: 1 if who == winner else 2 for who in sides
    }


@pytest.mark.rule("WX-PF-5", "PF-32")
def test_nine_xp_take_the_hobbit_to_4_of_which_3_count(play: Player) -> None:
    sheet = play(ARMS).sheet("Tolly")
    assert strength(sheet) == (4, -1, 3, 16)
    assert shown(sheet) == {"Strength": "4 (+1/16)"}


@pytest.mark.rule("WX-PF-5")
def test_training_metal_gives_nothing(play: Player) -> None:
    sheet = play(ARMS).sheet("Rivet")
    assert strength(sheet) == (3, 0, 3, 7)
    assert sheet["xp"] == {"awarded": 0, "spent": 0, "taken": 0, "unspent": 0, "bonus": 0}


@pytest.mark.rule("WX-PF-5", "PF-17", "PF-34")
def test_the_ant_pays_128_xp_for_level_8_and_counts_as_42_below_nothing(play: Player) -> None:
    evening = play(ARMS)
    (spent,) = evening.asked("raise Emmet Strength")["events"]
    assert spent["amount"] == 128
    sheet = evening.sheet("Emmet")
    assert strength(sheet) == (8, -50, -42, 255)
    assert shown(sheet) == {"Strength": "8"}


# --- the cliff ---------------------------------------------------------------------------------------------


def tried(result: dict[str, Any]) -> tuple[int, int, int, str, int, bool]:
    """L, A, R, the degree they make, the margin, and whether that is a success."""
    level, a, roll, _ = terms(result)
    return level, a, roll, result["degree"], result["margin"], result["success"]


@pytest.mark.rule("WX-FU-18", "FU-12", "FU-17", "FU-40")
@pytest.mark.parametrize(
    ("line", "exact", "chance", "needs"),
    [
        ("odds Parri Climbing vs 1", "66/81", "81.4815", -1),
        ("odds Mickey Climbing vs 1", "50/81", "61.7284", 0),
        ("odds Arnold Climbing vs 1", "5/81", "6.1728", 3),
        ("odds Arnold Climbing vs -2", "50/81", "61.7284", 0),
    ],
)
def test_what_it_takes_to_climb_with_and_without_a_rope(
    play: Player, line: str, exact: str, chance: str, needs: int
) -> None:
    odds = play(CLIFF).result(line)
    assert (odds["chance_exact"], percent(odds["chance"]), odds["needed"]) == (exact, chance, needs)


@pytest.mark.rule("WX-FU-18")
def test_parri_is_up_mickey_is_stuck_and_the_rope_brings_him_up(play: Player) -> None:
    evening = play(CLIFF)
    assert tried(evening.result("check Parri")) == (2, 0, 1, "Superb", 2, True)
    assert tried(evening.result("check Mickey")) == (1, 0, -1, "Fair", -1, False)
    roped = evening.result("check Mickey", 1)
    assert tried(roped) == (1, 0, 0, "Good", 3, True)
    assert (roped["difficulty"], roped["against"], roped["needed"]) == (-2, "Poor", -3)
    assert (roped["odds_exact"], percent(roped["odds"])) == ("80/81", "98.7654")


@pytest.mark.rule("WX-FU-18", "FU-18")
def test_arnold_is_pulled_up_without_a_roll(play: Player) -> None:
    pulled = play(CLIFF).result("check Arnold Climbing")
    assert (pulled["level"], pulled["default"], pulled["roll"], pulled["success"]) == (-2, True, None, True)
    assert pulled["automatic"] == "tied to the rope and pulled up like a bucket"


# --- the fair ----------------------------------------------------------------------------------------------


@pytest.mark.rule("WX-FU-1", "ER-18")
def test_three_arrows_are_good_great_and_poor(play: Player) -> None:
    arrows = [tried(play(FAIR).result("check Nathaniel Bow", which)) for which in range(3)]
    assert arrows == [
        (1, 0, 0, "Good", 1, True),
        (1, 0, 1, "Great", 2, True),
        (1, 0, -3, "Poor", -2, False),
    ]


@pytest.mark.rule("WX-FU-2")
def test_captain_wallop_flies_better_than_superb(play: Player) -> None:
    check = play(FAIR).result('check "Captain Wallop" Piloting')
    assert tried(check) == (2, 0, 2, "Superb +1", 2, True)
    assert (check["total"], check["needed"], check["odds_exact"], percent(check["odds"])) == (4, 0, "50/81", "61.7284")


@pytest.mark.rule("WX-FU-3")
def test_the_poem_is_great(play: Player) -> None:
    assert tried(play(FAIR).result("check Nathaniel Poetry"))[:4] == (0, 0, 2, "Great")


@pytest.mark.rule("WX-FU-4", "WX-FU-5", "WX-FU-6")
def test_dice_of_every_kind_are_read_alike(play: Player) -> None:
    rolls = [each["result"] for each in play(FAIR).outcomes if each["command"].startswith("roll")]
    assert [(roll["dice"], roll["faces"], roll["roll"], roll["degree"]) for roll in rolls] == [
        ("4dF", [1, 1, 0, -1], 1, "Good"),
        ("4d6-lowest", [3, 4, 3, 3], 0, "Fair"),
        ("4d6-lowest", [1, 1, 2, 4], 1, "Good"),
        ("3d6", [3, 3, 6], 1, "Good"),
    ]


@pytest.mark.rule("WX-FU-7", "WX-FU-9")
@pytest.mark.parametrize("line", ["odds Nathaniel Poetry vs 1", "odds Jill nothing vs 1"])
def test_fair_reaches_good_two_times_in_five(play: Player, line: str) -> None:
    odds = play(FAIR).result(line)
    assert (odds["chance_exact"], percent(odds["chance"]), odds["needed"]) == ("31/81", "38.2716", 1)


@pytest.mark.rule("WX-FU-8", "FU-46")
def test_good_beats_mediocre_by_two_and_the_other_way_round(play: Player) -> None:
    bout = play(FAIR).result("contest Joe Sword")
    assert [(side["character"], side["degree"], side["relative"]) for side in bout["participants"]] == [
        ("Joe", "Good", 2),
        ("Madge", "Mediocre", -2),
    ]


@pytest.mark.rule("WX-FU-10")
def test_willie_bats_at_superb_4(play: Player) -> None:
    check = play(FAIR).result("check Willie Batting")
    assert (check["total"], check["degree"], check["extreme"], check["critical"]) == (7, "Superb +4", 1, None)


@pytest.mark.rule("WX-FU-11")
def test_joe_fights_fairly_while_hurt_and_well_when_healed(play: Player) -> None:
    bouts = [tried(play(FAIR).result("check Joe Sword", which))[:4] for which in range(2)]
    assert bouts == [(1, -1, 0, "Fair"), (1, 0, 0, "Good")]


@pytest.mark.rule("WX-FU-12")
def test_fine_picks_make_jill_fair(play: Player) -> None:
    check = play(FAIR).result("check Jill Lockpicking")
    assert tried(check)[:4] == (-1, 1, 0, "Fair")
    assert check["modifiers"] == [{"value": 1, "reason": "fine picks", "source": "item"}]


@pytest.mark.rule("WX-FU-13")
def test_anthropology_helps_verne_and_then_stands_in(play: Player) -> None:
    mummies = [play(FAIR).result("check Verne Research", which) for which in range(2)]
    assert [tried(check)[:4] for check in mummies] == [(1, 1, 0, "Great"), (1, 2, 0, "Superb")]
    assert [check["modifiers"][0]["reason"] for check in mummies] == ["Anthropology", "Anthropology instead"]
    assert all(check["warnings"] == [] for check in mummies)


@pytest.mark.rule("WX-FU-14")
def test_jill_palms_coins_at_mediocre(play: Player) -> None:
    evening = play(FAIR)
    check = evening.result('check Jill "Sleight of Hand"')
    assert (check["level"], check["degree"], check["default"]) == (-1, "Mediocre", True)
    hands = evening.sheet("Jill")["traits"]
    assert (hands["Sleight of Hand"]["level_name"], hands["Dexterity"]["level_name"]) == ("Poor", "Superb")


@pytest.mark.rule("WX-FU-15")
@pytest.mark.parametrize(
    ("which", "degrees", "winner", "relative"),
    [(0, ["Great", "Great"], None, 0), (1, ["Great", "Superb"], "Joe", -1)],
)
def test_joe_is_not_convinced_and_then_not_fooled(
    play: Player, which: int, degrees: list[str], winner: str | None, relative: int
) -> None:
    talk = play(FAIR).result("contest Lisa Fast-Talk", which)
    assert [side["degree"] for side in talk["participants"]] == degrees
    assert (talk["winner"], talk["participants"][0]["relative"]) == (winner, relative)
    assert talk["tied"] == ([] if winner else ["Lisa", "Joe"])


@pytest.mark.rule("WX-FU-16")
def test_the_telepath_is_one_above_and_fails_all_the_same(play: Player) -> None:
    mind = play(FAIR).result("contest Lisa Telepathy")
    assert [side["degree"] for side in mind["participants"]] == ["Mediocre", "Poor"]
    assert (mind["participants"][0]["relative"], mind["winner"], mind["least"]) == (1, None, 0)


@pytest.mark.rule("WX-FU-17")
def test_the_barmaid_helps_a_little_behind_the_screen(play: Player) -> None:
    evening = play(FAIR)
    reaction = evening.result("react Madge")
    assert [part["value"] for part in reaction["modifiers"]] == [1, 1, -2]
    assert (reaction["roll"], reaction["total"], reaction["degree"]) == (0, 0, "Fair")
    assert (reaction["reading"], reaction["secret"]) == ("helps a little, if it costs little", True)
    dice = evening.result("odds 4dF")
    assert (dice["pmf"]["0"], dice["at_least"]["0"]) == (19 / 81, 50 / 81)


# --- the plateau -------------------------------------------------------------------------------------------


@pytest.mark.rule("WX-PO-1", "PO-02", "PO-10")
def test_a_6_on_the_d8_is_a_great_climb(play: Player) -> None:
    check = play(PLATEAU).result("check Joe Climbing")
    assert (check["dice"], check["faces"], check["physical"]) == ("d8", [6], True)
    assert tried(check) == (5, 0, 6, "Great", 2, True)
    assert (check["needed"], check["odds_exact"], percent(check["odds"])) == (4, "5/8", "62.5000")


@pytest.mark.rule("WX-PO-2", "PO-19")
def test_two_1s_are_the_worst_that_can_be(play: Player) -> None:
    evening = play(PLATEAU)
    check = evening.result("check Joe Climbing", 1)
    assert (check["faces"], check["fumble"], check["degree"], check["success"]) == ([1, 1], True, "Abysmal", False)
    assert percent(1 - evening.result("odds Joe Climbing vs 1")["chance"]) == "1.5625"


@pytest.mark.rule("WX-PO-3", "PO-17", "PO-21")
def test_the_rope_is_caught_with_13(play: Player) -> None:
    evening = play(PLATEAU)
    odds = evening.result("odds Joe Agility")
    assert (odds["needed"], odds["chance_exact"], percent(odds["chance"])) == (7, "1/6", "16.6667")
    check = evening.result("check Joe Agility")
    assert (check["dice"], check["faces"], check["total"]) == ("d6", [6, 6, 1], 13)
    assert tried(check) == (4, 0, 13, "Legendary", 6, True)


@pytest.mark.rule("WX-PO-4", "PO-17")
def test_6_6_and_4_are_16(play: Player) -> None:
    roll = play(PLATEAU).result("roll")
    assert (roll["faces"], roll["total"], roll["degree"]) == ([6, 6, 4], 16, "Legendary")


@pytest.mark.rule("PO-23", "EV-15")
def test_the_whip_has_a_point_to_spend(play: Player) -> None:
    evening = play(PLATEAU)
    whip = evening.result("check Joe Whip")
    assert (terms(whip), whip["points"], whip["margin"]) == ((6, -1, 12, 11), 1, 3)
    assert evening.sheet("Joe", evening.after("check Joe Whip") - 1)["points"] == 1
    assert evening.sheet("Joe")["points"] == 0


# --- the river and the wargs -------------------------------------------------------------------------------


@pytest.mark.rule("WX-FL-1", "FL-27")
def test_the_river_takes_two_pluses(play: Player) -> None:
    evening = play(WARGS)
    odds = evening.result("odds Brannoc Athletics")
    assert (odds["needed"], odds["chance_exact"], percent(odds["chance"])) == (2, "15/81", "18.5185")
    assert tried(evening.result("check Brannoc Athletics")) == (0, 0, 2, "Great", 0, True)


@pytest.mark.rule("WX-FL-2", "FL-32")
def test_plain_dice_come_to_minus_2(play: Player) -> None:
    check = play(WARGS).result("check Ysolde Athletics")
    assert (check["dice"], check["faces"]) == ("4d6-as-dF", [1, 1, 2, 5])
    assert tried(check) == (0, 1, -2, "Mediocre", 0, True)


@pytest.mark.rule("FL-28", "FL-29")
def test_the_guard_is_met_and_that_is_enough(play: Player) -> None:
    check = play(WARGS).result("check Ysolde Streetwise")
    assert (check["difficulty"], check["opponent"], check["margin"], check["success"]) == (2, "Goblin", 0, True)


@pytest.mark.rule("WX-FL-3", "FL-10", "FL-133")
@pytest.mark.parametrize(
    ("line", "which", "came", "needed", "exact"),
    [
        ("check Ysolde Intelligence", 0, (-1, 0, -1, "Poor", -1, False), 0, "50/81"),
        ("check Ysolde Dexterity", 0, (-1, 0, -3, "Terrible", -3, False), 1, "31/81"),
        ("check Ysolde Dexterity", 1, (-1, 0, -1, "Poor", -2, False), 1, "31/81"),
    ],
)
def test_three_checks_against_the_wargs_fail(
    play: Player, line: str, which: int, came: tuple[object, ...], needed: int, exact: str
) -> None:
    check = play(WARGS).result(line, which)
    assert tried(check) == came
    assert (check["needed"], check["odds_exact"]) == (needed, exact)


@pytest.mark.rule("WX-FL-3", "FL-37", "FL-133")
def test_three_failures_and_the_evening_are_four_xp(play: Player) -> None:
    evening = play(WARGS)
    assert evening.sheet("Ysolde", evening.after("check Ysolde Dexterity", 1))["xp"]["awarded"] == 3
    assert [evening.sheet(who)["xp"]["unspent"] for who in ("Ysolde", "Brannoc", "Warg 1")] == [4, 1, 0]


@pytest.mark.rule("WX-FL-3", "FL-16", "FL-63")
def test_ysolde_has_both_minor_boxes_marked_and_one_warg_is_dead(play: Player) -> None:
    evening = play(WARGS)

    def track(who: str, at: int | None = None) -> list[tuple[int, int]]:
        (states,) = evening.sheet(who, at)["tracks"].values()
        return [(each["marked"], each["boxes"]) for each in states]

    assert track("Ysolde", evening.after("check Ysolde Intelligence")) == [(1, 2), (0, 2)]
    assert track("Ysolde", evening.after("check Ysolde Dexterity", 1)) == [(2, 2), (0, 2)]
    assert track("Ysolde") == [(2, 2), (0, 2)]
    assert (track("Warg 1"), track("Warg 2")) == ([(1, 1)], [(0, 1)])
    names = ("Ysolde", "Warg 1", "Warg 2", "Goblin", "Other Goblin", "Cultist")
    assert [evening.sheet(who)["out"] for who in names] == [None, "dead", None, None, None, None]


# --- eight sessions ----------------------------------------------------------------------------------------


@pytest.mark.rule("WX-FL-10", "FL-37", "FL-38", "FL-40")
def test_five_sessions_raise_stealth_to_good_and_three_more_to_great(play: Player) -> None:
    evening = play(QUIET)

    def at(beginning: str, which: int) -> tuple[str, int]:
        sheet = evening.sheet("Sparrow", evening.after(beginning, which))
        return sheet["traits"]["Stealth"]["level_name"], sheet["xp"]["unspent"]

    assert at("session end", 4) == ("Poor", 5)
    assert [at("raise", step) for step in range(3)] == [("Mediocre", 4), ("Fair", 3), ("Good", 1)]
    assert at("session end", 7) == ("Good", 4)
    assert at("raise", 3) == ("Great", 0)


@pytest.mark.rule("WX-FL-10", "FL-40")
def test_with_1_xp_left_the_step_to_great_is_refused(play: Player, tmp_path: Path) -> None:
    evening = play(QUIET)
    fork = tmp_path / "then.db"
    run(evening.path, "fork", fork, "at", f"#{evening.after('raise', 2)}")
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        assert main([str(fork), "raise", "Sparrow", "Stealth"]) == 1
    assert "Stealth to Great costs 4 XP; Sparrow has 1 to spend" in err.getvalue()


# --- what they print ---------------------------------------------------------------------------------------


def compared(name: str, text: str) -> None:
    """Compare what an evening printed with its file, or write the file if that is asked for."""
    file = TOLD / f"{name}.txt"
    if os.environ.get(REWRITE):
        file.write_text(masked(text), "utf-8")
    assert masked(text) == file.read_text("utf-8")


@pytest.mark.parametrize("name", SCRIPTS)
def test_an_evening_prints_what_its_file_says(name: str) -> None:
    with folder() as place:
        compared(name, run(Path(place) / f"{name}.db", script=SCRIPTS[name].read_bytes()))


@pytest.mark.parametrize("kept", ["memory", "postgresql"])
@pytest.mark.parametrize("name", SCRIPTS)
def test_an_evening_is_the_same_on_a_log_that_is_no_file(name: str, kept: str, request: pytest.FixtureRequest) -> None:
    locate = Memory().locate if kept == "memory" else request.getfixturevalue("server").find_place
    with folder() as place, patch("engine.store.files.FilePlace", locate):
        said = run(Path(place) / f"{name}.db", script=SCRIPTS[name].read_bytes())
        assert list(Path(place).glob("*.db*")) == []
    assert masked(said) == (TOLD / f"{name}.txt").read_text("utf-8")


@pytest.mark.parametrize("name", SCRIPTS)
def test_an_evening_writes_a_number_below_zero_with_a_real_minus(play: Player, name: str) -> None:
    """A hyphen stands before a digit only in what was typed, or is quoted to be typed."""
    path = play(name).path
    party = json.loads(run("--json", path, "party"))["result"]["characters"]
    looks = ["log", "party", "rules", "audit", *(f'sheet "{each["name"]}"' for each in party)]
    said = run(path, script="\n".join(looks).encode())
    told = [*(TOLD / f"{name}.txt").read_text("utf-8").splitlines(), *said.splitlines()]
    assert [line for line in told if hyphen_for_minus(line)] == []


def test_a_hyphen_for_a_minus_is_found_unless_it_was_typed() -> None:
    assert hyphen_for_minus("Strength -1")
    assert not any(map(hyphen_for_minus, ["> check Joe Strength -1", "as in “vs 3 -1”", "d4-2", "2026-11-21"]))


def test_no_file_is_left_of_an_evening_that_is_gone() -> None:
    assert {file.stem for file in TOLD.iterdir()} == set(SCRIPTS)


def test_the_demo_prints_the_same_in_a_process_of_its_own(tmp_path: Path) -> None:
    with SCRIPTS[DEMO].open("rb") as script:
        found = subprocess.run(
            [sys.executable, "-m", "shell", tmp_path / "demo.db"],
            stdin=script,
            capture_output=True,
            cwd=ROOT,
            env=os.environ | {"PYTHONIOENCODING": "utf-8"},
        )
    assert (found.returncode, found.stderr) == (0, b"")
    assert masked(found.stdout.decode()) == (TOLD / f"{DEMO}.txt").read_text("utf-8")


def test_masking_hides_hashes_and_times_and_nothing_else() -> None:
    groups = " ".join(["77b5"] * 8)
    line = f"head #87 77b592e57500d5f1 {groups} {64 * 'a'} 2026-11-21 04:36 2026-11-21T04:36:05.872Z 4 (+11/16) facade"
    assert masked(line) == "head #87 <hash> <hash> <hash> <time> <time> 4 (+11/16) facade"


def test_mana_that_runs_low_and_hunger_that_grows_are_in_the_rolls_while_they_last(play: Player) -> None:
    evening = play(SALT)
    weak = evening.asked("check Brock Muscle")["result"]
    assert (weak["level"], weak["total"], weak["success"]) == (2, 2, False)
    unread = evening.asked("check Sanna Knowledge")["result"]
    assert [(part["value"], part["reason"]) for part in unread["modifiers"]] == [(-1, "Mana: low")]
    assert unread["total"] == 2
    assert evening.asked("why Sanna Mana")["result"]["value"] == 12


def test_a_mist_that_turns_boats_round_is_told_to_players_without_its_secrets(play: Player) -> None:
    evening = play(MIST)
    altered = evening.asked("point Oskar alter")
    assert altered["events"][0]["text"].endswith("Poor, failure by 2")
    told = evening.asked("recap for players")["result"]["text"]
    assert "The bell comes up with the rope" in told
    assert "sank the bell herself" not in told
