"""Test traits that are ranges of levels: which end counts, and that this is said."""

from __future__ import annotations

import random
from contextlib import closing
from typing import Any

import pytest
from tabletop import play

from shell.runner import Desk

SET_UP = """
new fudge-lite
rules creation free
pc Ann
npc Wolf
trait Ann Sword Good
trait Wolf Bite Fair to Great, Howl Good
session start
"""

#: What is said of a roll in which the lower or the upper end counted.
LOWER = "Wolf's Bite is Fair to Great: Fair counts, and “best” takes Great"
UPPER = "Wolf's Bite is Fair to Great: Great counts"


def result(desk: Desk, line: str) -> Any:
    """Return the result of a line."""
    return play(desk, line)["result"]


def refusal(desk: Desk, line: str) -> str:
    """Return why a line is refused, with the hint."""
    fault = desk.do(line).as_json()["error"]
    return " | ".join(each for each in (fault["message"], fault["hint"]) if each)


@pytest.mark.rule("FL-65")
@pytest.mark.parametrize(("end", "level", "said"), [("", 0, LOWER), (" worst", 0, LOWER), (" best", 2, UPPER)])
def test_a_range_counts_at_its_lower_end_unless_best_is_said_and_the_answer_says_so(
    desk: Desk, end: str, level: int, said: str
) -> None:
    acting = result(desk, f"check Wolf Bite{end} vs Fair rolled 0")
    assert (acting["level"], acting["total"], acting["warnings"]) == (level, level, [said])
    resisting = result(desk, f"check Ann Sword vs Wolf Bite{end} +1 dark rolled 0")
    assert (resisting["difficulty"], resisting["warnings"]) == (level + 1, [said])
    sides = result(desk, f"contest Ann Sword rolled 0 vs Wolf Bite{end}")
    assert (sides["participants"][1]["level"], sides["warnings"]) == (level, [said])
    chances = result(desk, f"odds Wolf Bite{end} vs Fair")
    assert (chances["level"], chances["warnings"]) == (level, [said])
    assert result(desk, "check Ann Sword vs Fair")["warnings"] == []


@pytest.mark.rule("FL-65")
@pytest.mark.parametrize(
    ("line", "saying"),
    [
        ("check Wolf Howl best vs Fair", "Wolf's Howl is no range of levels | leave out “best”"),
        ("check Ann Sword vs Wolf Howl worst", "Wolf's Howl is no range of levels | leave out “worst”"),
        ("contest Ann Sword best vs Wolf Bite", "Ann's Sword is no range of levels | leave out “best”"),
        ("check Wolf nothing best vs Fair", "“nothing” is no range of levels"),
        ("check Wolf Bite best worst vs Fair", "one end of a range counts, not both"),
    ],
)
def test_an_end_of_what_is_no_range_is_refused(desk: Desk, line: str, saying: str) -> None:
    head = play(desk, "head")
    assert saying in refusal(desk, line)
    assert play(desk, "head") == head


@pytest.mark.rule("FL-65")
def test_a_roll_at_the_upper_end_is_not_stale_and_is_told_again(desk: Desk) -> None:
    seen = play(desk, "note first")["events"][0]["seq"]
    play(desk, "check Wolf Bite best vs Fair rolled 0\ncheck Ann Sword vs Wolf Bite best rolled 0")
    play(desk, f"contest Ann Sword rolled 0 vs Wolf Bite best\nundo #{seen}")
    assert [each["rule"] for each in result(desk, "audit")["findings"] if each["rule"] == "stale-check"] == []
    changed = play(desk, "trait Wolf Bite Fair to Superb")["events"][0]["seq"]
    play(desk, "check Wolf Bite best vs Fair rolled 0")
    (stale,) = result(desk, f"undo #{changed}")["stale"]
    assert (stale["recorded"]["level"], stale["corrected"]["level"]) == (3, 2)
    script = desk.place.file.with_suffix(".session")
    assert result(desk, f"export {script}")["unsaid"] == []
    lines = [line for line in script.read_text().splitlines() if line.startswith(("check", "contest"))]
    assert ["best" in line for line in lines] == [True, True, True, True]


@pytest.mark.rule("FL-65")
def test_players_are_not_told_that_a_level_that_they_do_not_see_is_an_end_of_a_range(desk: Desk) -> None:
    play(desk, "check Wolf Bite best vs Fair rolled 0\ncheck Ann Sword vs Wolf Bite best rolled 0")
    copy = desk.place.file.with_name("seen.jsonl")
    play(desk, f"export {copy} for players")
    assert '"best":true' not in copy.read_text()
    assert '"best_against":true' not in copy.read_text()


@pytest.mark.rule("FL-65")
def test_over_random_ranges_the_end_that_is_said_is_the_level_that_is_rolled(desk: Desk) -> None:
    dice = random.Random(5)
    for _ in range(25):
        low, high = sorted(dice.sample(range(-3, 4), 2))
        end = dice.choice(["", " best", " worst"])
        play(desk, f"trait Wolf Bite {low} to {high}")
        level = high if end == " best" else low
        assert result(desk, f"check Wolf Bite{end} vs 0 rolled 0")["total"] == level
        assert result(desk, f"check Ann Sword vs Wolf Bite{end} rolled 0")["difficulty"] == level
    script = desk.place.file.with_suffix(".session")
    play(desk, f"export {script}")
    with closing(Desk(desk.place.file.with_name("again.db"))) as again:
        play(again, "\n".join(line for line in script.read_text().splitlines() if line and line[0] != "#"))
        assert result(again, "sheet Wolf") == result(desk, "sheet Wolf")
