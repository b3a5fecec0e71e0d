"""Ctrl-R: look for an earlier line by letters in their order, the closest first.

The line that is found is only put into the prompt by Enter, so that it is seen before it is carried out.
"""

from __future__ import annotations

from collections.abc import Iterator

from prompt_toolkit.buffer import Buffer, CompletionState
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.filters import Condition, Filter, completion_is_selected, emacs_insert_mode, vi_insert_mode
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent

from shell.doors.past_lines import PastLines
from shell.output import clean_line
from shell.prompt.typed import LineTyped

#: How many of the last lines are searched, and how long one may be.
MOST_LINES = 5_000
LONGEST = 300

#: How many lines are listed, and how many letters of each.
MOST_FOUND = 30
WIDEST = 100

#: At how many places of its first letter a text is looked for in a line.
MOST_STARTS = 8


class Recalling(Completer):
    """Offers earlier lines during a search for one, and otherwise what another completer offers."""

    def __init__(self, other: Completer, typed: LineTyped, past: PastLines) -> None:
        self.other, self.typed, self.past = other, typed, past

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterator[Completion]:
        """Yield the lines that fit the typed letters."""
        if not self.typed.searching:
            yield from self.other.get_completions(document, complete_event)
            return
        sought = document.text_before_cursor
        for line in closest(sought, self.past.get_strings()):
            shown = clean_line(line)
            yield Completion(
                line,
                start_position=-len(sought),
                display=shown if len(shown) <= WIDEST else f"{shown[:WIDEST]}…",
                display_meta="failed" if line in self.past.failed else "",
            )


def closest(sought: str, lines: list[str]) -> list[str]:
    """Return the lines that have the letters of a text in their order, the closest first, of equals the later one.

    The last of `lines` is the latest.

    >>> closest("kt", ["sheet Kurt", "award Kotorikh 2", "note we rest"])
    ['award Kotorikh 2', 'sheet Kurt']
    """
    found: list[tuple[int, str]] = []
    for line in dict.fromkeys(reversed(lines[-MOST_LINES:])):
        distance = spread(sought.casefold(), line.casefold()) if len(line) <= LONGEST and "\n" not in line else None
        if distance is not None:
            found.append((distance, line))
    return [line for _, line in sorted(found, key=lambda each: each[0])[:MOST_FOUND]]


def spread(sought: str, line: str) -> int | None:
    """Return how far apart a text's letters are in a line, 0 if side by side, or None if one is missing."""
    best: int | None = None
    start = line.find(sought[:1])
    for _ in range(MOST_STARTS):
        at = start
        for letter in sought[1:]:
            at = line.find(letter, at + 1) if at >= 0 else at
        if start < 0 or at < 0:
            return best
        apart = at - start + 1 - len(sought) if sought else 0
        best = apart if best is None else min(best, apart)
        start = line.find(sought[:1], start + 1)
    return best


def add_recalling_keys(keys: KeyBindings, typed: LineTyped) -> None:
    """Add the keys that look for an earlier line."""
    searching = Condition(lambda: typed.searching)

    @keys.add("c-r", filter=(emacs_insert_mode | vi_insert_mode) & ~searching)
    def begin(event: KeyPressEvent) -> None:
        """Begin to look for the line that has the letters typed so far."""
        buffer = event.current_buffer
        if typed.is_selected:
            buffer.text = ""
        buffer.cursor_position = len(buffer.text)
        typed.searching = True
        list_lines(buffer)

    @keys.add("c-r", filter=searching)
    @keys.add("tab", filter=searching)
    @keys.add("down", filter=searching)
    def go_on(event: KeyPressEvent) -> None:
        """Take the next of the lines that were found."""
        take_next(event.current_buffer)

    @keys.add("up", filter=searching)
    def go_back(event: KeyPressEvent) -> None:
        """Take the one before."""
        event.current_buffer.complete_previous()

    @keys.add("backspace", filter=searching)
    def shorten(event: KeyPressEvent) -> None:
        """Look for less."""
        event.current_buffer.delete_before_cursor()
        list_lines(event.current_buffer)

    add_leaving_keys(keys, typed, searching)


def add_leaving_keys(keys: KeyBindings, typed: LineTyped, searching: Filter) -> None:
    """Add the keys that end the search, with a line or without one."""

    def leave(buffer: Buffer) -> None:
        buffer.complete_state = None
        typed.searching = False

    @keys.add("enter", filter=searching)
    def take(event: KeyPressEvent) -> None:
        """Put the chosen line, or the first, into the line. It is not carried out."""
        buffer = event.current_buffer
        if not completion_is_selected():
            take_next(buffer)
        leave(buffer)

    @keys.add("escape", filter=searching, eager=True)
    @keys.add("c-g", filter=searching)
    def never_mind(event: KeyPressEvent) -> None:
        """Leave the typed text as it is."""
        event.current_buffer.cancel_completion()
        leave(event.current_buffer)

    @keys.add("<any>", filter=searching & completion_is_selected)
    def write_on(event: KeyPressEvent) -> None:
        """Change the line that was found."""
        leave(event.current_buffer)
        event.current_buffer.insert_text(event.data)


def list_lines(buffer: Buffer) -> None:
    """List the earlier lines that fit at once, for keys may follow at any speed."""
    found = list(buffer.completer.get_completions(buffer.document, CompleteEvent()))
    buffer.complete_state = CompletionState(buffer.document, found) if found else None


def take_next(buffer: Buffer) -> None:
    """Take the next of the lines that fit the typed letters, at first the first."""
    if not completion_is_selected():
        list_lines(buffer)
    buffer.complete_next()
