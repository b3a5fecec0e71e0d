"""Report the progress of long work in a line on the terminal, which appears after a second and stays."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, TextIO

from engine.store.door import LISTENER
from shell.output import PLAIN, for_reading

if TYPE_CHECKING:
    from engine.history.timeline import Progress

#: How many seconds nothing is shown, and how often the line is rewritten then.
QUIET_SECONDS = 1.0
EVERY = 0.2

#: The line for a check, with the number of events done and of all.
CHECKED = "checked {:,} of {:,} events"

#: The line after Ctrl-C.
STOPPED = "Stopped. Everything marked ✓ is saved."


class Meter:
    """Shows on a terminal how far a check, or the reading of a log, has come."""

    def __init__(self, stream: TextIO, due: float) -> None:
        self.stream = stream
        self.due = due
        self.line = ""
        self.farthest = 0
        self.checking = False

    def tell(self, done: int, of: int, line: str = CHECKED) -> None:
        """Show how far the work has come, if it is time to."""
        self.checking = True
        self._show(line.format(done, of))

    def __call__(self, seq: int, of: int | None = None) -> None:
        """Show how far a log of so many events was checked, or how far it was read.

        Do so if it is time to, and not in the middle of another check, which reads as well.
        """
        if of is not None:
            self._show(CHECKED.format(seq, of))
        elif not self.checking:
            self._show(f"read up to #{seq:,}{' again' * (seq < self.farthest)}")
            self.farthest = max(self.farthest, seq)

    def stop(self) -> None:
        """Replace the line by a note that Ctrl-C was received."""
        if self.line:
            self._write(for_reading(STOPPED, self.stream))
            self.stream.write("\n")
            self.line = ""

    def clear(self) -> None:
        """Remove the line."""
        if self.line:
            self._write("")
            self.stream.write("\r")
            self.stream.flush()

    def _show(self, text: str) -> None:
        now = time.monotonic()
        if now >= self.due:
            self.due = now + EVERY
            self._write(text)

    def _write(self, text: str) -> None:
        self.stream.write(f"\r{text.ljust(len(self.line))}")
        self.stream.flush()
        self.line = text


@contextmanager
def report_progress(line: str = CHECKED) -> Iterator[Progress | None]:
    """Report the progress of a check on standard error, or of what the line names.

    Yield None where that is no terminal, or one that cannot be redrawn.
    """
    meter = find_meter()
    with reporting(meter):
        yield None if meter is None else partial(meter.tell, line=line)
    if meter is not None:
        meter.checking = False


@contextmanager
def reporting(meter: Meter | None) -> Iterator[None]:
    """Report how far a log is read, if that takes long and there is a meter."""
    before = LISTENER.set(meter)
    try:
        yield
    except KeyboardInterrupt:
        if meter is not None:
            meter.stop()
        raise
    finally:
        LISTENER.reset(before)
        if meter is not None:
            meter.clear()


def find_meter() -> Meter | None:
    """Return the meter on standard error, or None if it cannot be drawn."""
    listener = LISTENER.get()
    if isinstance(listener, Meter):
        return listener
    if sys.stderr is None or not sys.stderr.isatty() or PLAIN.get():
        return None
    return Meter(sys.stderr, time.monotonic() + QUIET_SECONDS)
