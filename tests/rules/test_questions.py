"""The questions of a session's end pay once for every question, player and session."""

from __future__ import annotations

from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from given import folder
from hypothesis import given, settings
from hypothesis import strategies as st
from test_opposition import play

from shell.runner import Desk

LINES = [
    *(
        f"question {who} {number} {said}"
        for who in ("Ann", "Bea", "Cid")
        for number in (1, 2)
        for said in ("yes", "no")
    ),
    *(f"questions {who} {count}" for who in ("Ann", "Bea", "Cid") for count in (1, 2)),
    "questions all 1",
    "session start",
    "session end",
    "undo",
    "redo",
]


@pytest.mark.slow
@pytest.mark.rule("FL-132")
@settings(max_examples=60)
@given(st.lists(st.sampled_from(LINES), min_size=2, max_size=16))
def test_no_player_is_paid_for_more_than_the_questions_of_a_session(lines: list[str]) -> None:
    with folder() as place, closing(Desk(Path(place) / "c.db")) as desk:
        play(desk, "new fudge-lite\nrules questions Did we help?, Did we learn?\nnote here")
        play(desk, "pc Ann by Kurt\npc Bea by Kurt\npc Cid\nsession start")
        start = 7
        for line in lines:
            if line != "undo" or any(each["seq"] > start for each in counting(desk)):
                desk.do(line)
        paid: Counter[tuple[Any, str]] = Counter()
        which: Counter[tuple[Any, str, str]] = Counter()
        for event in counting(desk):
            who = "Kurt" if event.get("character") in ("Ann", "Bea") else "Cid"
            paid[event["session"], who] += event.get("answers", 0) + (event["type"] == "QuestionDenied")
            if event.get("question"):
                which[event["session"], who, event["question"]] += 1
        assert max(paid.values(), default=0) <= 2
        assert max(which.values(), default=0) <= 1
        assert play(desk, "audit")["ok"]


def counting(desk: Desk) -> list[dict[str, Any]]:
    """Return the events that count, as JSON has them."""
    return [each for each in play(desk, "log last 99")["events"] if each["undone_by"] is None]


@pytest.mark.rule("FL-132")
@pytest.mark.parametrize("second", ["questions Ann 2", "questions Ann 1", "question Ann 1 yes", "question Ann 2 no"])
def test_a_second_answer_is_refused_with_the_event_that_answered(tmp_path: Path, second: str) -> None:
    with closing(Desk(tmp_path / "c.db")) as desk:
        play(
            desk, "new fudge-lite\nrules questions Did we help?, Did we learn?\npc Ann\nsession start\nquestions Ann 2"
        )
        outcome = desk.do(second)
        assert outcome.fault is not None
        assert outcome.fault.message == "already answered in session 1 (#5): undo it first"
        play(desk, f"undo #5\n{second}")


@pytest.mark.rule("FL-132")
def test_a_question_is_recorded_with_its_answer_and_asked_again_next_session(tmp_path: Path) -> None:
    with closing(Desk(tmp_path / "c.db")) as desk:
        play(desk, "new fudge-lite\nrules questions Did we help?, Did we learn?\npc Ann\nsession start")
        yes = desk.do('question Ann "did we l" yes').events[0]
        assert (yes["amount"], yes["question"], yes["text"]) == (
            1,
            "Did we learn?",
            "Ann is awarded 1 XP (Did we learn?)",
        )
        no = desk.do("question Ann 1 no").events[0]
        assert (no["type"], no["text"]) == ("QuestionDenied", "Ann answers no (Did we help?)")
        play(desk, "session end\nsession start\nquestion Ann 2 yes")
        play(desk, f"export {tmp_path / 'c.session'}")
        again = Desk(tmp_path / "again.db")
        play(again, (tmp_path / "c.session").read_text("utf-8"))
        told = [each["text"] for each in counting(again)]
        assert told == [each["text"] for each in counting(desk)]
        again.close()
