"""Explain a line behind `whatif` as that line alone, and a line in quotes."""

from __future__ import annotations

import re
from collections.abc import Callable

from engine.state import State
from engine.value import evolve
from shell.language.grammar import Takes, first_word
from shell.language.kinds.command import may_record
from shell.language.parse import QUOTES, Misreading, Parse
from shell.language.reading import read

Explain = Callable[[Parse, State | None, Takes], Misreading]


def explain_inner(parse: Parse, state: State | None, explain: Explain) -> Misreading | None:
    """Return the problem of the line behind `whatif`, explained as that line alone is.

    Return None where there is none, or another reading of the whole line has a problem in the same place.
    """
    _, end = first_word(parse.text)
    line = parse.text[end:].lstrip()
    at = len(parse.text) - len(line)
    if parse.phrase is None or parse.phrase.head != "whatif" or not line:
        return None
    alone = read(line, state, may_record)
    if alone.problem is None or parse.problem is None:
        return None
    if (at + alone.problem.start, alone.problem.said) != (parse.problem.start, parse.problem.said):
        return None
    problem, lead = explain(alone, state, may_record), parse.text[:at]
    cures = tuple(f"{lead}{cure}".strip() for cure in problem.cures)
    advice = problem.advice and put_before_lines(lead, line, problem.advice)
    return evolve(problem, start=at + problem.start, end=at + problem.end, cures=cures, advice=advice)


def put_before_lines(lead: str, line: str, advice: str) -> str:
    """Return advice with `whatif` before each line that it says to type."""
    verb = re.escape(line.split()[0])
    return re.sub(rf"(type |the first: |the order is: )(?={verb}\b)", rf"\1{lead.strip()} ", advice)


def explain_quoted_line(parse: Parse, state: State | None, takes: Takes) -> Misreading | None:
    """Explain a whole line in quotes, as it is typed at a system's prompt."""
    line = parse.text.strip()
    bare = line.strip(QUOTES)
    if parse.phrase is not None or parse.problem is None or line[:1] not in (*QUOTES,) or line[-1] not in (*QUOTES,):
        return None
    if read(bare, state, takes).problem is not None:
        return None
    return evolve(parse.problem, said="a line needs no quotes around it", typed="", cures=(bare,))
