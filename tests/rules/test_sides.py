"""A side of a contest takes what a check takes, and means the same by it."""

from __future__ import annotations

from contextlib import closing
from fractions import Fraction
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
        assert "Lisa's untrained act reaches" in fought.events[0]["text"]


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


# --- dice, points and advantage wherever something is rolled -------------------------------------------------------


@pytest.mark.rule("PF-57", "OC-04")
def test_a_side_rolls_its_own_dice_and_dice_at_the_end_are_everybodys(tmp_path: Path) -> None:
    with closing(Desk(tmp_path / "c.db")) as desk:
        duel(desk, "fudge", ["Good", "Good"], [])
        own = play(desk, "contest Lisa Sword with 2dF vs Joe Sword with 1dF with 3dF")
        assert [len(side["faces"]) for side in own["participants"]] == [2, 1]
        last = play(desk, "contest Lisa Sword with 2dF vs Joe Sword with 3dF")
        assert [len(side["faces"]) for side in last["participants"]] == [2, 3]
        assert play(desk, "odds Lisa Sword with 1dF vs Joe Sword with diceless with 4dF")["chances"]["Lisa"] == (
            pytest.approx(2 / 3)
        )
        assert play(desk, "audit")["ok"]


@pytest.mark.slow
@pytest.mark.rule("PF-57", "OC-04")
@settings(max_examples=25)
@given(
    st.sampled_from(["same", "diceless", "2dF"]),
    st.sampled_from(["first", "all"]),
    *(st.sampled_from(["", " with 1dF", " with diceless", " and Tactics instead", " point points 1"]) for _ in "ab"),
    st.sampled_from(["", " with 3dF"]),
)
def test_a_contest_plays_again_from_its_own_line_whatever_dice_its_sides_roll(
    npc: str, rolls: str, one: str, other: str, all_: str
) -> None:
    with folder() as place, closing(Desk(Path(place) / "c.db")) as desk:
        duel(desk, "fudge", ["Fair", "Good"], [])
        play(desk, f"rules npc-dice {npc}\nrules contest-rolls {rolls}\ntrait Lisa Tactics Great\nrules points 5")
        play(desk, "trait Joe Tactics Superb")
        if desk.do(f"contest Lisa Sword{one} vs Joe Sword{other}{all_}").fault:
            return
        first = play(desk, "log contests last 1")["events"][0]
        play(desk, f"export {Path(place) / 'c.session'}")
        with closing(Desk(Path(place) / "again.db")) as again:
            play(again, (Path(place) / "c.session").read_text("utf-8"))
            last = play(again, "log contests last 1")["events"][0]
        for key in ("dice", "faces", "total", "modifiers", "yields", "points"):
            assert [each[key] for each in first["participants"]] == [each[key] for each in last["participants"]], key
        assert (first["winner"], first["reading"]) == (last["winner"], 2)


@pytest.mark.rule("PO-23")
def test_a_fudge_point_goes_into_any_roll_of_somebody(tmp_path: Path) -> None:
    with closing(Desk(tmp_path / "c.db")) as desk:
        play(desk, "new polyhedral\nrules points 3\npc Ann\ntrait Ann Sword Good")
        rolled = play(desk, "roll poly-d8-exploding for Ann point rolled 3")
        assert (rolled["roll"], rolled["points"]) == (11, 1)
        assert play(desk, "sheet Ann")["points"] == 2
        play(desk, f"export {tmp_path / 'c.session'}")
        assert "for Ann rolled 3 points 1" in (tmp_path / "c.session").read_text("utf-8")
        play(desk, "undo")
        assert play(desk, "sheet Ann")["points"] == 3
        assert play(desk, "audit")["ok"]


@pytest.mark.rule("FL-117", "FL-118")
def test_a_reaction_roll_has_advantage_and_plays_again_from_its_own_line(tmp_path: Path) -> None:
    with closing(Desk(tmp_path / "c.db")) as desk:
        play(desk, "new fudge\nrules advantage-dice on\nnpc Orc\nreact Orc advantage 2 open\nreact Orc disadvantage 1")
        play(desk, f"export {tmp_path / 'c.session'}")
        lines = (tmp_path / "c.session").read_text("utf-8")
        assert "advantage 2" in lines
        assert "disadvantage 1" in lines
        assert play(desk, "audit")["ok"]


# --- what is read otherwise than by the first versions -------------------------------------------------------------


@pytest.mark.rule("PF-35")
def test_a_kind_of_action_is_for_the_side_that_says_it(tmp_path: Path) -> None:
    with closing(Desk(tmp_path / "c.db")) as desk:
        duel(desk, "peupfudge", ["2", "2"], [("gain {} Fierce", "Lisa"), ("gain {} Fierce", "Joe")])
        found = play(desk, "contest Lisa Sword when cornered vs Joe rolled 0 0 0")
        assert [len(side["modifiers"]) for side in found["participants"]] == [1, 0]
        assert [side["trait"] for side in found["participants"]] == ["Sword", "Sword"]


@pytest.mark.rule("FU-36", "FU-37")
@pytest.mark.parametrize(("words", "added"), [("and Tactics", 1), ("and Tactics instead", 2)])
@pytest.mark.parametrize("line", ["check Lisa Sword {} vs Joe Sword rolled 0", "contest Lisa Sword {} vs Joe Sword"])
def test_a_much_better_trait_helps_unless_it_is_rolled_instead(
    tmp_path: Path, words: str, added: int, line: str
) -> None:
    with closing(Desk(tmp_path / "c.db")) as desk:
        duel(desk, "fudge", ["Good", "Good"], [])
        play(desk, "trait Lisa Tactics Superb")
        found = play(desk, line.format(words))
        parts = (found["participants"][0] if "participants" in found else found)["modifiers"]
        assert [part["value"] for part in parts] == [added]
        assert play(desk, "audit")["ok"]


@pytest.mark.rule("PF-43")
def test_things_of_one_name_count_once_and_one_in_a_bag_is_remarked_on(tmp_path: Path) -> None:
    with closing(Desk(tmp_path / "c.db")) as desk:
        duel(desk, "fudge-lite", ["Good", "Good"], [])
        play(desk, "rules stacking sum\ngive Lisa pack\ngive Lisa boot +1 on Sword in pack")
        first = play(desk, "check Lisa Sword vs Fair rolled 0")
        assert first["warnings"] == ["Lisa's boot adds +1, though it is in the pack"]
        play(desk, "give Lisa Boot +2 on Sword")
        second = play(desk, "check Lisa Sword vs Fair rolled 0")
        assert [part["value"] for part in second["modifiers"]] == [2]
        assert "counts once" in second["warnings"][-1]
        assert play(desk, "audit")["ok"]


@pytest.mark.rule("PO-12", "OC-22")
@pytest.mark.parametrize(
    ("line", "winner", "relative"),
    [
        ("contest Ann Sword rolled 8 1 vs Orc Sword rolled 10 2", None, -3),
        ("contest Ann Sword rolled 8 1 vs Orc Sword rolled 7", "Ann", 2),
        ('contest Ann Sword rolled 8 1 vs Orc Sword rolled 10 2 at least "Legendary 3rd"', "Orc", -3),
        ("contest Ann Sword rolled 8 3 vs Orc Sword with diceless with poly", "Ann", 2),
    ],
)
def test_polyhedral_results_from_legendary_on_tie_unless_a_higher_level_is_to_be_met(
    tmp_path: Path, line: str, winner: str | None, relative: int
) -> None:
    with closing(Desk(tmp_path / "c.db")) as desk:
        play(desk, "new polyhedral\npc Ann\nnpc Orc\ntrait Ann Sword Good\nrules legendary on")
        play(desk, 'npc Ogre\ntrait Ogre Sword "Legendary 2nd"' if "diceless" in line else "trait Orc Sword Great")
        found = play(desk, line.replace("Orc", "Ogre") if "diceless" in line else line)
        assert (found["winner"], found["relative"]) == (winner, relative)
        assert play(desk, "audit")["ok"]
        if winner is None:
            assert list(found["tied"]) == ["Ann", "Orc"]
            assert [side["relative"] for side in found["participants"]] == [-3, 3]


@pytest.mark.rule("FU-62", "OC-05")
def test_a_natural_critical_decides_this_roll_where_that_is_said(tmp_path: Path) -> None:
    with closing(Desk(tmp_path / "c.db")) as desk:
        duel(desk, "fudge", ["Poor", "Great"], [])
        play(desk, "rules criticals natural\nrules npc-dice diceless")
        plain, said = (play(desk, f"check Lisa Sword vs Joe Sword {word} rolled +4") for word in ("+1", "+1 critical"))
        assert [each["success"] for each in (plain, said)] == [False, True]
        lost, won = (play(desk, f"contest Lisa Sword -1 rolled +4 vs Joe Sword{word}") for word in ("", " critical"))
        assert [each["winner"] for each in (lost, won)] == ["Joe", "Lisa"]
        odds = [play(desk, f"odds Lisa Sword -9 vs Joe Sword{word}")["chances"]["Lisa"] for word in ("", " critical")]
        assert odds == [0, pytest.approx(1 / 81)]
        assert play(desk, "audit")["ok"]
        play(desk, f"export {tmp_path / 'c.session'}")
        assert (tmp_path / "c.session").read_text("utf-8").count(" critical\n") == 2


@pytest.mark.rule("FU-31", "FU-62")
@pytest.mark.parametrize("rolled", ["+4", "0", "-4"])
@pytest.mark.parametrize(("trait", "against"), [("Sword", "Mediocre"), ("Will", "Superb"), ("Will", '"Superb +2"')])
def test_a_check_tells_the_chance_that_the_odds_of_the_same_words_told(trait: str, against: str, rolled: str) -> None:
    with folder() as place, closing(Desk(Path(place) / "c.db")) as desk:
        play(desk, "new fudge\npc Lisa\ntrait Lisa Sword Superb, Will Poor\nrules criticals natural\nsession start")
        for word in (" critical", ""):
            told = play(desk, f"odds Lisa {trait} vs {against}{word}")
            made = play(desk, f"check Lisa {trait} vs {against}{word} anyway rolled {rolled}")
            assert (made["odds"], Fraction(made["odds_exact"])) == (told["chance"], Fraction(told["chance_exact"]))


@pytest.mark.rule("FU-44")
def test_equal_results_share_a_place_that_says_so() -> None:
    with folder() as place, closing(Desk(Path(place) / "c.db")) as desk:
        play(desk, "new fudge\npc Ann\npc Bo\npc Cy\ntrait Ann Row Fair\ntrait Bo Row Fair\ntrait Cy Row Fair")
        answer = desk.do("contest Ann Row rolled 0 vs Bo rolled +1 vs Cy rolled +1").answer
        assert answer is not None
        assert [line.split()[0] for line in answer.text().splitlines()[1:4]] == ["1=", "1=", "3."]
