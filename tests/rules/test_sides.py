"""A side of a contest takes what a check takes, and means the same by it."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from given import folder
from hypothesis import given, settings
from hypothesis import strategies as st
from test_opposition import duel, play

from shell.runner import Desk

LEVELS = ["Poor", "Mediocre", "Fair", "Good", "Great"]
WORLD = """
rules npc-dice diceless
rules check-dice 4dF
rules contest-dice 4dF
rules automatic-at none
rules certain-rolls on
trait Lisa Tactics Good
"""
ADDED = [
    "less 1",
    "less 2",
    "and Tactics",
    "+1 torch",
    "-2",
]


@st.composite
def sides(draw: st.DrawFn) -> tuple[str, str, int]:
    trait = draw(st.sampled_from(["Sword", "nothing", "Piloting", "Piloting default Mediocre"]))
    name, _, default = trait.partition(" ")
    less, plus, second = (
        draw(st.sampled_from(each)) for each in (("", " less 1"), ("", " +1 torch"), ("", " and Tactics"))
    )
    return (
        draw(st.sampled_from(LEVELS)),
        f"{name}{less}{plus}{second}{f' {default}' if default else ''}",
        draw(st.integers(-4, 4)),
    )


@pytest.mark.slow
@pytest.mark.rule("FU-41", "FU-36", "FU-32", "PF-41")
@settings(max_examples=60)
@given(sides())
def test_a_side_reaches_what_a_check_with_the_same_words_reaches(case: Any) -> None:
    level, words, roll = case
    with folder() as place, closing(Desk(Path(place) / "c.db")) as desk:
        duel(desk, "fudge", [level, "Good"], [])
        play(desk, WORLD)
        checked = play(desk, f"check Lisa {words} vs Joe Sword rolled {roll:+d}")
        fought = play(desk, f"contest Lisa {words} rolled {roll:+d} vs Joe Sword")
        lisa = fought["participants"][0]
        assert (checked["total"], checked["level"], checked["trait"]) == (lisa["total"], lisa["level"], lisa["trait"])
        assert checked["success"] == (fought["winner"] == "Lisa")
        chance = play(desk, f"odds check Lisa {words} vs Joe Sword")["chance"]
        assert play(desk, f"odds contest Lisa {words} vs Joe Sword")["chances"]["Lisa"] == pytest.approx(chance)
        found = play(desk, "audit")["findings"]
        assert {each["rule"] for each in found} <= {"unsigned"}


@pytest.mark.rule("FU-32")
def test_nothing_is_no_trait_in_a_contest_as_in_a_check(tmp_path: Path) -> None:
    with closing(Desk(tmp_path / "c.db")) as desk:
        duel(desk, "fudge", ["Good", "Good"], [])
        fought = desk.do("contest Lisa nothing rolled 0 vs Joe Sword rolled 0")
        lisa = fought.as_json()["result"]["participants"][0]
        assert (lisa["trait"], lisa["level"]) == (None, 0)
        assert "no trait" in fought.events[0]["text"]


@pytest.mark.rule("PO-23")
def test_a_fudge_point_goes_into_a_side_of_a_contest(tmp_path: Path) -> None:
    with closing(Desk(tmp_path / "c.db")) as desk:
        play(desk, "new polyhedral\nrules points 3\npc Ann\nnpc Orc\ntrait Ann Sword Good\ntrait Orc Sword Good")
        fought = play(desk, "contest Ann Sword point rolled 3 vs Orc Sword rolled 2")
        assert fought["participants"][0]["points"] == 1
        assert play(desk, "sheet Ann")["points"] == 2
        assert not desk.do("contest Ann Sword points 9 vs Orc Sword").answer
        play(desk, "undo")
        assert play(desk, "sheet Ann")["points"] == 3


@pytest.mark.rule("FL-117", "FL-119")
def test_a_side_of_a_contest_has_advantage_and_plays_again_from_its_own_line(tmp_path: Path) -> None:
    with closing(Desk(tmp_path / "c.db")) as desk:
        play(desk, "new fudge-lite\nrules creation free\nrules advantage-dice on\nrules contest-rolls all")
        play(desk, "pc Ann\npc Bob\ntrait Ann Stealth Good\ntrait Bob Stealth Good")
        fair = play(desk, "odds contest Ann Stealth vs Bob")["chances"]["Ann"]
        assert play(desk, "odds contest Ann Stealth advantage 2 vs Bob")["chances"]["Ann"] > fair
        play(desk, "contest Ann Stealth less 1 advantage 1 hidden +1 vs Bob +1 dark disadvantage 2")
        first = play(desk, "log contests last 1")["events"][0]
        play(desk, f"export {tmp_path / 'c.session'}")
        again = Desk(tmp_path / "again.db")
        play(again, (tmp_path / "c.session").read_text("utf-8"))
        last = play(again, "log contests last 1")["events"][0]
        again.close()
        assert [{**each, "physical": True} for each in first["participants"]] == list(last["participants"])
        assert play(desk, "audit")["ok"]


@pytest.mark.rule("FU-50")
@pytest.mark.parametrize("said", ["point", "advantage 1", "rolled 0"])
def test_who_yields_has_no_roll_to_add_to(tmp_path: Path, said: str) -> None:
    with closing(Desk(tmp_path / "c.db")) as desk:
        duel(desk, "fudge", ["Good", "Good"], [])
        outcome = desk.do(f"contest Lisa Sword vs Joe Sword {said} yields")
        assert outcome.fault is not None
        assert outcome.fault.message == "Joe yields, so there is nothing to roll"
