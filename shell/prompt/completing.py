"""Offer what the grammar accepts next, in the menu of the prompt."""

from __future__ import annotations

from collections.abc import Iterator

from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document

from shell.output import clean_line
from shell.prompt.typed import LineTyped

#: The most rows of the menu while a line is typed, and the most letters of an explanation.
MOST_WHILE_TYPING = 60
LONGEST_WORD = 48


class Offering(Completer):
    """Offers texts that can be typed next."""

    def __init__(self, typed: LineTyped) -> None:
        self.typed = typed

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterator[Completion]:
        """Yield what can follow the text before the cursor.

        On request, each has a space if something may follow it. That takes a reading for each kind of offer, so it is
        not done with every key.
        """
        text = document.text_before_cursor
        found = self.typed.endings(text) if complete_event.completion_requested else self.typed.offers(text)
        spaces: dict[tuple[int, str], str] = {}
        for offer in found if complete_event.completion_requested else found[:MOST_WHILE_TYPING]:
            space = ""
            if complete_event.completion_requested:
                alike = offer.start, offer.kind or offer.text
                if alike not in spaces:
                    spaces[alike] = " " if self.typed.may_go_on(text[: offer.start] + offer.text) else ""
                space = spaces[alike]
            meta = clean_line(offer.meta)
            meta = meta if len(meta) <= LONGEST_WORD else f"{meta[: LONGEST_WORD - 1]}…"
            start = offer.start - len(text)
            yield Completion(
                offer.text + space, start_position=start, display=clean_line(offer.text), display_meta=meta
            )
