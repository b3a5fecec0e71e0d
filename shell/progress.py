"""Report the progress of a long check in a line on the terminal.

The line appears in the second second, and stays to the end of the check.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TextIO

from attrs import define, field

from shell.output import PLAIN

if TYPE_CHECKING:
    from engine.history.timeline import Progress

#: How long (in seconds) nothing is shown, and how often the line is rewritten after that.
QUIET_SECONDS = 1.0
EVERY = 0.2


@define
class Meter:
    """Shows on a terminal how many events of how many were checked."""

    stream: TextIO
    due: float
    line: str = field(default="", init=False)

    def tell(self, done: int, of: int) -> None:
        """Show how far the check has come, if it is time to."""
        now = time.monotonic()
        if now >= self.due:
            self.due = now + EVERY
            self._write(f"checked {done:,} of {of:,} events")

    def clear(self) -> None:
        """Remove the line."""
        if self.line:
            self._write("")
            self.stream.write("\r")
            self.stream.flush()

    def _write(self, text: str) -> None:
        self.stream.write(f"\r{text.ljust(len(self.line))}")
        self.stream.flush()
        self.line = text


@contextmanager
def report_progress() -> Iterator[Progress | None]:
    """Report the progress of a check on standard error.

    Yield None where that is no terminal, or one that cannot be redrawn.
    """
    if not sys.stderr.isatty() or PLAIN.get():
        yield None
        return
    found = Meter(sys.stderr, time.monotonic() + QUIET_SECONDS)
    try:
        yield found.tell
    finally:
        found.clear()
