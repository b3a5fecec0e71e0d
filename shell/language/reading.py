"""Read a line of text. `read` never raises: completion, colour, caret and preview are views of its result."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from engine.heads import is_head
from engine.registry import SHORT_LINES
from engine.state import State
from engine.value import evolve
from shell.language.furthest import pick_furthest
from shell.language.grammar import (
    Phrase,
    Takes,
    applies,
    first_word,
    heads,
    is_about_files,
    may_record,
    take_all,
    usages_of,
)
from shell.language.kinds.known import end_of_shortened
from shell.language.kinds.text import missing_at_end, word_end
from shell.language.lookup import looking_up
from shell.language.parse import Misreading, Parse, Span, join_or
from shell.language.reader import LOST_NUMBER, Reader
from shell.language.short import is_begun, is_name, read_short, refuse_several

#: How many letters of a verb about files win over the beginning of a character's name, as any path could follow.
SHORTEST_FILE_VERB = 3


def read(text: str, state: State | None, takes: Takes = take_all, *, entered: bool = False) -> Parse:
    """Read text as one of the accepted commands, as far as it goes. Never raise.

    Names are looked up in `state`, which is None before there is a campaign. If the line was `entered`, possible
    continuations are not collected.
    """
    with looking_up():
        return (entered and read_whole(text, state, takes)) or read_line(text, state, takes)


def read_whole(text: str, state: State | None, takes: Takes) -> Parse | None:
    """Return the reading of a text that a usage line of its verb fits, or None."""
    start, end = first_word(text)
    if not is_head(text[start:end]) or LOST_NUMBER.search(text):  # the wants distinguish it from a comment
        return None
    walk = partial(Reader, text=text, state=state, head_end=end, entered=True, read_command=read_command)
    readers = map(walk, find_usages(text, state, takes))
    return next(
        (parse for reader in readers if (parse := reader.run(start, left_out(reader.phrase))).problem is None), None
    )


def find_usages(text: str, state: State | None, takes: Takes) -> list[Phrase]:
    """Return the usage lines of a text's verb that hold here."""
    return [phrase for phrase in usages_of(text) if takes(phrase.cls) and applies(phrase, state)]


def left_out(phrase: Phrase) -> Mapping[str, Any] | None:
    """Return the fields that a line in the short tongue leaves out."""
    return SHORT_LINES.get(phrase.cls, {}).get(phrase.line)


def read_line(text: str, state: State | None, takes: Takes) -> Parse:
    """Read text as `read` does, with the look-ups of an earlier reading.

    If it does not fit, more of its words may shorten a name: “wid crane” is Widow Crane.
    """
    parse = read_by_usages(text, state, takes)
    if parse.problem is None or parse.goes_on or not any(shortens_further(text, mark) for mark in parse.marks):
        return parse
    again = read_by_usages(text, state, takes, further=True)
    return again if again.problem is None or again.problem.start > parse.problem.start else parse


def shortens_further(text: str, mark: Span) -> bool:
    """Return whether the words behind a shortened name shorten more of it."""
    known = isinstance(mark.value, str) and not mark.open
    return known and end_of_shortened(text, mark.start, mark.end, mark.value) > mark.end


def read_by_usages(text: str, state: State | None, takes: Takes, *, further: bool = False) -> Parse:
    """Read text by its verb's usage lines or without a verb. With `further`, names take all words that shorten them."""
    start, end = first_word(text)
    found = find_usages(text, state, takes)
    walk = partial(Reader, text=text, state=state, head_end=end, further=further, read_command=read_command)
    runs = [walk(each).run(start, left_out(each)) for each in found]
    by_verb = pick_furthest(runs) if found else None
    if by_verb and is_head(text[start:end]):
        return by_verb
    if by_verb and by_verb.goes_on and not is_name(text[start:end], state):
        is_begun = is_begun_file(by_verb, text[start:end])
        in_short = read_in_short(text, state, takes, further=further) if is_begun else None
        few = end - start < SHORTEST_FILE_VERB
        return in_short if in_short and (few or in_short.problem is None) else by_verb
    in_short = read_in_short(text, state, takes, further=further)
    if in_short and (by_verb is None or in_short.goes_on or is_begun_file(by_verb, text[start:end])):
        return in_short
    if by_verb:
        return by_verb
    return Parse(text, None, {}, (Span(start, end, "error"),), (), _no_command(text, start, end, heads(takes)))


def read_command(text: str, at: int, state: State | None) -> Parse:
    """Read what is left of a line as a command that may record something, as in “whatif award all 2”."""
    parse = evolve(read_line(f"{' ' * at}{text[at:]}", state, may_record), text=text)
    found = [phrase.cls for phrase in usages_of(text[at:])]
    if found and not any(map(may_record, found)):
        end = word_end(text, at)
        problem = Misreading(at, end, f"“{text[at:end]}” has no preview", sure=True, kind="no preview")
        return evolve(parse, problem=problem)
    if parse.phrase is None and parse.problem is not None:
        return evolve(parse, problem=evolve(parse.problem, sure=True))
    return parse


def read_in_short(text: str, state: State | None, takes: Takes, *, further: bool = False) -> Parse | None:
    """Read a text in the short tongue, or return None if it does not begin with a character."""
    meant = read_short(text, state, takes, further=further)
    return refuse_verb(meant, state, takes) if meant else None


def refuse_verb(meant: Parse, state: State | None, takes: Takes) -> Parse:
    """Refuse a reading that takes a verb for the beginning of a name, if the rest of the line fits the verb."""
    if meant.problem is not None:
        return meant
    for mark in meant.marks:
        verb = meant.text[mark.start : mark.end].casefold()
        if is_head(verb) and is_begun(meant, mark):
            other = read(f"{verb} {meant.text[: mark.start]}{meant.text[mark.end :]}", state, takes)
            if other.problem is None:
                return evolve(meant, problem=refuse_several([meant, other]))
    return meant


def is_begun_file(parse: Parse, typed: str) -> bool:
    """Return whether a line is about a file and only begins its verb. A character is likelier meant then."""
    return parse.phrase is not None and is_about_files(parse.phrase.cls) and not is_head(typed)


def _no_command(text: str, start: int, end: int, known: dict[str, str]) -> Misreading:
    typed = text[start:end]
    if not typed:
        return missing_at_end(text, "command")
    begun = [head for head in known if head.startswith(typed.casefold())]
    unfinished = end == len(text) and bool(begun)
    if len(begun) > 1:
        said = f"“{typed}” could be {join_or(begun)}"
        return Misreading(start, end, said, "", tuple(begun), unfinished, several=True)
    return Misreading(start, end, f"no command “{typed}”", typed, tuple(known), unfinished, advice="“help” lists them")
