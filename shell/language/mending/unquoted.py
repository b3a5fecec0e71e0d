"""Explain new names and reasons of several words that lack quotes."""

from __future__ import annotations

import re
from collections.abc import Iterator

from engine.patterns import pattern
from engine.registry import LISTED
from engine.rules.ladder import Ladder
from engine.text import in_quotes
from engine.value import evolve
from shell.language.kinds.plausible import MEASURED
from shell.language.kinds.text import BARE, CLOSED_BY, SPACE, is_stopped
from shell.language.mending.bad_line import BadLine
from shell.language.mending.related import FEET, INCHES
from shell.language.parse import Misreading, Scene, Span, say_shared

#: Kinds whose names are mostly capitalised, so that a small word after one is hardly part of it.
PROPER = frozenset({"name", "player"})


#: Words and signs that join new names in a list.
IN_LIST = pattern(r"\s*,\s*(?:and\s+)?|\s+and\s+", re.IGNORECASE)


def explain_unquoted(line: BadLine) -> Misreading | None:
    """Explain a new name or a reason of several words that lacks quotes."""
    explanations = (
        explain_measure,
        explain_names_or_one,
        explain_quotes,
        explain_name_in_list,
        explain_first_word,
        explain_reason,
    )
    return next((found for explain in explanations if (found := explain(line)) is not None), None)


def explain_measure(line: BadLine) -> Misreading | None:
    """Explain a measure before a thing, as in a 10 ft pole."""
    start = next((mark.start for mark in line.before if mark.field in ("count", "item")), len(line.text))
    text = line.text[:start] + INCHES.sub(" inch ", FEET.sub(" foot ", line.text[start:]))
    measured = MEASURED.match(text, start)
    if measured is None:
        return None
    ends = find_word_ends(evolve(line, parse=evolve(line.parse, text=text)), measured.end() + 1)
    found = (advise_measure(line, measured, end) for end in sorted(ends, reverse=True))
    return next((each for each in found if each is not None), None)


def advise_measure(line: BadLine, measured: re.Match[str], end: int) -> Misreading | None:
    """Return what a measure and the words up to `end` mean: one thing, or with a unit behind a number maybe several."""
    text, start = measured.string, measured.start()
    before, name, rest = text[:start], in_quotes(text[start:end]), text[end:]
    one = f"{before}{name}{rest}"
    if not line.reads(one):
        return None
    where = {"start": start, "end": end + len(line.text) - len(text)}
    unit = measured.start("unit")
    several = f"{before}{measured['number']} {in_quotes(text[unit:end])}{rest}"
    if text == line.text and measured.end("number") < unit and line.reads(several):
        said = say_shared(text[start:end], ["one thing", f"{measured['number']} things"])
        return line.advise(one, several, said=said, several=True, **where)
    return line.advise(one, said=f"one thing needs quotes: {name}", **where)


def explain_quotes(line: BadLine) -> Misreading | None:
    """Explain a new name of several words without quotes, if nothing else can be meant."""
    run = find_bare_run(line)
    if len(run) < 2 or line.typed[:1].isalnum():
        return None
    for first in run[:-1]:
        start, end = first.start, run[-1].end
        cure = f"{line.text[:start]}{in_quotes(line.text[start:end])}{line.text[end:]}"
        if line.reads(cure):
            return advise_quotes(line, start, end, cure)
    return None


def explain_names_or_one(line: BadLine) -> Misreading | None:
    """Explain new words in small letters where a line takes several names: one in quotes, or several."""
    run = find_bare_run(line)
    if not run or line.phrase.cls not in LISTED or LISTED[line.phrase.cls] != run[0].field:
        return None
    start, end = run[0].start, find_words_end(line)
    words = line.text[start:end].split()
    both = [
        f"{line.text[:start]}{named}{line.text[end:]}" for named in (in_quotes(line.text[start:end]), ", ".join(words))
    ]
    if any(word[0].isupper() for word in words) or not (line.reads(both[0]) and line.accepts(both[1])):
        return None
    said = say_shared(line.text[start:end], ["one name", f"{len(words)} names"])
    return line.advise(*both, said=said, several=True, start=start, end=end)


def advise_quotes(line: BadLine, start: int, end: int, *cures: str) -> Misreading:
    """Return the problem of several words without quotes, with lines that have them."""
    said = f"several words need quotes: {in_quotes(line.text[start:end])}"
    return line.advise(*cures, said=said, start=start, end=end)


def explain_name_in_list(line: BadLine) -> Misreading | None:
    """Explain a new name without quotes, a word of which is like “and” or “or”."""
    close, run = line.nearest_word(), find_bare_run(line)
    if close not in ("and", "or") or not run:
        return None
    if line.reads(f"{line.text[: line.problem.start]}{close}{line.text[line.problem.end :]}"):
        return None
    start, end = run[-1].start, find_words_end(line)
    cures = [*filter(line.reads, quote_names(line))]
    return advise_quotes(line, start, end, *cures) if cures else None


def explain_first_word(line: BadLine) -> Misreading | None:
    """Explain a new name without quotes that the rest of its line must follow."""
    run = find_bare_run(line)
    if not run or not line.problem.wanted or line.nearest_word():
        return None
    start = run[-1].start
    for end in find_word_ends(line):
        cure = f"{line.text[:start]}{in_quotes(line.text[start:end])}{line.text[end:]}"
        if line.text[end:].strip() and line.reads(cure):
            return advise_quotes(line, start, end, cure)
    return None


def explain_list_of_names(line: BadLine) -> Misreading | None:
    """Explain a list of new names, several of which have words without quotes."""
    first = next((mark for mark in line.before if mark.open), None)
    if first is None or first.role not in PROPER:
        return None
    for end in find_list_ends(line, first.start):
        given = [name.strip() for name in IN_LIST.split(line.text[first.start : end])]
        if any(name.split()[:1] in (["a"], ["an"]) for name in given):
            return None  # as in “Old Nan, a witch”
        names = ", ".join(in_quotes(name) if " " in name and name[0] not in CLOSED_BY else name for name in given)
        cure = f"{line.text[: first.start]}{names}{line.text[end:]}"
        if line.reads(cure) and not given[-1][-1:].isdigit():
            said = f"names of several words need quotes: {names}"
            return line.advise(cure, said=said, start=first.start, end=end)
    return None


def find_list_ends(line: BadLine, start: int) -> Iterator[int]:
    """Yield where each word of the last name in a list from `start` on ends."""
    end = find_words_end(line)
    while (comma := IN_LIST.match(line.text, end)) is not None:
        end = max(find_word_ends(line, comma.end()), default=comma.end())
    last = max((found.end() for found in IN_LIST.finditer(line.text, start, end)), default=None)
    yield from () if last is None else find_word_ends(line, last)


def explain_reason(line: BadLine) -> Misreading | None:
    """Explain a reason, or a name before a level, that lacks quotes."""
    last = line.before[-1:]
    is_level = bool(last) and last[0].open and line.problem.wanted == "a level"
    if not last or not (last[0].role == "reason" or is_level) or line.nearest_word():
        return None
    cures = [*filter(line.reads, quote_names(line))]
    if not cures or (not is_level and line.reads(line.insert(line.problem.wanted or ""))):
        return None
    start, end = last[0].start, line.problem.end if is_level else find_words_end(line)
    return advise_quotes(line, start, end, *cures)


def quote_names(line: BadLine) -> Iterator[str]:
    """Yield the line with quotes around the new name that reaches across the problem."""
    run = find_bare_run(line)
    ends = [find_words_end(line)]
    if line.phrase.head.isupper() and (last := find_level_before(line, ends[0])):
        ends = [last]
    ends += [line.problem.end] if line.problem.wanted == "a level" else []
    for first in run[-1:]:
        for end in ends:
            rest = line.text[end:].casefold().split()[:1]
            if not set(rest) - line.phrase.stops or line.typed[:1].isupper() or first.role not in PROPER:
                yield f"{line.text[: first.start]}{in_quotes(line.text[first.start : end])}{line.text[end:]}"


def find_bare_run(line: BadLine) -> list[Span]:
    """Return the unquoted open words side by side right before the problem."""
    run: list[Span] = []
    at = line.problem.start
    for mark in reversed(line.before):
        if not mark.open or line.text[mark.start] in CLOSED_BY or line.text[mark.end : at].strip():
            break
        run.insert(0, mark)
        at = mark.start
    return run


def find_words_end(line: BadLine) -> int:
    """Return where the plain words that begin at the problem end."""
    return max(find_word_ends(line), default=line.problem.start)


def find_word_ends(line: BadLine, start: int | None = None) -> Iterator[int]:
    """Yield where each plain word ends, from a place or the problem on."""
    scene = Scene(None, {}, line.phrase.stops)
    at = line.problem.start if start is None else start
    while (found := BARE.match(line.text, at)) and not is_stopped(line.text, at, scene):
        yield found.end()
        space = SPACE.match(line.text, found.end())
        at = space.end() if space else len(line.text)


def find_level_before(line: BadLine, end: int) -> int | None:
    """Return where the word before the last one ends, if the last is a level."""
    before, _, word = line.text[line.problem.start : end].rpartition(" ")
    if not before or line.state is None or Ladder.of(line.state.rules).level(word) is None:
        return None
    return line.problem.start + len(before)
