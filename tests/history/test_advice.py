"""What looking back advises in quotes can be typed: it is understood, and refused only for a reason that is said."""

from __future__ import annotations

import re

import pytest
from hypothesis import HealthCheck, given, settings
from playing import ILSE, play
from worlds import STORIES, a_campaign, attempt

from shell.language.reading import read
from shell.runner import Desk

#: A line to type begins in small letters with a verb; what is quoted otherwise are names and reasons.
TYPED = re.compile("“([a-z][^”]*)”")

ASKING = ("audit", "dispute Ada 999", "dispute Ada 1", "why Ada xp", "why Ada Chess", "ledger Ada")
UNDOING = ("undo #{}", "undo #{} cascade", "undo #{} keep", "undo last 2", "redo #{}")


def advised(desk: Desk, line: str) -> list[str]:
    """Return what the advice in an answer or a refusal quotes."""
    outcome = desk.do(line)
    if outcome.fault is not None:
        return TYPED.findall(outcome.fault.hint or "")
    assert outcome.answer is not None
    if line == "audit":
        return [quoted for each in outcome.answer.result["findings"] for quoted in TYPED.findall(each["advice"])]
    return TYPED.findall(outcome.answer.text())


@pytest.mark.slow
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(STORIES)
def test_every_line_that_is_advised_is_understood(story: list[object]) -> None:
    with a_campaign() as campaign:
        for command in story:
            attempt(campaign, command)
        desk = Desk(campaign.log.place if hasattr(campaign.log, "place") else None, campaign=campaign)  # type: ignore[arg-type]
        asked = [*ASKING, *(f"whatif {line.format(5)}" for line in UNDOING if line.startswith("undo"))]
        for line in asked:
            for typed in advised(desk, line):
                parse = read(typed, campaign.state)
                assert parse.problem is None, f"{line}: “{typed}”: {parse.problem}"


@pytest.mark.parametrize(
    "script",
    [
        "award Ilse 4\nundo #5 keep",
        "award Ilse 4\nundo #7 cascade",
        "session start\nsession end\nundo #10",
        "pc Zoe\ncheck Zoe Mycology vs 1 rolled 0\nundo #11 cascade",
        "sign Ilse\nundo #7 cascade for a test",
    ],
)
def test_what_an_audit_advises_first_works(table: Desk, script: str) -> None:
    play(table, ILSE + script)
    for line in sorted(advised(table, "audit"), key=lambda line: line.startswith("redo")):
        outcome = table.do(line)
        assert outcome.fault is None, f"“{line}”: {outcome.fault}"
        if outcome.events:
            play(table, "undo" if outcome.events[-1]["type"] not in ("EventsUndone", "EventsRedone") else "head")
