"""Read lists of characters: “bandit 1, 2, 3”, joined by commas, in a line that means the same for all of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from engine.patterns import pattern
from engine.state import State
from engine.types import Character
from engine.value import evolve
from shell.language.kinds.table import find_kind
from shell.language.kinds.text import spelled_name
from shell.language.names import sheets
from shell.language.parse import Found, Misreading, Parse, Scene, Span, say_misplaced
from shell.language.spelling import spell

#: A number that stands alone.
DIGITS = pattern(r"[0-9]{1,9}(?![\w.])")

#: “and”, or a sign for it, behind which a name may follow.
JOINS_NAME = pattern(r"(and|&)\s+(?=\S)", re.IGNORECASE)


def continue_number(text: str, at: int, marks: Sequence[Span], state: State | None) -> Found | None:
    """Return the name that a number behind a comma means, as the 2 in “bandit 1, 2”, or None."""
    if len(marks) < 2 or text[marks[-1].start] != "," or marks[-2].role != "character":
        return None
    digits = DIGITS.match(text, at)
    if digits is None:
        return None
    base, _, number = str(marks[-2].value).rpartition(" ")
    name, known = f"{base} {int(digits[0])}", sheets(Scene(state))
    return (name, digits.end()) if number.isdigit() and name in known and digits[0] not in known else None


def find_second_name(text: str, at: int, before: Span, state: State | None) -> Misreading | None:
    """Return the problem of “and” with a character behind a character, in the place of a text, or None."""
    found = JOINS_NAME.match(text, at) if before.role == "character" else None
    if found is None or not find_kind(Character).begins(text, found.end(), Scene(state)):
        return None
    return Misreading(at, found.end(1), say_misplaced(found[1]), found[1])


def mean_one_thing(parse: Parse, read: Callable[[str], Parse]) -> Parse:
    """Return the reading of a list, refused if the rest of the line means something else for another of its names.

    Beginnings are found on the sheet of the first one: “ro” may be her rope, and his robe.
    """
    marks = [mark for mark in parse.marks if mark.field == parse.command.field]
    start, end = marks[0].start, marks[len(parse.listed) - 1].end
    for command, name in zip(parse.command.commands, parse.listed, strict=True):
        alone = read(f"{parse.text[:start]}{spelled_name(name)}{parse.text[end:]}").command
        if alone is not None and alone != command:
            cures = (spell(parse.command.commands[0]), spell(alone))
            said = f"this means something else for {name} than for {parse.listed[0]}"
            last = len(parse.text.rstrip())
            return evolve(parse, problem=Misreading(end, last, said, cures=cures, refused=True, several=True))
    return parse
