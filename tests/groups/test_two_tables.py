"""Two game masters at two prompts of one log, in two processes at real terminals."""

from __future__ import annotations

import os
import pty
import re
import select
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from given import seated

from engine import Campaign

PATIENCE = 60  # seconds, until a terminal that never shows what it should is a failure
WORLD = "new fudge\npc Ada by Ann\npc Bo by Bob\nas Jon\ngroup new North"


class Table:
    """A prompt in a process of its own, whose terminal is read and typed into from here."""

    def __init__(self, path: Path, who: str) -> None:
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            os.execv(sys.executable, [sys.executable, "-m", "shell", "--plain", "--as", who, str(path)])
        self.shown = ""
        self.read_to("> ")

    def read_to(self, text: str) -> str:
        """Return what the terminal shows up to a text, which is waited for."""
        until = time.monotonic() + PATIENCE
        while text not in self.shown:
            assert time.monotonic() < until, f"no “{text}” in {self.shown!r}"
            if select.select([self.terminal], [], [], 1)[0]:
                self.shown += os.read(self.terminal, 65536).decode("utf-8", "replace").replace("\r", "")
        before, _, self.shown = self.shown.partition(text)
        return before

    def type(self, line: str) -> str:
        """Type a line, and return what is shown up to the next sign."""
        os.write(self.terminal, f"{line}\n".encode())
        self.read_to(f"{line}\n")
        return self.read_to("> ")

    def leave(self) -> None:
        """Leave the prompt."""
        os.write(self.terminal, b"\x04\x04")
        os.waitpid(self.pid, 0)
        os.close(self.terminal)


@contextmanager
def sitting(path: Path, who: str) -> Iterator[Table]:
    """Sit down at a prompt."""
    table = Table(path, who)
    try:
        yield table
    finally:
        table.leave()


@pytest.mark.slow
def test_two_prompts_at_once_play_an_evening_each(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "dumb")
    path = tmp_path / "club.db"
    seated(path, WORLD).close()
    with sitting(path, "Mara") as mara, sitting(path, "Jon") as jon:
        assert "Session 1 begins: The inn, with Ada" in mara.type('session start "The inn" with Ada')
        assert "Ada is in session 1 of the first group" in jon.type("session start with Ada")
        assert "Session 2 begins at North: The ford, with Bo" in jon.type('session start "The ford" with Bo')
        for number in range(5):
            mara.type(f"note wine {number}")
            assert "recorded elsewhere" not in jon.type(f"award all {number + 1}")
        assert "Bo is awarded 5 XP" in jon.type("undo")
        assert "wine 4" in mara.type("undo")
        assert "The ford" in jon.type("recap")
        assert re.search(r"session 1 +The inn +Ada", mara.type("groups"))
    with Campaign.open(path) as campaign:
        assert campaign.state.sheets["Bo"].awarded == 1 + 2 + 3 + 4
        assert [(each.number, each.group, each.end is None) for each in campaign.state.sessions] == [
            (1, "", True),
            (2, "North", True),
        ]
