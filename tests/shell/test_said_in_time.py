"""What a game master has to hear in time: a fight that is still on, who is out, what another program recorded."""

from __future__ import annotations

from pathlib import Path

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
    assert "fight" not in said(table, "session end")


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


def test_what_another_program_recorded_is_noted_once_at_the_prompt() -> None:
    with folder() as place:
        here, there = Desk(Path(place) / "c.db", at_prompt=True), Desk(Path(place) / "c.db")
        assert here.do("new peupfudge Ilmarin").notes == ()
        for line in ("note one", "note two"):
            assert there.do(line).status == 0
        assert here.do("head").notes == ("#2–#3 were recorded elsewhere. “log last 2” shows what happened.",)
        assert here.do("note three").notes == here.do("head").notes == ()
        assert there.do("note four").notes == ()
        assert here.do("head").notes == ("#5 was recorded elsewhere. “log last 1” shows what happened.",)
        here.close()
        there.close()
