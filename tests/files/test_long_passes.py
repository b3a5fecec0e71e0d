"""A pass over all hashes says how far it is, ends at Ctrl-C, and needs no room on any disk."""

from __future__ import annotations

import io
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from unittest.mock import patch

import pytest

from engine.store import inspection
from shell import progress
from shell.doors.voice import Voice, do_line
from shell.runner import Desk

#: What recomputes all hashes.
PASSES = [
    *("audit", "why Kotorikh xp", "ledger Kotorikh", "dispute Kotorikh 28", "sign Kotorikh"),
    *("diff #20 #40", "whatif drop #15", "whatif award all 2", "verify"),
]


@pytest.fixture(autouse=True)
def few_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Read few events at a time."""
    monkeypatch.setattr(inspection, "BATCH", 5)


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("line", PASSES)
def test_a_long_pass_says_how_far_it_is_and_of_how_many(log: Path, monkeypatch: pytest.MonkeyPatch, line: str) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr(progress, "QUIET_SECONDS", 0)
    monkeypatch.setattr(progress, "EVERY", 0)
    desk = Desk(log)
    desk.do("head")
    do_line(desk, line, Voice())
    desk.close()
    said = "read up to #{}" if line == "verify" else "checked {} of 44 events"
    assert all(said.format(seq) in terminal.getvalue() for seq in (20, 40))


def interrupt_at(number: int) -> Callable[[int], None]:
    """Return a progress function that raises Ctrl-C once the pass reaches an event."""

    def tell(seq: int) -> None:
        if seq >= number:
            signal.raise_signal(signal.SIGINT)

    return tell


@pytest.mark.parametrize("line", PASSES)
@pytest.mark.parametrize("at", [5, 20])
def test_a_long_pass_ends_at_ctrl_c_and_is_right_when_it_is_asked_again(log: Path, line: str, at: int) -> None:
    desk = Desk(log)
    desk.do("note one")
    right = None if line.startswith("sign") else said_by(desk, line)
    before = log.read_bytes()
    with patch.object(inspection, "tell_reading", interrupt_at(at)), pytest.raises(KeyboardInterrupt):
        desk.do(line)
    assert log.read_bytes() == before
    said = said_by(desk, line)
    assert said == right if right else said.startswith("✓ #46")
    desk.close()


def said_by(desk: Desk, line: str) -> str:
    """Return what people are told."""
    outcome = desk.do(line)
    assert outcome.answer is not None, outcome.fault
    return outcome.answer.text()
