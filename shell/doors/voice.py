"""Carry out a line and print its outcome."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import TextIO

from engine.interrupts import until_told
from engine.value import evolve, value
from shell.options import ExitStatus
from shell.outcome import Fault, LineOutcome
from shell.output import clean, clean_line, for_reading, json_line, terminal_columns, width
from shell.progress import find_meter, reporting
from shell.render import Answer
from shell.runner import Desk
from shell.style import for_table

#: How many columns of a faulty line are shown without a terminal.
UNBROKEN = 162

#: How many lines of a long answer are printed at once.
LINES_AT_ONCE = 1000


class PartOfLine(str):
    """The beginning of a line, or more of it, which the next output continues."""


#: Text, and the stream that it is printed on.
Saying = tuple[TextIO, str]


@value
class Voice:
    """Prints outcomes: as text, or as one JSON object a line.

    `page` shows text that is too long for the screen, and returns whether it did.
    """

    json: bool = False
    page: Callable[[str], bool] | None = None

    def tell(self, outcome: LineOutcome, number: int | None = None, *, typed_at: int | None = None) -> ExitStatus:
        """Print an outcome and return its status.

        It belongs to line `number` of a script, or to the line just typed from column `typed_at` on.
        """
        self.print(self.sayings(outcome, number, typed_at=typed_at))
        return outcome.status

    def print(self, sayings: Iterable[Saying]) -> None:
        """Print texts, each on its stream."""
        for stream, text in sayings:
            print(text, file=stream, flush=True, end="" if isinstance(text, PartOfLine) else "\n")

    def sayings(
        self, outcome: LineOutcome, number: int | None = None, *, typed_at: int | None = None
    ) -> Iterator[Saying]:
        """Yield what to print of an outcome, except an answer that the pager has shown."""
        for note in outcome.notes:
            yield sys.stderr, for_reading(note_text(note), sys.stderr)
        if self.json:
            yield from ((sys.stdout, text) for text in self.read_json(outcome, number))
        elif outcome.fault is not None:
            if outcome.account:
                yield sys.stderr, for_table(clean_line(outcome.read_as), sys.stderr)
                typed_at = None
            said = fault_text(outcome.line, outcome.fault, number, typed_at)
            yield sys.stderr, for_table(said, sys.stderr)
        elif outcome.answer is not None:
            if outcome.account:
                yield sys.stdout, for_table(clean_line(outcome.read_as))
            for text in map(clean, self.read_parts(outcome.answer)):
                if text and not (self.page and self.page(for_reading(text))):
                    yield sys.stdout, for_table(text)

    def read_json(self, outcome: LineOutcome, number: int | None) -> Iterator[str]:
        """Yield an outcome as one line of JSON, a long list in it part by part."""
        ascii_only, answer = not speaks_utf8(sys.stdout), outcome.answer
        if answer is None or answer.items is None:
            yield json_line(outcome.as_json(number), ascii_only=ascii_only)
            return
        rest = evolve(outcome, answer=evolve(answer, items=None)).as_json(number)
        closing = json_line(rest["result"], ascii_only=ascii_only)
        said = json_line(rest, ascii_only=ascii_only).removesuffix(f"{closing}}}") + f'{{"{answer.items[0]}": ['
        items = (json_line(each, ascii_only=ascii_only) for each in answer.items[1]())
        while part := [*islice(items, LINES_AT_ONCE)]:
            yield PartOfLine(said + ", ".join(part))
            said = ", "
        yield f"{said.removesuffix(', ')}]{', ' if rest['result'] else ''}{closing[1:]}}}"

    def read_parts(self, answer: Answer) -> Iterator[str]:
        """Yield the text of an answer, in parts if it is long and no pager takes it whole."""
        if answer.lines is None or self.page is not None:
            yield answer.text()
            return
        lines = answer.lines()
        while part := list(islice(lines, LINES_AT_ONCE)):
            yield "\n".join(part)

    def echo(self, line: str) -> Iterator[Saying]:
        """Yield a line of a script as it is printed before its outcome."""
        if not self.json:
            yield sys.stdout, for_reading(f"> {clean_line(line)}")


def speaks_utf8(stream: TextIO | None) -> bool:
    """Return whether a stream takes every character as it is."""
    return (getattr(stream, "encoding", None) or "").lower().replace("-", "") == "utf8"


def note_text(note: str) -> str:
    """Return a remark about the log as a line."""
    return f"note: {clean_line(note)}"


#: How many events that prevent a line are listed under it.
MOST_DEPENDENTS = 5


def fault_text(line: str, fault: Fault, number: int | None = None, typed_at: int | None = None) -> str:
    """Return the fault in a line: the place, a sentence, and advice."""
    lines = [] if number is None else [f"line {number}:"]
    if fault.place is not None:
        lines += caret(line, *fault.place, typed_at)
    lines.append(clean_line(fault.message))
    lines += [f"  {clean_line(line)}" for line in dependent_lines(fault)]
    lines += [f"  {clean_line(each)}" for each in (fault.hint or "").split("\n") if each]
    return "\n".join(lines)


def dependent_lines(fault: Fault) -> list[str]:
    """List the first events that depend on those to undo, and count the others, unless the message names them."""
    texts = [each["text"] for each in fault.dependents]
    if len(texts) == 1 and f"#{fault.dependents[0]['seq']}" in fault.message:
        return []
    more = len(texts) - MOST_DEPENDENTS
    return texts[:MOST_DEPENDENTS] + ([f"and {more} more"] if more > 0 else [])


def caret(line: str, start: int, end: int, typed_at: int | None = None) -> list[str]:
    """Underline the fault in a line, which is repeated unless it was just typed above on one row."""
    columns = terminal_columns(sys.stderr) or UNBROKEN
    shown, first = cut_around(line, start, end, columns - 2)
    before, wrong = shown[: start - first], shown[start - first : end - first]
    mark = f"{' ' * width(before)}{'^' * max(1, width(wrong))}"
    if typed_at is not None and typed_at + width(line) < columns and len(line) < columns:
        return [f"{' ' * typed_at}{mark}"]
    return [f"  {clean_line(shown)}", f"  {mark}"]


def cut_around(line: str, start: int, end: int, columns: int) -> tuple[str, int]:
    """Return the part of a line around a span that fits the width in columns, and its start.

    A line that is too wide is cut between words, with “…” for the missing parts.
    """
    if len(line) <= columns and width(line) <= columns:
        return line, 0
    first = 0
    if width(line[: min(end, start + columns)]) > columns - 2:
        least = max(0, start - columns * 3 // 8)
        first = line.find(" ", least, start) + 1 or least
    lead = "… " if first else ""
    rest = line[first:]
    if width(rest[:columns]) > columns - len(lead) or len(rest) > columns:
        whole = cut_to_fit(rest, columns - len(lead) - 2)
        words = whole.rpartition(" ")[0]
        rest = f"{words if len(words) > start - first else whole} …"
    return lead + rest.rstrip(), first - len(lead)


def cut_to_fit(text: str, columns: int) -> str:
    """Return as much of text as fits a number of columns."""
    text = text[:columns]
    while width(text) > columns:
        text = text[:-1]
    return text


def do_line(
    desk: Desk, line: str, voice: Voice, number: int | None = None, *, typed_at: int | None = None
) -> ExitStatus:
    """Carry out a line, print the outcome and return its status."""
    return carry_out_line(desk, line, voice, number, typed_at=typed_at).status


def carry_out_line(
    desk: Desk, line: str, voice: Voice, number: int | None = None, *, typed_at: int | None = None
) -> LineOutcome:
    """Carry out a line, print and return the outcome. Ctrl-C waits until what was recorded is printed."""
    with until_told():
        with reporting(find_meter()):
            outcome = desk.do(line)
        voice.tell(outcome, number, typed_at=typed_at)
    return outcome
