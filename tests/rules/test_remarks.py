"""What matches nothing known is remarked on, and never silent."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest
from given import folder
from hypothesis import given, settings
from hypothesis import strategies as st
from test_opposition import GAMES, duel, play

from shell.runner import Desk

TAGS = ("cornered", "running", "in the dark")
LINES = (
    "check Lisa Sword when {} vs Joe Sword rolled 0",
    "odds check Lisa Sword when {} vs Joe Sword",
    "contest Lisa Sword when {} rolled 0 vs Joe Sword",
    "contest Lisa Sword rolled 0 vs Joe Sword when {}",
    "odds contest Lisa Sword when {} vs Joe Sword",
    "odds contest Lisa Sword vs Joe Sword when {}",
)


def arm(desk: Desk, book: str) -> None:
    """Set up two characters, a property and a thing that ask for kinds of action."""
    duel(desk, book, GAMES[book][2][:2], [])
    play(desk, "rules npc-dice same\nrules contest-dice 4dF\nrules check-dice 4dF")
    play(
        desk, 'define property Lame: Sword -1 when running\ndefine property Owl: A +1 when "in the dark"\ngain Joe Owl'
    )


@pytest.mark.slow
@pytest.mark.rule("PF-35")
@settings(max_examples=40)
@given(
    st.sampled_from(sorted(GAMES)),
    st.sampled_from(LINES),
    st.one_of(st.sampled_from(TAGS), st.text("acdeginorstu", min_size=2, max_size=12)),
)
def test_a_kind_of_action_is_remarked_on_where_no_modifier_depends_on_it(book: str, line: str, tag: str) -> None:
    with folder() as place, closing(Desk(Path(place) / "c.db")) as desk:
        arm(desk, book)
        outcome = desk.do(line.format(f'"{tag}"'))
        assert outcome.fault is None, outcome.fault
        assert outcome.answer is not None
        remarks = [each for each in outcome.answer.result["warnings"] if "no modifier depends on" in each]
        assert bool(remarks) == (tag not in TAGS)
        assert all(each in outcome.answer.text() for each in remarks)


@pytest.mark.rule("PF-35")
def test_a_mistyped_kind_of_action_is_answered_with_the_one_that_was_meant(tmp_path: Path) -> None:
    with closing(Desk(tmp_path / "c.db")) as desk:
        arm(desk, "peupfudge")
        found = play(desk, "check Lisa Sword when runing vs 1 rolled 0")
        assert found["warnings"] == ["no modifier depends on “when runing”: did you mean running?"]
        strange = play(desk, "check Lisa Sword when xyzzy vs 1 rolled 0")["warnings"]
        assert strange == ["no modifier depends on “when xyzzy”; those known are cornered, in the dark, running"]


OPEN = {"fudge": "note hm", "fudge-lite": "rules creation free", "polyhedral": "note hm"}


@pytest.mark.rule("FL-48", "FU-40")
@settings(max_examples=30)
@given(
    st.sampled_from(sorted(OPEN)),
    st.sampled_from(["check Ann {} vs Fair anyway", "odds Ann {} vs Fair", "contest Ann {} vs Bob Sword"]),
    st.sampled_from(["Piloting", "Flying", "Sword", "Sword default Poor", "Piloting default Poor"]),
    st.sampled_from([None, "Poor", "Good"]),
)
def test_a_trait_that_nobody_has_is_rolled_with_a_remark_unless_somebody_said_its_level(
    book: str, line: str, words: str, default: str | None
) -> None:
    with folder() as place, closing(Desk(Path(place) / "c.db")) as desk:
        play(desk, f"new {book}\n{OPEN[book]}\npc Ann\nnpc Bob\ntrait Bob Sword Good")
        if default is not None:
            play(desk, f"define ability Piloting default {default}")
        outcome = desk.do(line.format(words))
        assert outcome.fault is None, outcome.fault
        assert outcome.answer is not None
        unsaid = words == "Flying" or (words == "Piloting" and default is None)
        remarks = [each for each in outcome.answer.result["warnings"] if each.startswith("nobody has")]
        assert bool(remarks) == unsaid
        assert all(each in outcome.answer.text() for each in remarks)
        if words == "Piloting" and default is not None:
            found = outcome.answer.result
            level = found["participants"][0]["level"] if line.startswith("contest") else found["level"]
            assert level == {"Poor": -2, "Good": 1}[default] + (4 if book == "polyhedral" and level > 1 else 0)


@pytest.mark.rule("FL-48")
@pytest.mark.parametrize("line", ["check Ann Fair", "check Ann Sword vs Bob Good", "odds check Ann Great"])
def test_a_level_where_a_trait_belongs_is_no_new_trait(tmp_path: Path, line: str) -> None:
    with closing(Desk(tmp_path / "c.db")) as desk:
        play(desk, "new fudge-lite\npc Ann\nnpc Bob\ntrait Bob Sword Good")
        outcome = desk.do(line)
        assert outcome.fault is not None
        assert outcome.fault.message.endswith("is a level, not an ability")


@pytest.mark.rule("FL-48")
def test_the_default_of_a_trait_is_explained_audited_and_played_again(tmp_path: Path) -> None:
    with closing(Desk(tmp_path / "c.db")) as desk:
        play(desk, "new fudge-lite\nrules creation free\npc Ann\nnpc Bob\ntrait Ann Stealth Good")
        remark = play(desk, "check Ann Piloting vs Fair rolled 0")["warnings"]
        assert remark == [
            "nobody has Piloting, so Ann tries it at Fair; “define ability Piloting default LEVEL” sets another default"
        ]
        defined = desk.do("define ability Piloting default Poor").events[0]
        assert (defined["default"], defined["text"]) == (-2, "Ability Piloting, Poor by default")
        assert play(desk, "check Ann Piloting vs Fair rolled 0")["total"] == -2
        why = play(desk, "why Ann Piloting")
        assert (why["value"], [each["seq"] for each in why["because"]]) == (-2, [defined["seq"]])
        assert play(desk, "audit")["ok"]
        (stale,) = play(desk, f"undo #{defined['seq']}")["stale"]
        assert (stale["recorded"]["level"], stale["corrected"]["level"]) == (-2, 0)


@pytest.mark.rule("PF-15")
def test_practice_begins_at_the_games_own_level(tmp_path: Path) -> None:
    with closing(Desk(tmp_path / "c.db")) as desk:
        play(desk, "new peupfudge\ndefine ability Chess\npc Ann")
        outcome = desk.do("define ability Chess default 2")
        assert outcome.fault is not None
        assert outcome.fault.message == "practice begins at the game's own level"
        assert play(desk, "check Ann Chess vs 3 rolled 0")["warnings"] == []
