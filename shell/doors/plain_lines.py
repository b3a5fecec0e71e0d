"""Read lines at a terminal as it delivers them, without redrawing.

The preview of a line comes on request.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from signal import default_int_handler
from types import ModuleType

from prompt_toolkit.document import Document
from prompt_toolkit.utils import is_dumb_terminal

from shell.doors.ctrl_c import on_interrupt
from shell.doors.past_lines import PastLines, may_be_kept
from shell.output import clean_line, for_reading, page_columns
from shell.preview import Preview
from shell.prompt.typed import LineTyped


class PlainLines:
    """Reads lines for a screen reader, or in a terminal that cannot be drawn upon."""

    def __init__(self, typed: LineTyped, past: PastLines) -> None:
        self.typed, self.past, self.readline = typed, past, find_readline()
        if self.readline:
            for line in reversed(list(past.load_history_strings())):
                self.readline.add_history(line)

    @property
    def columns(self) -> int:
        """How many columns the terminal has."""
        return page_columns()

    def read(self, sign: str, given: Document) -> str:
        """Return a line that is typed behind a sign.

        One that ends in “?” is explained, and another one read.
        """
        while True:
            line = self.ask(sign)
            asked = line.rstrip().removesuffix("?")
            if not line.rstrip().endswith(" ?") or self.typed.takes_text(asked):
                self.keep(line)
                return line
            self.recall(line)
            print(for_reading(preview_text(self.typed.preview(asked))))

    def keep(self, line: str) -> None:
        """Keep a line among those of the campaign, and under ↑."""
        self.past.append_string(line)
        self.recall(line)

    def recall(self, line: str) -> None:
        """Let ↑ fetch a line, if it may be kept."""
        if self.readline and may_be_kept(line):
            self.readline.add_history(line)

    def ask(self, question: str) -> str:
        """Return what is typed behind a question."""
        with interruptible():
            try:
                return input(for_reading(question))
            except UnicodeDecodeError:
                print(for_reading("That line is not UTF-8."))
                return ""
            except (EOFError, KeyboardInterrupt):
                print()
                raise

    def is_watched(self) -> bool:
        """Return false: no pager opens."""
        return False

    def may_give_back(self) -> bool:
        """Return false: a refused line is not given back."""
        return False


@contextmanager
def interruptible() -> Iterator[None]:
    """Let Ctrl-C raise KeyboardInterrupt in here: the terminal makes it a signal."""
    before = on_interrupt(default_int_handler)
    try:
        yield
    finally:
        on_interrupt(before)


def preview_text(found: Preview) -> str:
    """Return what can be said of a line before it is carried out, a line each."""
    following = " ".join(part.text for part in found.usage if part.next)
    lines = [f"= {found.reading}" if found.reading else "", found.problem, *found.result]
    lines += [f"then: {following}"] if following else []
    return "\n".join(clean_line(line) for line in lines if line) or "“help” lists the commands."


def find_readline() -> ModuleType | None:
    """Return the module that makes `input` fetch earlier lines with ↑, or None."""
    if is_dumb_terminal() or not sys.stdin.isatty():
        return None
    try:
        import readline  # its mere import changes `input`
    except ImportError:  # as on Windows, whose terminals do it themselves
        return None
    readline.set_auto_history(False)  # secret lines are kept nowhere
    readline.parse_and_bind("set enable-bracketed-paste off")  # it would write signs that nobody sees
    readline.clear_history()
    return readline
