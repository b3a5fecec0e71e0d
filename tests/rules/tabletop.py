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
