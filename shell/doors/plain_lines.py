"""Read lines as the terminal delivers them, without redrawing, and preview a line on request."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import ModuleType

from prompt_toolkit.document import Document
from prompt_toolkit.utils import is_dumb_terminal

from shell.doors.ctrl_c import interruptible
from shell.doors.past_lines import PastLines, may_be_kept
from shell.language.kinds.text import fold_case
from shell.language.offers import Offer
from shell.output import clean_line, for_reading, page_columns
from shell.preview import Preview
from shell.prompt.typed import LineTyped

#: How many possible continuations are listed, since more are tiresome to hear.
MOST_FOLLOWING = 4

#: How many offers are listed. The others are counted.
MOST_OFFERS = 20


class PlainLines:
    """Reads lines for a screen reader, or in a terminal that cannot be redrawn."""

    def __init__(self, typed: LineTyped, past: PastLines) -> None:
        self.typed, self.past, self.readline = typed, past, find_readline()
        self.sign = ""
        self.offered: list[Offer] = []
        if self.readline:
            for line in reversed(list(past.load_history_strings())):
                self.readline.add_history(line)
            self.readline.set_completion_display_matches_hook(self.list_offers)

    @property
    def columns(self) -> int:
        """How many columns the terminal has."""
        return page_columns()

    def read(self, sign: str, given: Document) -> str:
        """Return a line typed behind a sign. After explaining one that ends in “ ?”, read another."""
        while True:
            line = self.ask_completing(sign)
            asked = line.rstrip().removesuffix("?")
            if not line.rstrip().endswith(" ?") or self.typed.takes_text(asked):
                self.remember_line(line)
                return line
            self.recall(line)
            print(for_reading(preview_text(self.typed.explain_typed(asked))))

    def remember_line(self, line: str) -> None:
        """Add a line to those of the campaign, and to ↑."""
        self.past.append_string(line)
        self.recall(line)

    def recall(self, line: str) -> None:
        """Let ↑ fetch a line, if it may be stored."""
        if self.readline and may_be_kept(line):
            self.readline.add_history(line)

    def ask_completing(self, sign: str) -> str:
        """Return a line that Tab completes."""
        if self.readline is None:
            return self.ask(sign)
        self.sign = sign
        self.readline.set_completer(self.complete)
        try:
            return self.ask(sign)
        finally:
            self.readline.set_completer(None)

    def complete(self, text: str, place: int) -> str | None:
        """Return one of the lines that a text can become, as readline asks for them."""
        if place == 0:
            self.offered = self.typed.endings(text)
        whole = self.typed.ends_whole(text)
        lines = [f"{text} "] if whole else completed_lines(text, self.offered, self.typed.may_go_on)
        return lines[place] if place < len(lines) else None

    def list_offers(self, *_: object) -> None:
        """Print the texts that can follow, one to a line, and the line so far."""
        assert self.readline is not None
        self.readline.redisplay()  # it takes the last output for its own
        shown = [clean_line(f"{offer.text}: {offer.meta}") for offer in self.offered[:MOST_OFFERS]]
        more = len(self.offered) - MOST_OFFERS
        listed = "\n".join([*shown, *([f"and {more} more"] if more > 0 else [])])
        print(f"\n{for_reading(listed)}\n{for_reading(self.sign.rstrip())} {self.readline.get_line_buffer()}", end="")
        sys.stdout.flush()

    def ask(self, question: str) -> str:
        """Return the answer to a question."""
        with interruptible():
            try:
                return input(f"{for_reading(question.rstrip())} ")
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


def completed_lines(text: str, offered: list[Offer], may_go_on: Callable[[str], bool]) -> list[str]:
    """Return the lines that text can become.

    A single one has a space if something may follow it. If one of several begins differently, the text is among them,
    so that nothing of it is lost.
    """
    lines = list(dict.fromkeys(text[: offer.start] + offer.text for offer in offered))
    if len(lines) == 1:
        return [f"{lines[0]} " if may_go_on(lines[0]) else lines[0]]
    goes_on = all(fold_case(line).startswith(fold_case(text)) for line in lines)
    return lines if goes_on else [text, *lines]


def preview_text(found: Preview) -> str:
    """Return the preview of a line, one fact to a line."""
    following = [part.text for part in found.usage if part.next]
    more = ["…"] if len(following) > MOST_FOLLOWING else []
    lines = [f"= {found.reading}" if found.reading else "", found.problem, *found.result]
    lines += [f"then: {' '.join([*following[:MOST_FOLLOWING], *more])}"] if following else []
    return "\n".join(clean_line(line) for line in lines if line) or "“help” lists the commands."


def find_readline() -> ModuleType | None:
    """Return the module that makes `input` fetch earlier lines with ↑, or None."""
    if is_dumb_terminal() or not sys.stdin.isatty():
        return None
    try:
        import readline  # importing it changes `input`
    except ImportError:  # on Windows, whose terminals do it themselves
        return None
    readline.set_auto_history(False)  # secret lines are stored nowhere
    readline.parse_and_bind("set enable-bracketed-paste off")  # it would write invisible characters
    readline.clear_history()
    readline.set_completer_delims("")  # the grammar knows where a name begins
    readline.parse_and_bind("set show-all-if-ambiguous on")
    readline.parse_and_bind("tab: complete")
    return readline
