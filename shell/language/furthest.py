"""Choose among a line's readings by several usage lines, and join their problems."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain

from engine.refusal import nearest
from engine.value import evolve
from shell.language.parse import QUOTES, Misreading, Parse, Want, join_or, say_expected, say_missing, say_no_such

#: What a line wants where the number of an event is missing, and the word that also says which event is meant.
AN_EVENT, THE_LAST = "an event number", "last"


def pick_furthest(parses: list[Parse]) -> Parse:
    """Return the complete reading, or the one that got furthest with the wants of all that got as far."""
    best = max(parses, key=lambda p: (p.problem is None, p.problem.start if p.problem else 0))
    if best.problem is None:
        return evolve(best, wants=(*best.wants, *wants_behind(best, parses)))
    tied = [p for p in parses if p.problem and p.problem.start == best.problem.start]
    wants = tuple(want for p in tied for want in p.wants)
    return evolve(best, wants=wants, problem=merge_problems([p.problem for p in tied if p.problem]))


def wants_behind(best: Parse, parses: list[Parse]) -> Iterator[Want]:
    """Yield the wants of other readings after text that is complete in one of them."""
    for parse in parses:
        if parse.problem and parse.problem.start == len(best.text):
            yield from (want for want in parse.wants if want.at == len(best.text))


def merge_problems(problems: list[Misreading]) -> Misreading:
    """Join the problems that several readings have in one place."""
    sure = next((problem for problem in problems if problem.sure), None)
    if sure is not None:
        return sure
    problems = without_numbers(problems)
    lists = {id(problem.choices): problem.choices for problem in problems}  # many share one list of hundreds
    choices = tuple(dict.fromkeys(chain.from_iterable(lists.values())))
    unfinished = any(problem.unfinished for problem in problems)
    unknown = next((problem for problem in problems if problem.refused and not problem.wanted), None)
    if unknown is not None:  # this reading was complete except for a name, and the others lack a word
        begun = unknown.unfinished or any(problem.unfinished and problem.typed for problem in problems)
        return evolve(unknown, choices=choices, unfinished=begun)
    refused = [problem for problem in problems if problem.refused]
    others = {problem.wanted for problem in problems if not problem.refused}
    if others and others <= {"all", ","} and len({problem.wanted for problem in refused}) == 1:
        return evolve(refused[0], choices=choices, unfinished=unfinished)
    names = {problem.wanted: problem for problem in problems if problem.wanted}
    if len(names) <= 1:
        best = max(problems, key=lambda problem: (problem.unfinished, problem.wanted not in (None, ",")))
        return evolve(best, choices=choices)
    return evolve(want_several(problems, names), choices=choices, unfinished=unfinished)


def without_numbers(problems: list[Misreading]) -> list[Misreading]:
    """Return the problems without those that want to know which event, where the text is more like a name."""
    names = [each for each in problems if each.wanted not in (AN_EVENT, THE_LAST) or (each.unfinished and each.typed)]
    called = (each for each in names if each.kind == "no character")
    named = any(each.several for each in names) or any(each.typed.lstrip(QUOTES)[:1].isalpha() for each in called)
    return names if named else problems


def want_several(problems: list[Misreading], names: Mapping[str, Misreading]) -> Misreading:
    """Return one problem that names each of the kinds that can stand at a place."""
    first, wanted = problems[0], join_or(list(names))
    said = join_or([f"“{name}”" if name in problem.choices else name for name, problem in names.items()])
    choices = [choice for problem in problems for choice in problem.choices]
    named = [problem for problem in problems if problem.wanted not in problem.choices]
    typed = next((problem.typed for problem in problems if problem.typed), "")
    kinds = [name.partition(" ")[2] for name in names]
    unknown_to_all = all(problem.refused for problem in names.values())
    lacking = say_no_such(kinds, typed) if unknown_to_all else say_expected(said, typed)
    all_refused = bool(named) and all(problem.refused for problem in named)
    close = any(problem.refused for problem in named) and nearest(typed, choices) is not None
    is_unknown = unknown_to_all and first.start < first.end
    return evolve(
        first,
        kind="no character" if is_unknown and kinds[0] == "character" else None,
        said=say_missing(said) if first.start == first.end else lacking,
        typed=typed,
        refused=all_refused or close,
        advice=None,
        wanted=wanted,
    )
