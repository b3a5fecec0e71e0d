"""How far a long check has come: a line on the terminal that comes after a second, and goes when the check is done."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TextIO

from attrs import define, field

if TYPE_CHECKING:
    from engine.history.timeline import Progress

#: Whoever waits no longer than this (in seconds) is told nothing; after that, the line is written anew so often.
QUIET_SECONDS = 1.0
EVERY = 0.2


@define
class Meter:
    """Tells on a terminal how many events of how many were checked."""

    stream: TextIO
    due: float
    shown: str = field(default="", init=False)

    def tell(self, done: int, of: int) -> None:
        """Write how far the check has come, if it is time to."""
        now = time.monotonic()
        if now >= self.due:
            self.due = now + EVERY
            self._write(f"checked {done:,} of {of:,} events")

    def clear(self) -> None:
        """Take the line away."""
        if self.shown:
            self._write("")
            self.stream.write("\r")
            self.stream.flush()

    def _write(self, text: str) -> None:
        self.stream.write(f"\r{text.ljust(len(self.shown))}")
        self.stream.flush()
        self.shown = text


@contextmanager
def telling() -> Iterator[Progress | None]:
    """Tell on the standard error stream how far a check has come, where that is a terminal; None where it is not."""
    if not sys.stderr.isatty():
        yield None
        return
    found = Meter(sys.stderr, time.monotonic() + QUIET_SECONDS)
    try:
        yield found.tell
    finally:
        found.clear()
