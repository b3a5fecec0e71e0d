"""Read a script line by line, and tell whether another line is there already."""

from __future__ import annotations

import select
from collections.abc import Iterator
from io import UnsupportedOperation
from typing import BinaryIO

from engine.value import record
from shell.language.canonical import without_lead
from shell.options import ExitStatus
from shell.outcome import Fault, LineOutcome

LONGEST_LINE = 100_000

#: What a text in UTF-16 begins with.
UTF_16 = (b"\xff\xfe", b"\xfe\xff")

#: What to do with a text in another encoding.
CURE = "save it as UTF-8"

#: How many bytes are read at a time.
PIECE = 1 << 16

#: A line with its number, or the fault of one that cannot be read.
NumberedLine = tuple[int, str | LineOutcome]


@record
class Script:
    """The lines of a script from a file or a pipe, without comments and blank lines.

    `held` are bytes that were read and belong to later lines, `ahead` is a line that was looked at and not taken. A
    line that is too long is read in pieces, and the pieces after it was `cut` are dropped.
    """

    stream: BinaryIO
    number: int = 0
    held: bytes = b""
    ended: bool = False
    cut: bool = False
    ahead: NumberedLine | None = None

    def __iter__(self) -> Iterator[NumberedLine]:
        """Yield one line after the other, waiting for each."""
        while (found := self._look(wait=True)) is not None:
            self.ahead = None
            yield found

    def take(self) -> None:
        """Take the line that was looked at."""
        self.ahead = None

    def peek(self) -> NumberedLine | None:
        """Return the next line without taking it, or None if it is not there yet or there are no more."""
        return self._look(wait=False)

    def _look(self, *, wait: bool) -> NumberedLine | None:
        while self.ahead is None and self._has_line(wait=wait):
            self.ahead = self._next_line()
        return self.ahead

    def _has_line(self, *, wait: bool) -> bool:
        """Read until a whole line is there or the input ends, or without waiting only what is there."""
        while not self.ended and b"\n" not in self.held and len(self.held) <= LONGEST_LINE:
            if not wait and not has_input(self.stream):
                return False
            more = self.stream.read1(PIECE)  # type: ignore[attr-defined]  # so do those that standard input can be
            self.held, self.ended = self.held + more, not more
        return bool(self.held)

    def _next_line(self) -> NumberedLine | None:
        """Take a line from the bytes read. Return None for a comment, a blank line, or the rest of a line too long."""
        end = self.held.find(b"\n") + 1 or len(self.held)
        raw, self.held = self.held[:end], self.held[end:]
        is_rest, self.cut = self.cut, not raw.endswith(b"\n")
        if is_rest:
            return None
        self.number += 1
        if len(raw) > LONGEST_LINE:
            said = f"the line is too long: the limit is {LONGEST_LINE:,} bytes"
            return self.number, LineOutcome("", "", fault=Fault(ExitStatus.NOT_UNDERSTOOD, said))
        if self.number == 1 and (raw.startswith(UTF_16) or b"\0" in raw[:2]):
            self.held, self.ended = b"", True
            return self.number, refuse_encoding()
        try:
            line = without_lead(raw.decode("utf-8").rstrip("\r\n")).rstrip()
        except UnicodeDecodeError as error:
            return self.number, refuse_bytes(raw, error.start)
        return (self.number, line) if line and not line.lstrip().startswith("#") else None


def has_input(stream: BinaryIO) -> bool:
    """Return whether a stream can be read without waiting, or false where the system cannot say."""
    try:
        return bool(select.select([stream], [], [], 0)[0])
    except UnsupportedOperation:  # it is in memory
        return True
    except OSError:
        return False


def refuse_bytes(raw: bytes, at: int) -> LineOutcome:
    """Return the fault of a line with a byte that is not UTF-8."""
    line = raw.decode("utf-8", "replace").rstrip()
    column = len(raw[:at].decode("utf-8"))
    said = f"byte {at + 1} of the line is not UTF-8"
    return LineOutcome(line, line, fault=Fault(ExitStatus.REFUSED, said, (column, column + 1), CURE))


def refuse_encoding() -> LineOutcome:
    """Return the fault of a script in UTF-16."""
    return LineOutcome("", "", fault=Fault(ExitStatus.REFUSED, "this text is UTF-16, not UTF-8", hint=CURE))
