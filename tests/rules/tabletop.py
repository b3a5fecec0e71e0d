"""What tests of rules share that type lines at a table."""

from __future__ import annotations

from typing import Any

from shell.runner import Desk


def play(desk: Desk, script: str) -> dict[str, Any]:
    """Carry out every line, and return what the last one answers as JSON."""
    answered: dict[str, Any] = {}
    for line in script.strip().splitlines():
        outcome = desk.do(line)
        assert outcome.fault is None, (line, outcome.fault)
        answered = outcome.as_json()
    return answered


def text(desk: Desk, line: str) -> str:
    """Return what a line answers people."""
    outcome = desk.do(line)
    assert outcome.answer is not None, (line, outcome.fault)
    return outcome.answer.text()


def result(desk: Desk, line: str) -> dict[str, Any]:
    """Return what a line answers programs."""
    outcome = desk.do(line)
    assert outcome.answer is not None, (line, outcome.fault)
    return dict(outcome.answer.result)
