"""One line for several people, or several shares: one command, and an event for each."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest
from test_opposition import play

from shell.runner import Desk


def test_each_share_of_one_line_says_its_own_step(tmp_path: Path) -> None:
    with closing(Desk(tmp_path / "c.db")) as desk:
        play(desk, "new peupfudge\ndefine ability Chess\npc Ann\naward Ann 6")
        outcome = desk.do("spend Ann 3 on Chess, 3 on Chess")
        assert outcome.answer is not None
        first, second = outcome.answer.text().splitlines()[:2]
        assert first.endswith("in Chess: 0 → 2")
        assert second.endswith("in Chess: still 2, 3 of 4 towards 3")


@pytest.mark.rule("PF-67")
def test_a_status_is_moved_for_several_at_once(tmp_path: Path) -> None:
    with closing(Desk(tmp_path / "c.db")) as desk:
        play(desk, "new peupfudge\npc Ann\npc Bo\nnpc Orc\ndefine status Mood: Grim -1, Neutral 0, Merry +1")
        assert moved(desk, "status all Mood Merry for a good supper") == [("Ann", "Merry"), ("Bo", "Merry")]
        assert moved(desk, "status Orc, Ann Mood down") == [("Orc", "Grim"), ("Ann", "Neutral")]
        assert desk.do("status Ann, Ann Mood down").fault is not None


def moved(desk: Desk, line: str) -> list[tuple[str, str]]:
    """Return who was moved to which state by one command."""
    events = desk.do(line).events
    assert len({each["cmd"] for each in events}) == 1
    return [(each["character"], each["state"]) for each in events]


@pytest.mark.rule("PF-13")
def test_a_property_is_gained_and_lost_by_all_who_can(tmp_path: Path) -> None:
    with closing(Desk(tmp_path / "c.db")) as desk:
        play(desk, "new peupfudge\npc Ann\npc Bo\nnpc Orc\ndefine property Wet\ngain Ann Wet")
        assert [each["character"] for each in desk.do("gain all Wet").events] == ["Bo"]
        assert desk.do("gain all Wet").fault is not None
        assert [each["character"] for each in desk.do("lose Bo, Ann Wet").events] == ["Bo", "Ann"]
        assert desk.do("lose all Wet").fault is not None


def test_things_are_given_to_several_and_each_heap_is_its_own(tmp_path: Path) -> None:
    with closing(Desk(tmp_path / "c.db")) as desk:
        play(desk, "new peupfudge\npc Ann\npc Bo\ngive Ann 2 torches")
        assert [each["character"] for each in desk.do("give Ann, Bo 3 torches").events] == ["Ann", "Bo"]
        held = [play(desk, f"sheet {who}")["inventory"][0]["quantity"] for who in ("Ann", "Bo")]
        assert held == [5, 3]
        play(desk, "undo")
        assert not play(desk, "sheet Bo")["inventory"]


@pytest.mark.rule("PF-11", "FL-22")
def test_who_cannot_act_is_left_out_of_a_group_check(tmp_path: Path) -> None:
    with closing(Desk(tmp_path / "c.db")) as desk:
        play(desk, "new peupfudge\ndefine ability Stealth\npc Ann\npc Bo\npc Cy\ndefine status Life: Dying out, Well")
        play(desk, "status Bo Life Dying\nout Cy dead")
        why = {"Bo": "Bo is Dying, and cannot act", "Cy": "Cy is out of play: dead"}
        for line, acting, left_out in (
            ("check all Stealth vs 3", ["Ann"], why),
            ("ann, bo stealth 3", ["Ann"], {"Bo": why["Bo"]}),
            ("check Ann, Cy Stealth vs 3", ["Ann"], {"Cy": why["Cy"]}),
            ("check Cy, Bo Stealth vs 3 anyway", ["Cy", "Bo"], {}),
            ("check all Stealth vs 3 anyway", ["Ann"], why),
        ):
            found = play(desk, line)
            assert ([each["character"] for each in found["checks"]], found["left_out"]) == (acting, left_out), line
        answer = desk.do("check all Stealth vs 3").answer
        assert answer is not None
        assert answer.text().endswith("left out: Bo is Dying, and cannot act; Cy is out of play: dead")
        refused = desk.do("status Ann Life Dying").fault or desk.do("all stealth 3").fault
        assert refused is not None
        assert refused.message.startswith("nobody is left to check: Ann is Dying, and cannot act; Bo")


@pytest.mark.rule("PF-05")
def test_the_beginning_of_a_listed_trait_is_that_trait_when_it_is_given(tmp_path: Path) -> None:
    with closing(Desk(tmp_path / "c.db")) as desk:
        play(desk, 'new peupfudge\ndefine ability Perception, "Construction Magic", Perfume\npc Ann')
        play(desk, "trait Ann perc 2, magic 3")
        levels = {name: each["level"] for name, each in play(desk, "sheet Ann")["traits"].items()}
        assert levels == {"Perception": 2, "Construction Magic": 3, "Perfume": 0}
        for line, said in (("trait Ann per 2", "could be Perception or Perfume"), ("trait Ann Swim 2", "no ability")):
            refused = desk.do(line).fault
            assert refused is not None
            assert said in refused.message


@pytest.mark.rule("FL-81")
def test_an_unknown_property_of_fudge_lite_is_most_likely_a_gift(tmp_path: Path) -> None:
    with closing(Desk(tmp_path / "c.db")) as desk:
        play(desk, "new fudge-lite\npc Bero")
        refused = desk.do('gain bero "Night Vision"').fault
        assert refused is not None
        assert refused.hint == '“define gift "Night Vision"” adds one'
        play(desk, 'define gift "Night Vision"\ngain bero "Night Vision"')
