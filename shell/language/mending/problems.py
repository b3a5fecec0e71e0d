"""Explain a line's problem: what does not fit, and lines that work.

Reading has to be quick and stops at the first problem. Once a line has failed, this module tries other readings of it.
Every line that is advised was read before it is shown.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from engine.refusal import nearest
from engine.state import State
from engine.value import evolve
from shell.language.grammar import Takes, take_all
from shell.language.mending.account import account_for_cure
from shell.language.mending.advisable import find_refusal, is_carried_out
from shell.language.mending.bad_line import BadLine
from shell.language.mending.counted import explain_counted, explain_event
from shell.language.mending.misplaced import explain_bearing, explain_misplaced
from shell.language.mending.missing import explain_end, explain_missing_word, explain_order
from shell.language.mending.sentences import explain_fudge_points, explain_question, explain_sentence
from shell.language.mending.several import explain_several
from shell.language.mending.slips import explain_misfit, explain_slip
from shell.language.mending.strays import explain_stray
from shell.language.mending.tried_verbs import TRIED_VERBS, begins_question, explain_tried_verb, find_verb
from shell.language.mending.unexpected import explain_unexpected
from shell.language.mending.unquoted import explain_list_of_names, explain_quotes, explain_unquoted
from shell.language.mending.whole_lines import explain_inner, explain_quoted_line, explain_two_commands, explain_untried
from shell.language.parse import Misreading, Parse, join_or
from shell.language.plain.words import BECOMES
from shell.language.reading import read
from shell.language.short import ALL

#: The likeness from which a word counts as misspelled, even if the line reads no further with the other.
MUCH_ALIKE = 0.8

#: The longest line of which other readings are tried.
LONGEST_MENDED = 1000

#: The most states that are shown if none of them was typed.
MOST_STATES = 8

#: How often an advised line is mended again.
MOST_STEPS = 3

#: Possible explanations of text that does not fit, the surest first.
EXPLANATIONS: tuple[Callable[[BadLine], Misreading | None], ...] = (
    explain_bearing,
    explain_counted,
    explain_misplaced,
    explain_slip,
    explain_stray,
    explain_several,
    explain_event,
    explain_misfit,
    explain_unquoted,
    explain_list_of_names,
    explain_missing_word,
    explain_order,
)


def explain_problem(parse: Parse, state: State | None, takes: Takes = take_all, steps: int = MOST_STEPS) -> Misreading:
    """Return the problem of a misread line, in plain words.

    `cures` are lines that read right, found in so many steps at most.
    """
    if begins_question(parse):
        parse = evolve(parse, phrase=None, problem=unknown_word(parse))
    whole = explain_question(parse, state) or explain_inner(parse, state, explain_problem)
    whole = whole or explain_quoted_line(parse, state, takes) or explain_two_commands(parse, state, takes)
    if whole is not None:
        return whole
    explained = keep_accounted(
        mend_further(explain_place(parse, state, takes, steps), parse, state, takes, steps), parse, state
    )
    typed = parse.first.typed
    if (
        parse.phrase is None
        or explained.several
        or explained.hint
        or not typed.isalpha()
        or typed.casefold() == parse.phrase.head
    ):
        return explained
    if parse.phrase.head.isupper():
        return evolve(explained, advice="“help short” shows lines that begin with a character")
    return evolve(explained, advice=f"“{typed}” stands for “{parse.phrase.head}”")


def keep_accounted(found: Misreading, parse: Parse, state: State | None) -> Misreading:
    """Return a problem with those of its cures that account for each typed word, or all readings of a shared one."""
    if found.several:
        return found
    kept = tuple(cure for cure in found.cures if account_for_cure(parse, read(cure, state), state) is not None)
    return evolve(found, cures=kept) if kept != found.cures else found


def mend_further(found: Misreading, parse: Parse, state: State | None, takes: Takes, steps: int) -> Misreading:
    """Return a problem with the line that its nearest word, and further mending, leads to.

    The word is left out if the line reads no further with it, unless it is much like the typed one.
    """
    once = None if found.cures or found.several else found.find_cure(parse.text)
    if once is None or steps == 0:
        return found
    again = read(once, state, takes)
    if again.problem is None:
        return found
    mended = mend(once, state, takes, steps - 1)
    if mended is not None:
        return evolve(found, typed="", cures=(mended,))
    behind = len(once) - len(parse.text[found.end :].lstrip())
    unlike = nearest(found.typed, found.choices, MUCH_ALIKE) is None
    if parse.phrase is None and unlike and (again.problem.start <= behind < len(once) or not again.goes_on):
        return evolve(found, choices=())
    return found


def mend(text: str, state: State | None, takes: Takes = take_all, steps: int = MOST_STEPS) -> str | None:
    """Return the only line that a line may mean, mended in a few steps, or None."""
    parse = read(text, state, takes)
    if parse.problem is None:
        return text if is_carried_out(parse, state) else None
    if steps == 0:
        return None
    found = explain_problem(parse, state, takes, steps - 1)
    if len(found.cures) == 1:
        return mend(found.cures[0], state, takes, steps - 1)
    once = None if found.cures or found.several else found.find_cure(text)
    return mend(once, state, takes, steps - 1) if once else None


def means_tried_verb(parse: Parse) -> bool:
    """Return whether a line begins with a command that people mean otherwise: “take” with a thing, not a number."""
    head = parse.phrase.head if parse.phrase else ""
    return head in TRIED_VERBS and parse.first.typed.casefold() == head and not any(map(str.isdecimal, parse.text))


def unknown_word(parse: Parse) -> Misreading:
    """Return the problem of a line whose first word is not meant as the command that it is."""
    first = parse.first
    said = f"no command “{first.typed}”"
    return Misreading(first.start, first.end, said, first.typed, kind="no command")


def explain_place(parse: Parse, state: State | None, takes: Takes, steps: int) -> Misreading:
    """Return the problem of a misread line, by the text at its place."""
    assert parse.problem is not None
    problem = parse.problem
    if problem.kind == "no preview":
        return explain_untried(problem, parse.text, state)
    if means_tried_verb(parse):
        problem = unknown_word(parse)
    if problem.typed.casefold() in TRIED_VERBS and (parse.phrase is None or problem.kind == "no command"):
        problem = explain_tried_verb(parse, problem, state, takes)
        parse = evolve(parse, phrase=None)
    if problem.cures or problem.several or problem.sure or len(parse.text) > LONGEST_MENDED:
        return problem
    told_as = problem, parse, state, lambda line: mend(line, state, takes, 1)
    if (points := explain_fudge_points(*told_as)) is not None:
        return points
    sentence = partial(explain_sentence, *told_as) if steps == MOST_STEPS else lambda: None
    is_short = parse.phrase is not None and (parse.phrase.head.isupper() or parse.phrase.head == ALL)
    verb = find_verb(problem.typed) if is_short else None
    told = sentence() if verb or parse.phrase is None else None
    if parse.phrase is None or (told and told.cures):
        return told or problem
    line = BadLine(parse, parse.phrase, problem, state, takes)
    if line.typed:
        line = evolve(line, problem=drop_refused_name(line))
    found = explain_as_read(line)
    if found is not None:
        return found
    if verb not in TRIED_VERBS:
        told = sentence() if not line.nearest_word() else None
    found = told if told and (told.cures or verb) else explain_becoming(line) or explain_unexpected(line)
    return evolve(found, advice=told.advice) if told and not found.hint else found


def explain_becoming(line: BadLine) -> Misreading | None:
    """Explain a line such as “Ann is tired” by its state, as “is” only leads to that."""
    start, word = line.problem.start, line.typed.casefold()
    rest = line.text[line.problem.end :].lstrip()
    if word not in BECOMES or not line.phrase.head.isupper() or not rest:
        return None
    shorter = read(f"{line.text[:start]}{rest}", line.state, line.takes)
    if shorter.problem is None or shorter.problem.start != start or shorter.phrase is None:
        return None
    place = len(line.text) - len(rest)
    states = [step.name for status in line.state.statuses.values() for step in status.states] if line.state else []
    shown = f"it can be {join_or(states)}; " if 0 < len(states) <= MOST_STATES else ""
    said = f"no state “{rest.split()[0]}”"
    advice = f"{shown}“note {line.text.strip()}” keeps it as text"
    return line.advise(said=said, advice=advice, start=place, end=place + len(rest.split()[0]))


def drop_refused_name(line: BadLine) -> Misreading:
    """Return the problem without the name nearest to the typed one, if that one is refused too."""
    problem, close = line.problem, line.nearest_word()
    if close is None or line.state is None:
        return problem
    parse = read(f"{line.text[: problem.start]}{close}{line.text[problem.end :]}", line.state, line.takes)
    refused = find_refusal(line.state, parse.command)
    place = parse.place(refused.about, refused.value) if refused else None
    if place is None or place[0] != problem.start:
        return problem
    return evolve(problem, choices=tuple(each for each in problem.choices if each != close))


def explain_as_read(line: BadLine) -> Misreading | None:
    """Explain the line as it was read, or return None if nothing explains it."""
    if not line.typed:
        return explain_quotes(line) or explain_end(line)
    return next((found for explain in EXPLANATIONS if (found := explain(line)) is not None), None)
