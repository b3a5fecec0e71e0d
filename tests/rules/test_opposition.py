"""Whoever is opposed: the opponent counts as modified, typed dice are used, and the order of names decides nothing."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from given import folder
from hypothesis import given, settings
from hypothesis import strategies as st

from shell.runner import Desk

GAMES = {
    "peupfudge": ("define ability Sword, Wits", "trait {} Sword {}", ["0", "1", "2", "3", "4", "5"]),
    "fudge": ("note hm", "trait {} Sword {}", ["Poor", "Mediocre", "Fair", "Good", "Great"]),
    "fudge-lite": ("rules creation free", "trait {} Sword {}", ["Poor", "Mediocre", "Fair", "Good", "Great"]),
}
WORLD = """
define status Wounds: Hurt -1, Fine 0 start Fine
define property Brave: A +1
define property Strong: Sword +1
define property Fierce: A +2 when cornered
"""
BURDENS = [
    "status {} Wounds Hurt",
    "gain {} Brave",
    "gain {} Strong",
    "gain {} Fierce",
    "give {} blade +1 on Sword",
    "give {} chain -2 on Sword",
]


def play(desk: Desk, script: str) -> Any:
    """Return the last line's result; every line must succeed."""
    result = None
    for line in filter(None, (each.partition("# ")[0].strip() for each in script.splitlines())):
        outcome = desk.do(line)
        assert outcome.fault is None, (line, outcome.fault)
        result = outcome.as_json()["result"]
    return result


def duel(desk: Desk, book: str, levels: Sequence[str], burdens: Sequence[tuple[str, str]], foe: str = "npc") -> None:
    """Set up Lisa and Joe with a level each, and what bears on them."""
    define, trait, _ = GAMES[book]
    play(desk, f"new {book}\n{define}\n{WORLD}\npc Lisa\n{foe} Joe")
    for who, level in zip(("Lisa", "Joe"), levels, strict=True):
        play(desk, trait.format(who, level))
    for line, who in burdens:
        play(desk, line.format(who))


@st.composite
def duels(draw: st.DrawFn) -> tuple[str, list[str], list[tuple[str, str]], int, bool]:
    book = draw(st.sampled_from(sorted(GAMES)))
    level = st.sampled_from(GAMES[book][2])
    burdens = draw(st.lists(st.tuples(st.sampled_from(BURDENS), st.sampled_from(["Lisa", "Joe"])), unique=True))
    return book, [draw(level), draw(level)], burdens, draw(st.integers(-3, 3)), draw(st.booleans())


@pytest.mark.slow
@pytest.mark.rule("FU-44", "FL-28", "PF-53", "PF-54")
@settings(max_examples=60)
@given(duels())
def test_a_contest_against_a_side_that_stands_still_equals_a_check_against_it(case: Any) -> None:
    book, levels, burdens, roll, cornered = case
    when = " when cornered" if cornered else ""
    with folder() as place, closing(Desk(Path(place) / "duel.db")) as desk:
        duel(desk, book, levels, burdens)
        play(desk, "rules npc-dice diceless\nrules contest-dice 4dF\nrules check-dice 4dF")
        play(desk, "rules automatic-at none\nrules certain-rolls on")
        check = f"Lisa Sword{when} vs Joe Sword"
        checked = play(desk, f"check {check} rolled {roll:+d}")
        fought = play(desk, f"contest Lisa Sword{when} rolled {roll:+d} vs Joe Sword{when}")
        lisa, joe = (
            next(side for side in fought["participants"] if side["character"] == who) for who in ("Lisa", "Joe")
        )
        assert checked["total"] == lisa["total"]
        lowest = -3 if book == "fudge-lite" else -99  # FL-10: no result is below Terrible
        assert max(checked["difficulty"], lowest) == joe["total"]
        assert checked["success"] == (fought["winner"] == "Lisa")
        odds = play(desk, f"odds check {check}")
        against = play(desk, f"odds contest Lisa Sword{when} vs Joe Sword{when}")
        assert odds["chance"] == pytest.approx(against["chances"]["Lisa"])
        assert {each["rule"] for each in play(desk, "audit")["findings"]} <= {"unsigned"}


@pytest.mark.rule("FU-44")
def test_an_opponent_who_is_hurt_is_easier_to_beat(tmp_path: Path) -> None:
    with closing(Desk(tmp_path / "c.db")) as desk:
        duel(desk, "fudge", ["Good", "Good"], [("status {} Wounds Hurt", "Joe")])
        found = play(desk, "check Lisa Sword vs Joe Sword rolled 0")
        assert (found["difficulty"], found["margin"]) == (0, 1)
        assert [{k: part[k] for k in ("value", "reason")} for part in found["difficulty_parts"]] == [
            {"value": 1, "reason": "Joe's Sword"},
            {"value": -1, "reason": "Wounds: Hurt"},
        ]
        assert found["odds"] == pytest.approx(66 / 81)


@pytest.mark.rule("FU-44", "C.4")
def test_what_an_opponent_lost_makes_a_check_stale_with_the_difficulty_side_by_side(tmp_path: Path) -> None:
    with closing(Desk(tmp_path / "c.db")) as desk:
        duel(desk, "fudge", ["Good", "Good"], [("status {} Wounds Hurt", "Joe")])
        play(desk, "check Lisa Sword vs Joe Sword rolled 0")
        hurt = max(each["seq"] for each in play(desk, "log last 9")["events"] if each["type"] == "StatusChanged")
        (stale,) = play(desk, f"undo #{hurt}")["stale"]
        assert (stale["recorded"]["difficulty"], stale["corrected"]["difficulty"]) == (0, 1)
        assert "difficulty Fair (Good, −1 Wounds: Hurt), corrected Good" in stale["text"]


@pytest.mark.parametrize(("book", "said"), [("fudge", "Sword: Great, corrected"), ("peupfudge", "Sword: level 2, c")])
def test_a_corrected_level_is_said_in_the_words_of_the_game(tmp_path: Path, book: str, said: str) -> None:
    levels = {"fudge": ["Great", "Fair"], "peupfudge": ["2", "0"]}[book]
    with closing(Desk(tmp_path / "c.db")) as desk:
        duel(desk, book, levels, [])
        given = min(each["seq"] for each in play(desk, "log Lisa")["events"] if each["type"] == "TraitGiven")
        play(desk, "check Lisa Sword vs Fair rolled 0" if book == "fudge" else "check Lisa Sword vs 1 rolled 0")
        (stale,) = play(desk, f"undo #{given}")["stale"]
        assert said in stale["text"]
        assert said in desk.do("audit").answer.text()


@pytest.mark.rule("FU-44")
def test_a_check_against_an_opponent_plays_again_from_its_own_line(tmp_path: Path) -> None:
    with closing(Desk(tmp_path / "c.db")) as desk:
        burdens = [("status {} Wounds Hurt", "Joe"), ("give {} chain -2 on Sword", "Joe")]
        duel(desk, "fudge-lite", ["Good", "Good"], burdens)
        first = play(desk, "check Lisa Sword vs Joe Sword +1 dark rolled 0")
        play(desk, f"export {tmp_path / 'c.session'}")
        again = Desk(tmp_path / "again.db")
        play(again, (tmp_path / "c.session").read_text("utf-8"))
        last = play(again, "log checks last 1")["events"][0]
        again.close()
        assert [last[key] for key in ("difficulty", "difficulty_parts", "success")] == [
            first[key] for key in ("difficulty", "difficulty_parts", "success")
        ]


@pytest.mark.rule("FL-28", "ER-39")
@pytest.mark.parametrize("sides", ["Joe Sword vs Lisa Sword", "Lisa Sword vs Joe Sword"])
def test_between_a_player_character_and_an_npc_the_player_rolls_whoever_is_named_first(
    tmp_path: Path, sides: str
) -> None:
    with closing(Desk(tmp_path / "c.db")) as desk:
        duel(desk, "fudge-lite", ["Good", "Good"], [])
        play(desk, "rules contest-dice 4dF")
        found = play(desk, f"contest {sides.replace('Lisa Sword', 'Lisa Sword rolled 0')}")
        rolled = [side["character"] for side in found["participants"] if side["faces"] or side["physical"]]
        assert (found["winner"], rolled) == ("Lisa", ["Lisa"])
        assert play(desk, f"odds contest {sides}")["chances"]["Lisa"] == pytest.approx(50 / 81)


@pytest.mark.rule("FL-28", "ER-39")
def test_real_dice_typed_for_a_side_that_does_not_roll_are_refused_with_the_line_that_counts_them(
    tmp_path: Path,
) -> None:
    with closing(Desk(tmp_path / "c.db")) as desk:
        duel(desk, "fudge-lite", ["Good", "Good"], [])
        for line in ("contest Lisa Sword vs Joe rolled 1 0 -1 0", "contest Joe Sword rolled 1 0 -1 0 vs Lisa"):
            fault = desk.do(line).fault
            assert fault is not None
            assert fault.message == "Lisa rolls in this game, not Joe"
            cure = str(fault.hint).strip("“”")
            (rolled,) = [side for side in play(desk, cure)["participants"] if side["faces"]]
            assert (rolled["character"], rolled["faces"]) == ("Lisa", (1, 0, -1, 0))
        hidden = desk.do("contest Lisa Sword +1 high vs Joe rolled 0").fault
        assert hidden is not None
        assert hidden.hint == "write the dice behind Lisa's trait"
        for line in ("contest Lisa Sword rolled 0 vs Joe rolled 1", "contest Lisa Sword vs Joe rolled 0 with 4dF"):
            assert desk.do(line).fault is None


@pytest.mark.rule("FL-28", "ER-39")
def test_a_check_of_an_npc_against_a_player_character_names_the_players_check(tmp_path: Path) -> None:
    with closing(Desk(tmp_path / "c.db")) as desk:
        duel(desk, "fudge-lite", ["Good", "Good"], [])
        said = "the player rolls in this game: “check Lisa Sword vs Joe Sword”"
        assert play(desk, "check Joe Sword vs Lisa Sword rolled 0")["warnings"] == [said]
        assert play(desk, "odds check Joe Sword vs Lisa Sword")["warnings"] == [said]
        assert play(desk, "check Lisa Sword vs Joe Sword rolled 0")["warnings"] == []
        play(desk, "rules contest-rolls all")
        assert play(desk, "check Joe Sword vs Lisa Sword rolled 0")["warnings"] == []


@pytest.mark.rule("FL-28", "FU-44")
@settings(max_examples=30)
@given(duels())
def test_the_order_of_sides_never_changes_a_player_characters_chance(case: Any) -> None:
    book, levels, burdens, _, _ = case
    with folder() as place, closing(Desk(Path(place) / "duel.db")) as desk:
        duel(desk, book, levels, burdens)
        chances = [
            play(desk, f"odds contest {a} Sword vs {b} Sword")["chances"] for a, b in (("Lisa", "Joe"), ("Joe", "Lisa"))
        ]
        assert chances[0] == pytest.approx(chances[1])


@pytest.mark.rule("FU-50", "FU-51")
@pytest.mark.parametrize(("roll", "least", "wins"), [(3, "Great", True), (-4, "Poor", False), (-4, None, True)])
def test_who_typed_dice_has_rolled_even_where_nobody_resists(
    tmp_path: Path, roll: int, least: str | None, wins: bool
) -> None:
    with closing(Desk(tmp_path / "c.db")) as desk:
        duel(desk, "fudge", ["Fair", "Good"], [])
        reach = f" at least {least}" if least else ""
        found = play(desk, f"contest Lisa Sword rolled {roll:+d} vs Joe Sword yields{reach}")
        (lisa, _) = found["participants"]
        assert (lisa["roll"], lisa["physical"], found["winner"]) == (roll, True, "Lisa" if wins else None)
        assert play(desk, "audit")["ok"]


@pytest.mark.rule("FU-51")
def test_against_nobody_who_resists_dice_decide_whether_a_level_is_reached(tmp_path: Path) -> None:
    with closing(Desk(tmp_path / "c.db")) as desk:
        duel(desk, "fudge", ["Fair", "Good"], [])
        line = "Lisa Sword vs Joe Sword yields at least Great"
        assert play(desk, f"odds contest {line}")["chances"] == {"Lisa": pytest.approx(15 / 81), "Joe": 0.0}
        assert len(play(desk, f"contest {line}")["participants"][0]["faces"]) == 4
