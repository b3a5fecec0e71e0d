"""What a game master has to hear in time: a fight that is still on, who is out, what another program recorded."""

from __future__ import annotations

from pathlib import Path

import pytest
from given import folder

from shell.runner import Desk


def said(desk: Desk, line: str) -> str:
    """Return what a line that succeeds prints."""
    outcome = desk.do(line)
    assert outcome.answer is not None, outcome.fault
    return outcome.answer.text()


def test_an_open_fight_is_mentioned_where_sessions_end_and_start(table: Desk) -> None:
    for line in ("pc Ann", "session start", "fight start"):
        said(table, line)
    assert "a fight is still on: “fight end” ends it" in said(table, "session end")
    assert "a fight is still on: “fight end” ends it" in said(table, "session start")
    said(table, "fight end")
    assert "“fight end”" not in said(table, "session end")


def test_the_party_shows_passing_effects_once_and_who_is_out(table: Desk) -> None:
    for line in ("pc Ann", "define ability Chess", "define property Blessed: Chess +1", "session start"):
        said(table, line)
    said(table, "gain Ann Blessed until session")
    said(table, "out Ann fled")
    assert said(table, "party").splitlines()[-1].endswith("fled · Blessed until the session ends")


def test_faces_that_a_table_turns_into_a_level_are_added_up_too(table: Desk) -> None:
    said(table, "pc Ann")
    said(table, "define ability Chess")
    assert "R 4 1 5 (10) = 0" in said(table, "check Ann Chess vs 0 with 3d6 rolled 4 1 5")


@pytest.mark.parametrize("undo", ["undo", "u last 2 cascade"])
def test_an_undo_at_the_prompt_does_not_take_back_unasked_what_came_in_since_its_preview(undo: str) -> None:
    with folder() as place:
        here, there = Desk(Path(place) / "c.db", at_prompt=True), Desk(Path(place) / "c.db")
        for desk, line in (
            (here, "new peupfudge Ilmarin"),
            (here, "note one"),
            (here, "note two"),
            (there, "note three"),
        ):
            assert desk.do(line).status == 0
        refused = here.do(undo)
        assert refused.fault is not None
        assert refused.fault.message == "#4 was recorded elsewhere before this undo, which would take that back"
        assert here.do(undo).status == 0, "typed again, it is meant"
        assert there.do("note four").status == 0
        assert here.do("undo #2").status == 0, "what is named is meant"
        assert here.do("note five").status == there.do("undo").status == 0, "no prompt, no preview"
        here.close()
        there.close()


def test_what_another_program_recorded_is_noted_once_at_the_prompt() -> None:
    with folder() as place:
        here, there = Desk(Path(place) / "c.db", at_prompt=True), Desk(Path(place) / "c.db")
        assert here.do("new peupfudge Ilmarin").notes == ()
        for line in ("note one", "note two"):
            assert there.do(line).status == 0
        assert here.do("head").notes == ("#2–#3 were recorded elsewhere. “log” shows them.",)
        assert here.do("note three").notes == here.do("head").notes == ()
        assert there.do("note four").notes == ()
        assert here.do("head").notes == ("#5 was recorded elsewhere. “log #5” shows it.",)
        here.close()
        there.close()
