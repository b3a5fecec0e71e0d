"""What looking back advises in quotes can be typed: it is understood, and refused only for a reason that is said."""

from __future__ import annotations

import re

import pytest
from hypothesis import HealthCheck, example, given, settings
from playing import ILSE, play
from worlds import STORIES, a_campaign, attempt

from engine import Campaign, Refused
from engine.commands import (
    Amend,
    Award,
    Check,
    EndSession,
    Redo,
    Rename,
    Share,
    Spend,
    StartSession,
    Undo,
)
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
@settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.too_slow])
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


#: Every way to name what an undo is for, and every way to go on where later events depend on it.
TO_UNDO = ("last 2", "last 5", "session 1", "session 2", "to #9", "to session 1", "to start of session 1")
MODES = ("", " cascade", " keep", " for a, “b” and c", " keep for d")
AMENDED: list[object] = [Award(("Ada",), 5), Amend(11, 9), Spend("Ada", (Share(17, "Chess"),))]
EVENING: list[object] = [Check("Ada", "Chess", 1, faces=(0,)), EndSession(), StartSession()]


@pytest.mark.slow
@settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@example(AMENDED)
@example(EVENING)
@given(STORIES)
def test_every_way_out_that_a_refused_correction_offers_is_accepted(story: list[object]) -> None:
    with a_campaign() as campaign:
        for command in story:
            attempt(campaign, command)
        seqs = range(2, campaign.state.seq + 1)
        lines = [f"undo {what}{mode}" for what in (*TO_UNDO, *(f"#{seq}" for seq in seqs)) for mode in MODES]
        for line in [*lines, *(f"amend #{seq} 1" for seq in seqs)]:
            ways = TYPED.findall(refusal(campaign, line).hint or "")
            for typed in (way for way in ways if " " in way):  # one word alone names a command
                found = refusal(campaign, typed.replace("…", "Zzz"))
                assert not found.message, f"{line}: “{typed}”: {found.message}"


def refusal(campaign: Campaign, line: str) -> Refused:
    """Return why a correction is refused; one without a message if it is not. Help is read and not tried."""
    parse = read(line, campaign.state)
    assert parse.problem is None, f"{line}: {parse.problem}"
    try:
        if isinstance(parse.command, Undo | Redo | Amend | Rename):
            campaign.correction(parse.command)
    except Refused as refused:
        return refused
    return Refused("")


def test_undoing_an_amendment_that_was_spent_offers_to_keep_the_spending(table: Desk) -> None:
    play(table, ILSE + "award Ilse 5\namend #11 9\nspend Ilse 8 on Mycology")
    fault = table.do("undo #12").fault
    assert fault is not None
    assert TYPED.findall(fault.hint or "") == ["undo #12 cascade", "undo #12 keep"]
    assert play(table, "undo #12 keep")["undone"] == [12]


def test_only_a_restoring_that_would_be_accepted_is_offered(table: Desk) -> None:
    play(table, "pc Ann\naward Ann 5\nundo #3\nundo #2")
    fault = table.do("undo #3").fault
    assert fault is not None
    assert fault.hint == "“undo #3 for …” records a reason"


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
    lines = sorted(advised(table, "audit"), key=lambda line: line.startswith("redo"))
    assert lines
    for line in lines:
        outcome = table.do(line)
        assert outcome.fault is None, f"“{line}”: {outcome.fault}"
        if outcome.events:
            play(table, "undo" if outcome.events[-1]["type"] not in ("EventsUndone", "EventsRedone") else "head")
