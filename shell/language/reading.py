"""Read a line of text. `read` never raises: completion, colour, caret and preview are views of its result."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from engine.heads import is_head, is_whole_head
from engine.registry import SHORT_LINES
from engine.state import State
from engine.value import evolve
from shell.language.behind_verb import read_behind_verb
from shell.language.doubts import refuse_doubt
from shell.language.furthest import pick_furthest
from shell.language.grammar import (
    FirstWord,
    Phrase,
    Takes,
    applies,
    find_first_word,
    heads,
    is_about_files,
    may_record,
    take_all,
)
from shell.language.kinds.known import end_of_shortened
from shell.language.kinds.plausible import SMALL_WORDS
from shell.language.kinds.text import CLOSED_BY, missing_at_end, word_end
from shell.language.lists import mean_one_thing
from shell.language.lookup import looking_up, remember_once
from shell.language.parse import Misreading, Parse, Span, say_no_such, say_shared
from shell.language.reader import LOST_NUMBER, Reader
from shell.language.short import is_begun, is_name, read_short, refuse_several
from shell.language.spelling import spell

#: How many letters of a verb about files win over the beginning of a character's name, as any path could follow.
SHORTEST_FILE_VERB = 3

#: How many readings are remembered while one line is explained, or typed.
MOST_READ_ONCE = 200


def read(
    text: str, state: State | None, takes: Takes = take_all, *, entered: bool = False, first: FirstWord | None = None
) -> Parse:
    """Read text as one of the accepted commands, as far as it goes. Never raise.

    Names are looked up in `state`, which is None before there is a campaign. If the line was `entered`, possible
    continuations are not collected. `first` is its first word, if that was found before.
    """
    first = first or find_first_word(text)
    text = first.canonical
    with looking_up():
        parse = (entered and read_whole(text, first, state, takes)) or read_line_once(text, first, state, takes)
        if parse.problem or len(parse.listed) < 2:
            return parse if parse.problem else refuse_doubt(parse, state)
        return mean_one_thing(parse, lambda line: read(line, state, takes, entered=True))


def read_whole(text: str, first: FirstWord, state: State | None, takes: Takes) -> Parse | None:
    """Return the reading of a text that a usage line of its verb fits, or None."""
    if not first.is_verb or LOST_NUMBER.search(text) or is_later_word(first, text):  # the wants distinguish a comment
        return None
    for phrase in find_usages(first, state, takes):
        reader = Reader(phrase, text, first, state, entered=True, read_command=read_command)
        whole = reader.run(left_out(phrase))
        if whole.problem is None:
            return None if refuse_swallowing(whole).problem else whole
    return None


def find_usages(first: FirstWord, state: State | None, takes: Takes) -> Iterator[Phrase]:
    """Yield the usage lines of a text's verb that hold here."""
    return (phrase for phrase in first.usages if takes(phrase.cls) and applies(phrase, state))


def left_out(phrase: Phrase) -> Mapping[str, Any] | None:
    """Return the fields that a line in the short tongue leaves out."""
    return SHORT_LINES.get(phrase.cls, {}).get(phrase.line)


def read_line_once(text: str, first: FirstWord, state: State | None, takes: Takes) -> Parse:
    """Read text as `read_line` does, once for a line that is refused: its explanations try the same lines."""
    held: dict[Any, tuple[Parse, State | None]] = remember_once(read_line, dict)
    key = text, id(state), takes
    if key not in held:
        if len(held) >= MOST_READ_ONCE:
            held.clear()
        held[key] = read_line(text, first, state, takes), state  # so that no other state gets its id
    return held[key][0]


def read_line(text: str, first: FirstWord, state: State | None, takes: Takes) -> Parse:
    """Read text as `read` does, with the look-ups of an earlier reading.

    If it does not fit, more of its words may shorten a name: “wid crane” is Widow Crane.
    """
    parse = read_by_usages(text, first, state, takes)
    if parse.problem is None or parse.goes_on or not any(shortens_further(text, mark) for mark in parse.marks):
        return parse
    again = read_by_usages(text, first, state, takes, further=True)
    return again if again.problem is None or again.problem.start > parse.problem.start else parse


def shortens_further(text: str, mark: Span) -> bool:
    """Return whether the words behind a shortened name shorten more of it."""
    known = isinstance(mark.value, str) and not mark.open
    return known and end_of_shortened(text, mark.start, mark.end, mark.value) > mark.end


def read_by_usages(text: str, first: FirstWord, state: State | None, takes: Takes, *, further: bool = False) -> Parse:
    """Read text by its verb's usage lines or without a verb. With `further`, names take all words that shorten them."""
    walk = partial(Reader, text=text, first=first, state=state, further=further, read_command=read_command)
    runs = [walk(phrase).run(left_out(phrase)) for phrase in find_usages(first, state, takes)]
    by_verb = refuse_swallowing(pick_furthest(runs)) if runs else None
    if by_verb and by_verb.problem and not by_verb.goes_on:
        behind = read_behind_verb(text, first, state, takes, further=further)
        if behind and (behind.problem is None or (behind.problem.several and behind.problem.cures)):
            return behind
    if by_verb and first.is_verb:
        return read_begun_name(by_verb, state, takes, further) or by_verb
    if by_verb and by_verb.goes_on and not is_name(first.typed, state):
        in_short = read_in_short(text, first, state, takes, further) if is_begun_file(by_verb) else None
        few = len(first.typed) < SHORTEST_FILE_VERB
        return in_short if in_short and (few or in_short.problem is None) else by_verb
    in_short = read_in_short(text, first, state, takes, further)
    if in_short and (by_verb is None or in_short.goes_on or is_begun_file(by_verb)):
        return in_short
    return by_verb or Parse(text, first, None, {}, mark_unknown(first), (), _no_command(text, first, heads(takes)))


def is_later_word(first: FirstWord, text: str) -> bool:
    """Return whether a text is a single word that became a verb later, and may have begun a name before."""
    return is_whole_head(first.typed.casefold()) and text.strip() == first.typed


def read_begun_name(by_verb: Parse, state: State | None, takes: Takes, further: bool) -> Parse | None:
    """Return the reading of a line by the name that its later verb begins, or None.

    The name wins where the line does not fit the verb, as before there was one, and where nothing stands behind it.
    """
    first, text = by_verb.first, by_verb.text
    if state is None or not is_whole_head(first.typed.casefold()):
        return None
    if by_verb.problem is None and not is_later_word(first, text):
        return None
    meant = read_short(text, first, state, takes, further=further)
    return meant if meant and meant.problem is None else None


def find_begun_name(parse: Parse) -> str | None:
    """Return whose name the first word of a line was read as, where it is a later verb too, or None."""
    first = parse.marks[0] if parse.marks else None
    begins = first is not None and first.role == "character" and first.start == parse.first.start
    return str(first.value) if first and begins and is_whole_head(parse.first.typed.casefold()) else None


def refuse_swallowing(parse: Parse) -> Parse:
    """Refuse a reading that takes the rest of a sentence for free text.

    So does a verb that is only begun, as in “not a soul”, and a small word that begins a name, as in “out to the west”.
    """
    first, last = parse.first, parse.marks[-1]
    is_text = parse.problem is None and last.role == "text" and parse.text[last.start] not in CLOSED_BY
    if not is_text or parse.phrase is None:
        return parse
    if not first.is_verb and parse.phrase.takes_any_text:
        said = f"“{first.typed}” only begins “{parse.phrase.head}”, which takes any text"
        cure = f"{parse.text[: first.start]}{parse.phrase.head}{parse.text[first.end :]}"
        problem = Misreading(first.start, first.end, said, cures=(cure,))
        return evolve(parse, problem=problem)
    before = parse.marks[-2]
    small = parse.text[before.start : before.end]
    if small.casefold() in SMALL_WORDS and before.role == "character" and " " in parse.text[last.start :].strip():
        said = f"“{small}” could be {before.value}, or a word of a sentence"
        problem = Misreading(before.start, before.end, said, cures=(spell(parse.command),), several=True)
        return evolve(parse, problem=problem)
    return parse


def mark_unknown(first: FirstWord) -> tuple[Span, ...]:
    """Return the mark of a first word that begins nothing."""
    return (Span(first.start, first.end, "error"),)


def read_command(text: str, at: int, state: State | None) -> Parse:
    """Read the rest of a line as a command that may record something, as in “whatif award all 2”."""
    first = find_first_word(f"{' ' * at}{text[at:]}")
    parse = evolve(read_line(first.canonical, first, state, may_record), text=text)
    if parse.first.usages and not any(map(may_record, parse.first.commands)):
        end = word_end(text, at)
        problem = Misreading(at, end, f"“{text[at:end]}” has no preview", sure=True, kind="no preview")
        return evolve(parse, problem=problem)
    if parse.phrase is None and parse.problem is not None:
        return evolve(parse, problem=evolve(parse.problem, sure=True))
    return parse


def read_in_short(text: str, first: FirstWord, state: State | None, takes: Takes, further: bool) -> Parse | None:
    """Read a text in the short tongue, or return None if it does not begin with a character."""
    meant = read_short(text, first, state, takes, further=further)
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


def is_begun_file(parse: Parse) -> bool:
    """Return whether a line is about a file and only begins its verb. A character is likelier meant then."""
    return parse.phrase is not None and is_about_files(parse.phrase.cls) and not parse.first.is_verb


def _no_command(text: str, first: FirstWord, known: dict[str, str]) -> Misreading:
    typed = first.typed
    if not typed:
        return missing_at_end(text, "command")
    begun = [head for head in known if head.startswith(typed.casefold())]
    unfinished = first.end == len(text) and bool(begun)
    shared = [head for head in begun if not is_whole_head(head)]
    if len(shared) > 1:
        said = say_shared(typed, shared)
        return Misreading(first.start, first.end, said, "", tuple(shared), unfinished, several=True)
    said, advice = say_no_such(["command"], typed), "“help” lists them"
    return Misreading(first.start, first.end, said, typed, tuple(known), unfinished, advice=advice, kind="no command")
