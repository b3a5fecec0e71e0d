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
    "contest Lisa Sword when {} vs Joe Sword rolled 0",
    "contest Lisa Sword vs Joe Sword when {} rolled 0",
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
