"""Explain a line behind `whatif` as that line alone, and a line in quotes."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from engine.concerns.files.commands import Import
from engine.registry import Ask
from engine.state import State
from engine.value import evolve
from shell.language.grammar import Takes, find_first_word, is_about_files, may_record
from shell.language.parse import QUOTES, Misreading, Parse
from shell.language.reading import read

Explain = Callable[[Parse, State | None, Takes], Misreading]


def explain_inner(parse: Parse, state: State | None, explain: Explain) -> Misreading | None:
    """Return the problem of the line behind `whatif`, explained as that line alone is.

    Return None if there is no such line, or if another reading of the whole line has a problem in the same place.
    """
    line = parse.text[parse.first.end :].lstrip()
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


def explain_untried(problem: Misreading, text: str, state: State | None) -> Misreading:
    """Return the problem of a command behind `whatif` without a preview, with another way to see its effect."""
    line = text[problem.start :].strip()
    typed, found = text[problem.start : problem.end], find_first_word(line).commands
    if Import in found:
        cure = f"{line.removesuffix(' dry-run')} dry-run" if text[problem.end :].strip() else ""
        said, advice = "is tried with dry-run, not with whatif", "“import FILE dry-run” shows what a file would bring"
        return evolve(problem, said=f"“{typed}” {said}", cures=lines_that_read([cure], state), advice=advice)
    if all(issubclass(each, Ask) and not is_about_files(each) for each in found):
        said = "records nothing, and needs no whatif"
        return evolve(problem, said=f"“{typed}” {said}", cures=lines_that_read([line], state))
    return evolve(problem, advice="whatif shows what the table's own commands would do")


def explain_two_commands(parse: Parse, state: State | None, takes: Takes) -> Misreading | None:
    """Return the problem of two commands in a line, each of which reads alone, or None."""
    first, sign, second = parse.text.partition(";")
    if not sign or not second.strip():
        return None
    if any(read(part.strip(), state, takes).problem for part in (first, second.partition(";")[0])):
        return None
    at = len(first)
    return Misreading(at, at + 1, "one command a line", advice=f"the first is {first.strip()}", sure=True)


def lines_that_read(lines: Sequence[str], state: State | None) -> tuple[str, ...]:
    """Return the lines that read right, whichever commands are accepted."""
    return tuple(line for line in lines if line and read(line, state).problem is None)


def put_before_lines(lead: str, line: str, advice: str) -> str:
    """Return advice with `whatif` before each line that it says to type."""
    verb = re.escape(line.split()[0])
    return re.sub(rf"(type |the first: |the order is: )(?={verb}\b)", rf"\1{lead.strip()} ", advice)


def explain_quoted_line(parse: Parse, state: State | None, takes: Takes) -> Misreading | None:
    """Explain a whole line in quotes, as it is typed in a system's shell."""
    line = parse.text.strip()
    bare = line.strip(QUOTES)
    if parse.phrase is not None or parse.problem is None or line[:1] not in (*QUOTES,) or line[-1] not in (*QUOTES,):
        return None
    if read(bare, state, takes).problem is not None:
        return None
    return evolve(parse.problem, said="a line needs no quotes around it", typed="", cures=(bare,), kind=None)
