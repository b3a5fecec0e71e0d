"""A game master at the real prompt: a program of its own on a pseudo-terminal, whose screen can be read."""

from __future__ import annotations

import os
import pty
import signal
import struct
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from fcntl import ioctl
from pathlib import Path
from termios import TIOCSWINSZ
from threading import Lock, Thread

import pytest

pyte = pytest.importorskip("pyte")

COLUMNS, ROWS = 110, 30
PATIENCE = 20

ENTER, ESCAPE, RIGHT, DELETE, CTRL_U, CTRL_D = "\r", "\x1b", "\x1b[C", "\x1b[3~", "\x15", "\x04"


class GameMaster:
    """Somebody who types at a prompt, and sees its screen. The terminal answers where its cursor is."""

    def __init__(self, log: Path, cwd: Path) -> None:
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            os.environ.update(TERM="xterm-256color", PYTHONPATH=os.pathsep.join([str(cwd), *sys.path]))
            os.execv(sys.executable, [sys.executable, "-m", "shell", str(log)])
        ioctl(self.terminal, TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        self.lock = Lock()
        self.wrote = bytearray()
        self.screen = pyte.Screen(COLUMNS, ROWS)
        self.screen.write_process_input = self.types
        self.stream = pyte.ByteStream(self.screen)
        self.reading = Thread(target=self.read, daemon=True)
        self.reading.start()

    def read(self) -> None:
        """Draw what the program writes, until it ends."""
        with suppress(OSError):
            while data := os.read(self.terminal, 65536):
                with self.lock:
                    self.wrote += data
                    self.stream.feed(data)

    def types(self, keys: str) -> None:
        """Press keys."""
        os.write(self.terminal, keys.encode())

    @property
    def text(self) -> str:
        """What is on the screen."""
        with self.lock:
            return "\n".join(line.rstrip() for line in self.screen.display).strip()

    @property
    def line(self) -> str:
        """The line in which the cursor stands."""
        with self.lock:
            return str(self.screen.display[self.screen.cursor.y]).rstrip()

    def sees(self, *texts: str) -> None:
        """Wait until all of these are on the screen."""
        self.waits_for(lambda: all(text in self.text for text in texts), texts)

    def sees_no(self, *texts: str) -> None:
        """Wait until none of these is on the screen."""
        self.waits_for(lambda: not any(text in self.text for text in texts), texts)

    def waits_for(self, holds: Callable[[], bool], what: object) -> None:
        """Wait until something holds."""
        until = time.monotonic() + PATIENCE
        while not holds():
            assert time.monotonic() < until, f"waited for {what}, and saw:\n{self.text}"
            time.sleep(0.02)

    def leaves(self) -> None:
        """End the program."""
        with suppress(OSError):
            os.kill(self.pid, signal.SIGTERM)
        with suppress(ChildProcessError):
            os.waitpid(self.pid, 0)
        with suppress(OSError):
            os.close(self.terminal)


@contextmanager
def at_prompt(log: Path, sign: str) -> Iterator[GameMaster]:
    """Sit down at a campaign's prompt, which has this sign."""
    found = GameMaster(log, Path(__file__).parents[2])
    try:
        found.sees(sign)
        yield found
    finally:
        found.leaves()
