"""Playing lines at a table and reading what the program makes of them, as a program would."""

from __future__ import annotations

import json
from typing import Any

from shell.outcome import LineOutcome
from shell.runner import Desk

#: The worked example of a dispute. Its #1 is #5 here: the campaign, two abilities and Ilse come first.
ILSE = """
define ability "Construction Magic", Mycology
pc Ilse by Kurt
award Ilse 85 for the years before play
spend Ilse 85 on Construction Magic
award Ilse 10 for the golden teapot
spend Ilse 7 on Construction Magic, 3 on Mycology
check Ilse Mycology vs 3 rolled +1
"""


def play(desk: Desk, script: str) -> Any:
    """Play the lines of a script, all of which succeed; returns the result of the last."""
    found = [done(desk, line) for line in filter(None, map(str.strip, script.splitlines()))]
    return found[-1]["result"]


def done(desk: Desk, line: str) -> Any:
    """Return what a line that succeeds gives a program."""
    outcome = desk.do(line)
    assert outcome.fault is None, f"{line}: {outcome.fault}"
    return as_json(outcome)


def as_json(outcome: LineOutcome) -> Any:
    """Return an outcome as it is written down."""
    return json.loads(json.dumps(outcome.as_json()))


def said(desk: Desk, line: str) -> str:
    """Return what the program says to people."""
    outcome = desk.do(line)
    assert outcome.answer is not None, outcome.fault
    return outcome.answer.text()


def refused(desk: Desk, line: str) -> Any:
    """Return the error with which the rules turn a line down; nothing is recorded."""
    before = head(desk)
    outcome = desk.do(line)
    assert outcome.status == 1, outcome
    assert head(desk) == before
    return as_json(outcome)["error"]


def head(desk: Desk) -> int:
    """Return the number of the last event."""
    assert desk.campaign is not None
    return desk.campaign.log.head.seq


def sheet(desk: Desk, who: str, at: str = "") -> Any:
    """Return a sheet as a program reads it."""
    return play(desk, f"sheet {who} {at}")


def levels(desk: Desk, who: str, at: str = "") -> dict[str, str]:
    """Return the traits of a sheet as they are written: 6 (+29/64), or just 2."""
    return {
        name: f"{t['level']} (+{t['progress']}/{t['needed']})" if t["progress"] else f"{t['level']}"
        for name, t in sheet(desk, who, at)["traits"].items()
    }


def unspent(desk: Desk, who: str) -> int:
    """Return the XP that a character has to spend."""
    found: int = sheet(desk, who)["xp"]["unspent"]
    return found
