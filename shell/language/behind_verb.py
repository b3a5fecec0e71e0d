"""Read a line in the short tongue behind a verb that is typed all the same: “odds f s 3”, “check all s 3”."""

from __future__ import annotations

from engine.state import State
from engine.value import evolve, field_names
from shell.language.grammar import FirstWord, Takes, compile_shorts, find_first_word
from shell.language.parse import Parse, Span
from shell.language.short import ALL, read_short


def read_behind_verb(
    text: str, first: FirstWord, state: State | None, takes: Takes, *, further: bool = False
) -> Parse | None:
    """Return the reading of a line whose verb leads to one in the short tongue, or None for another line."""
    meant = {each: each for each in first.commands if begins_with_somebody(each)} | chances_of(first)
    if state is None or not meant or not text[first.end :].strip():
        return None
    rest = find_first_word(f"{' ' * first.end}{text[first.end :]}")
    parse = read_short(rest.canonical, rest, state, lambda cls: cls in meant and takes(meant[cls]), further=further)
    if parse is None or parse.phrase is None:
        return None
    asked = meant[parse.phrase.cls]
    if not parse.values.keys() <= set(field_names(asked)):
        return None
    marks = (Span(first.start, first.end, "command"), *parse.marks)
    return evolve(parse, text=text, first=first, phrase=evolve(parse.phrase, cls=asked), marks=marks)


def begins_with_somebody(command: type) -> bool:
    """Return whether a line of a command in the short tongue begins with a character, or with all."""
    return any(phrase.head.isupper() or phrase.head == ALL for phrase in compile_shorts(command))


def chances_of(first: FirstWord) -> dict[type, type]:
    """Return the rolls whose chances a verb asks for, each with the question."""
    from engine.concerns.checks.commands import Check, CheckOdds  # few lines ask for a chance
    from engine.concerns.contests.commands import Contest, ContestOdds

    return {roll: odds for roll, odds in ((Check, CheckOdds), (Contest, ContestOdds)) if odds in first.commands}
