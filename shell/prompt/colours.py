"""Colour the parts of a line by their meaning while it is typed. Red is only what typing on cannot mend."""

from __future__ import annotations

from collections.abc import Callable, Hashable

from prompt_toolkit.document import Document
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.lexers import Lexer
from prompt_toolkit.styles import Style

from shell.language.parse import Span
from shell.prompt.typed import LineTyped
from shell.style import SELECTED_LINE, prompt_colours

#: Roles of typed text that are no names.
ROLE_COLOURS = {
    "command": "command",
    "keyword": "keyword",
    "punctuation": "keyword",
    "comment": "comment",
    "error": "error",
    "typing": "text",
    "reason": "text",
    "text": "text",
    "value": "text",
    "name": "text",
    "level": "number",
    "number": "number",
    "kind-of-dice": "number",
    "face": "number",
    "percentage": "number",
    "number-or-range": "number",
    "time": "number",
    "event-number": "number",
    "number-with-its-sign": "number",
}


def style(theme: str | None) -> Style:
    """Return the colours of the prompt in a theme, or none."""
    return Style.from_dict(prompt_colours(theme) if theme else {**SELECTED_LINE, "bottom-toolbar": "noreverse"})


class Colours(Lexer):
    """Colours the line by its reading."""

    def __init__(self, typed: LineTyped) -> None:
        self.typed = typed

    def lex_document(self, document: Document) -> Callable[[int], StyleAndTextTuples]:
        """Return the colours of each line. Several pasted lines are left plain."""
        if self.typed.is_selected:
            return lambda number: [("class:line.selected", line) for line in document.lines[number : number + 1]]
        parse = None if self.typed.searching else self.typed.read(document.text)
        if parse is None:
            return lambda number: [("", document.lines[number])] if number < len(document.lines) else []
        fragments = colour(document.text, parse.marks)
        return lambda number: fragments if number == 0 else []

    def invalidation_hash(self) -> Hashable:
        """Return everything except the text on which its colours depend."""
        return self.typed.is_selected, self.typed.searching


def colour(text: str, marks: tuple[Span, ...]) -> StyleAndTextTuples:
    """Return a text in pieces, each with the class of its colour."""
    fragments: StyleAndTextTuples = []
    at = 0
    for mark in sorted(marks, key=lambda mark: mark.start):
        if mark.start < at or mark.end <= mark.start:
            continue
        fragments += [
            ("", text[at : mark.start]),
            (f"class:line.{ROLE_COLOURS.get(mark.role, 'name')}", text[mark.start : mark.end]),
        ]
        at = mark.end
    return [*fragments, ("", text[at:])]
