"""Test magic: spells by what they reach, minor magic and its limits, and rituals."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from test_countdowns import play, refused

from shell.runner import Desk

#: A mage and somebody to bewitch.
SET_UP = """
new fudge-lite
pc Ann
npc Orc
trait Ann Magic Good
session start
"""


def cast(desk: Desk, what: str) -> dict[str, Any]:
    """Return the result of a spell."""
    result: dict[str, Any] = play(desk, f"spell Ann Magic {what} rolled 0")["result"]
    return result


def number(desk: Desk, line: str) -> int:
    """Return the number of the first event of a line."""
    return int(play(desk, line)["events"][0]["seq"])


@pytest.mark.rule("FL-35", "FL-36", "RT-07", "ER-36", "OC-25")
@pytest.mark.parametrize(
    ("what", "against"),
    [
        ("", "Poor"),
        ("range touch", "Poor"),
        ("range touch duration one action", "Mediocre"),
        ("range touch duration one action area one", "Mediocre"),
        ("range bowshot duration one action area one", "Fair"),
        ("range bowshot duration several", "Good"),
        ("range bowshot duration several area several", "Good"),
        ("range sight duration one action", "Great"),
        ("range sight duration scene area crowd", "Fair Superhuman"),
        ("area any", "Good Superhuman"),
        ("range any duration any area any", "Superb Superhuman"),
    ],
)
def test_a_spell_is_as_hard_as_the_farthest_that_it_reaches(desk: Desk, what: str, against: str) -> None:
    result = cast(desk, what)
    assert result["against"] == against
    assert sum(part["value"] for part in result["difficulty_parts"]) == result["difficulty"]


@pytest.mark.rule("FL-36", "ER-36")
def test_the_parts_of_a_spells_difficulty_are_recorded_and_can_be_added_to(desk: Desk) -> None:
    result = cast(desk, "+1 wand range sight duration scene hidden +1")
    assert [(part["value"], part["reason"]) for part in result["difficulty_parts"]] == [
        (2, "sight"),
        (1, "scene"),
        (1, "hidden"),
    ]
    assert (result["total"], result["margin"], result["success"]) == (2, -2, False)
    assert play(desk, "spell Ann Magic range bowshot succeeds luck")["result"]["success"]
    assert play(desk, "audit")["result"]["ok"]


def test_a_game_has_the_form_of_magic_that_its_rules_say(desk: Desk) -> None:
    assert "no minor magic and rituals" in refused(desk, "spell minor Ann Magic")
    assert "no minor magic and rituals" in refused(desk, "ritual Rain needs water")
    assert [band["least"] for band in play(desk, "spells")["result"]["bands"]] == [
        "Poor",
        "Fair",
        "Great",
        "Good Superhuman",
    ]
    play(desk, "rules magic minor and ritual")
    assert "no spells by range, duration and area" in refused(desk, "spell Ann Magic range touch")
    assert play(desk, "spells")["result"]["bands"] == []
    assert desk.do("spells").answer.text().startswith("“spell minor” casts minor magic")
    play(desk, "rules magic none")
    assert desk.do("spells").answer.text().startswith("this game has no magic")


@pytest.mark.rule("FL-121", "FL-122")
def test_minor_magic_is_against_fair_and_marks_or_clears_one_condition(desk: Desk) -> None:
    play(desk, "rules magic minor and ritual")
    result = play(desk, "spell minor Ann Magic rolled -1")["result"]
    assert (result["against"], result["success"], result["needed"]) == ("Fair", True, -1)
    assert result["odds_exact"] == "66/81"
    spell = number(desk, "spell minor Ann Magic rolled 0")
    assert "marks or clears one box, not 2" in refused(desk, f"mark Orc 2 of #{spell}")
    marked = number(desk, f"mark Orc of #{spell}")
    assert "not 2" in refused(desk, f"mark Orc of #{spell}")
    assert "not 2" in refused(desk, f"clear Orc of #{spell}")
    play(desk, f"undo #{marked} for a wrong name\nmark Ann")
    assert play(desk, f"clear Ann of #{spell}")["ok"]
    failed = number(desk, "spell minor Ann Magic rolled -4")
    assert f"the spell #{failed} failed" in refused(desk, f"mark Orc of #{failed}")
    assert f"depends on #{spell}" in refused(desk, f"undo #{spell}")


@pytest.mark.rule("FL-123")
def test_with_several_boxes_the_limit_of_minor_magic_is_a_fair_amount(desk: Desk) -> None:
    play(desk, "rules magic minor and ritual\nrules minor-magic-boxes 2")
    spell = number(desk, "spell minor Ann Magic rolled 0")
    assert "marks or clears 2 boxes, not 3" in refused(desk, f"mark Orc 3 of #{spell}")
    assert play(desk, f"mark Orc 2 of #{spell}")["ok"]


@pytest.mark.rule("FL-124", "FL-125", "EV-12")
def test_a_ritual_works_without_a_roll_once_it_has_all_that_it_needs(desk: Desk) -> None:
    play(desk, 'rules magic minor and ritual\nritual Rain needs "a silver bowl", "the old mill"')
    assert "Rain still lacks a silver bowl and the old mill" in refused(desk, "ritual Rain performed")
    mill = number(desk, "ritual Rain has mill for they walked there")
    assert "Rain still lacks a silver bowl" in refused(desk, "ritual Rain performed by Ann")
    assert "no need “mill”" in refused(desk, "ritual Rain has mill")
    play(desk, "ritual Rain has silver")
    done = play(desk, "ritual Rain performed by Ann")["events"]
    assert [(each["type"], each["character"]) for each in done] == [("RitualPerformed", "Ann")]
    assert "without a roll" in done[0]["text"]
    assert f"#{done[0]['seq']} depends on #{mill}" in refused(desk, f"undo #{mill}")
    assert play(desk, "spells")["result"]["rituals"] == []
    for line in ("ritual Rain performed", "ritual Rain has mill", "ritual Snow performed"):
        assert "is still to be performed" in refused(desk, line)


def test_a_script_casts_the_same_spells_again(desk: Desk, tmp_path: Path) -> None:
    cast(desk, "range sight duration one action hidden +1")
    play(desk, "rules magic minor and ritual\nspell minor Ann Magic rolled 0\nmark Orc of #8\nritual Rain needs water")
    play(desk, f'ritual Rain has water\nritual Rain performed\nexport "{tmp_path / "c.session"}"')
    with closing(Desk(tmp_path / "d.db")) as again:
        lines = (tmp_path / "c.session").read_text().splitlines()
        play(again, "\n".join(line for line in lines if line and not line.startswith("#")))
        texts = [[each["text"] for each in play(one, "log")["result"]["events"]] for one in (desk, again)]
        assert texts[0][5:] == texts[1][5:]
