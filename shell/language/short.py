"""Read a line in the short tongue, which begins with a character and has no verb, without guessing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import product
from typing import Any

from engine.heads import commands_in_short
from engine.registry import LISTED, SHORT_LINES
from engine.rules.ladder import Ladder
from engine.state import State
from engine.types import Character, Level
from engine.value import evolve
from shell.language.furthest import merge_problems, pick_furthest, wants_behind
from shell.language.grammar import FirstWord, Phrase, Takes, applies, compile_shorts
from shell.language.kinds.table import find_kind
from shell.language.kinds.text import fold_case, spelled_name
from shell.language.names import sheets
from shell.language.parse import QUOTES, Misreading, Parse, Scene, Span, say_shared
from shell.language.reader import Reader
from shell.language.spelling import spell

#: The word for all player characters, in place of a character.
ALL = "all"

#: The most readings of one line that are listed.
MOST_READINGS = 4


def is_name(typed: str, state: State | None) -> bool:
    """Return whether a word is the whole name of a character."""
    return fold_case(typed.strip(QUOTES)) in map(fold_case, sheets(Scene(state)))


def read_short(
    text: str, first: FirstWord, state: State | None, takes: Takes, *, further: bool = False
) -> Parse | None:
    """Read a line as an action of the character at its beginning. Return None if there is no character."""
    typed = first.typed.casefold()
    for_all = typed == ALL or (bool(typed) and first.end == len(text) and ALL.startswith(typed))
    if state is None or not (for_all or find_kind(Character).begins(text, first.start, Scene(state))):
        return None
    parses = [
        parse
        for phrase, given in lines_in_short(state)
        if takes(phrase.cls) and applies(phrase, state) and may_fit(phrase, text, for_all=for_all)
        for parse in read_both_ways(partial(Reader, phrase, text, first, state, short=True, further=further), given)
    ]
    return pick_meant(parses) if parses else None


def may_fit(phrase: Phrase, text: str, *, for_all: bool) -> bool:
    """Return whether a line can be of this kind by its beginning, a quick test that spares reading it."""
    if phrase.head == ALL:
        return for_all
    takes_several = phrase.head.endswith(",") and phrase.cls not in LISTED
    return "," in text if takes_several else True


def lines_in_short(state: State) -> Iterator[tuple[Phrase, Mapping[str, Any]]]:
    """Yield the lines that begin with a character, with values that the left-out fields can hold."""
    for cls in commands_in_short():
        for phrase in compile_shorts(cls):
            if phrase.head.isupper() or phrase.head == ALL:  # not “xp”, which is a first word
                for given in every_filling(SHORT_LINES[cls][phrase.line], state):
                    yield phrase, given


def every_filling(given: Mapping[str, Any], state: State) -> Iterator[dict[str, Any]]:
    """Yield a line's left-out fields with each name that they can hold."""
    choices = [list(held(state)) if isinstance(held, Callable) else [held] for held in given.values()]  # type: ignore[arg-type]
    for values in product(*choices):
        yield dict(zip(given, values, strict=True))


def read_both_ways(reader: Callable[..., Reader], given: Mapping[str, Any]) -> Iterator[Parse]:
    """Yield the readings of a line, with and without a modifier's reason, for a word that can be one or not."""
    parse = reader().run(given)
    yield parse
    if any(mark.role == "reason" for mark in parse.marks):
        yield reader(labels=False).run(given)


def pick_meant(parses: list[Parse]) -> Parse:
    """Return the only complete reading, or the one that got furthest. Refuse several complete readings."""
    from engine.concerns.contests.commands import Contest  # lines with a verb need it seldom

    whole: list[Parse] = []
    for parse in parses:
        if parse.problem is None and not any(parse.command == each.command for each in whole):
            whole.append(parse)
    whole = [parse for parse in whole if isinstance(parse.command, Contest)] or whole  # a check needs no “v”
    if not whole:
        meant = refuse_shared(pick_furthest(blame_names(parses)), parses)
        return refuse_begun(meant, parses) if meant.goes_on else find_shared(meant, parses)
    fewest = min(map(count_begun, whole))
    meant, *others = [parse for parse in whole if count_begun(parse) == fewest]
    wants = (*meant.wants, *wants_behind(meant, parses))
    problem = refuse_several([meant, *others]) if others else refuse_doubtful(meant, parses)
    return evolve(meant, wants=wants, problem=problem)


def refuse_begun(meant: Parse, parses: list[Parse]) -> Parse:
    """Return a reading that stops short after the beginning of a word, unless another command could be meant."""
    last = next((mark for mark in reversed(meant.marks) if mark.end == len(meant.text.rstrip())), None)
    if last is None or last.value is None or last.open or not is_begun(meant, last):
        return meant
    for other in parses:
        found = other.problem
        if found and found.several and (found.start, found.end) == (last.start, last.end):
            names = [*dict.fromkeys(found.choices), f"the {last.role} {last.value}"]
            said = say_shared(meant.text[last.start : last.end], names)
            problem = evolve(found, said=said, unfinished=True)
            return evolve(meant, problem=problem)
    return meant


def find_shared(meant: Parse, parses: list[Parse]) -> Parse:
    """Return the reading that is right except for a shared beginning, or else `meant`.

    `meant` got further only because it took that beginning for another name.
    """
    begun = [(mark.start, mark.end) for mark in meant.marks if is_begun(meant, mark)]
    for other in parses:
        found = other.problem
        if found and found.several and (found.start, found.end) in begun and fits_on(other, found):
            return other
    return meant


def blame_names(parses: list[Parse]) -> list[Parse]:
    """Return the readings that failed at a name, likelier wrong than a missing word, or else all."""
    furthest = max(parse.problem.start for parse in parses if parse.problem)
    tied = [parse for parse in parses if parse.problem and parse.problem.start == furthest]
    named = [parse for parse in tied if parse.problem and parse.problem.refused]
    return named if named and not any(parse.goes_on for parse in tied) else parses


def refuse_shared(meant: Parse, parses: list[Parse]) -> Parse:
    """Return a reading that stopped at a beginning, with the names that share it."""
    assert meant.problem is not None
    start = meant.problem.start
    shared = [each.problem for each in parses if each.problem and each.problem.several and each.problem.start == start]
    return evolve(meant, problem=merge_problems(shared)) if shared else meant


def count_begun(parse: Parse) -> int:
    """Return how many names are not typed in full."""
    return sum(is_begun(parse, mark) for mark in parse.marks)


def is_begun(parse: Parse, mark: Span) -> bool:
    """Return whether a name, or the word of a level, is not typed in full."""
    typed = fold_case(parse.text[mark.start : mark.end].strip(QUOTES))
    if mark.role == "level":
        words = parse.wants[0].scene
        return typed[-1:].isalpha() and typed not in map(fold_case, find_kind(Level).offers(words))
    return isinstance(mark.value, str) and not mark.open and typed != fold_case(mark.value)


def refuse_several(parses: list[Parse]) -> Misreading:
    """Return the refusal of an ambiguous line, with its readings."""
    text = parses[0].text
    start, end = parses[0].first.start, len(text.rstrip())
    cures = tuple(spell(parse.command) for parse in parses[:MOST_READINGS])
    return Misreading(
        start, end, "this can be read in several ways", cures=cures, unfinished=True, refused=True, several=True
    )


def refuse_doubtful(meant: Parse, parses: list[Parse]) -> Misreading | None:
    """Refuse a line that can go on, with a beginning of a name that is also the beginning of something else."""
    others = dict(other for parse in parses for other in read_otherwise(parse))
    for mark in meant.marks:
        role, names = others.get((mark.start, mark.end), (mark.role, ()))
        if role != mark.role and is_begun(meant, mark):
            typed = meant.text[mark.start : mark.end]
            said = say_shared(typed, [f"the {mark.role} {spell_level(meant, mark)}", *names])
            cures = (spell(meant.command),)
            return Misreading(mark.start, mark.end, said, cures=cures, unfinished=True, refused=True, several=True)
    return None


def spell_level(parse: Parse, mark: Span) -> object:
    """Return the value of a mark, a level by its word."""
    state = parse.wants[0].scene.state
    return Ladder.of(state.rules).name_of(mark.value) if state and mark.role == "level" else mark.value


def fits_on(parse: Parse, problem: Misreading) -> bool:
    """Return whether a line can be right once a shared beginning is a whole name."""
    if parse.phrase is None or not problem.choices:
        return True
    text = parse.text[: problem.start] + spelled_name(problem.choices[0]) + parse.text[problem.end :]
    read = {mark.field for mark in parse.marks}
    given = {field: held for field, held in parse.values.items() if field not in read}
    reader = Reader(parse.phrase, text, parse.first, parse.wants[0].scene.state, short=True)
    return reader.run(given).goes_on


def read_otherwise(parse: Parse) -> Iterator[tuple[tuple[int, int], tuple[str, tuple[str, ...]]]]:
    """Yield the places of names in a reading that can go on, each with the kind and the names."""
    problem = parse.problem
    if problem and problem.several and fits_on(parse, problem):
        yield (problem.start, problem.end), ("", tuple(dict.fromkeys(problem.choices)))
    elif problem and parse.goes_on and problem.start >= len(parse.text.rstrip()):
        for mark in parse.marks:
            if mark.value is not None and not mark.open:
                yield (mark.start, mark.end), (mark.role, (f"the {mark.role} {mark.value}",))
