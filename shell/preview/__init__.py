"""Preview a line while it is typed: full reading, next words, and the changes if it is entered.

All of it is a pure function of the campaign and the text so far. It runs with every key, so slow computations are left
to `odds` and `whatif`.
"""

from __future__ import annotations

from engine.refusal import Refused
from engine.registry import USAGES
from engine.state import State
from engine.text import join_names
from engine.value import value
from replay.retelling.acting import who_acts
from shell.language.fitting import say_levels
from shell.language.kinds.text import spelled_name
from shell.language.offers import MOST_COMPARED
from shell.language.parse import Misreading, Parse
from shell.language.spelling import spell
from shell.preview.result import MOST_SHOWN, Past, describe_result, more
from shell.preview.usage import UsagePart, mark_usage

#: Roles of marks that are names of the campaign, to be shown in full.
NAMES = frozenset({"character", "ability", "status", "state", "property", "item", "key", "track-or-state", "countdown"})


@value
class Preview:
    """A preview of a line: its full reading (“” if typed so), its usage, and its result or problem.

    `refusal` is why the rules would refuse it. A misread line that would be carried out has its meaning in `read_as`.
    """

    reading: str = ""
    usage: tuple[UsagePart, ...] = ()
    result: tuple[str, ...] = ()
    problem: str = ""
    refusal: Refused | None = None
    read_as: str = ""


def preview(parse: Parse, state: State | None, past: Past | None = None) -> Preview:
    """Return what an unfinished line does if entered.

    `past` looks up the events that an undo names. The reason why a line cannot be finished is left out, as explaining
    takes long.
    """
    if not parse.text.strip():
        return Preview(result=say_who_acted(state))
    problem, reading = parse.problem, full_reading(parse, state)
    if problem:
        shared = problem.unfinished and problem.several
        return Preview(reading, mark_usage(parse), problem=problem_text(problem) if shared else "")
    result, refusal = describe_result(parse.command, state, past) if state else ((), None)
    return Preview(reading, mark_usage(parse), result, refusal=refusal)


def say_who_acted(state: State | None) -> tuple[str, ...]:
    """Return who acted last in the open session, in a sentence."""
    if state is None or not state.session_open:
        return ()
    acted = (tuple(who_acts(state.rolls[seq])) for seq in sorted(state.rolls, reverse=True))
    names = next(filter(None, acted), ())
    return (f"{join_names([*names[:MOST_SHOWN], *more(len(names) - MOST_SHOWN)])} acted last",) if names else ()


def problem_text(problem: Misreading) -> str:
    """Return what is wrong, with the likely meaning unless it is one of many."""
    return problem.message if len(problem.choices) <= MOST_COMPARED else problem.said


def full_reading(parse: Parse, state: State | None) -> str:
    """Return a line as far as it was read, with verbs and names in full, or “” if it was typed so."""
    if parse.phrase is None or any(mark.role == "comment" for mark in parse.marks):
        return ""
    if parse.command is not None:
        said = spell(parse.command) if state is None else say_levels(spell(parse.command), state.rules)
        return "" if said == " ".join(parse.text.split()) else said
    if parse.problem and parse.problem.several and parse.problem.cures:
        return ""
    head = USAGES[parse.phrase.cls][0].split()[0]
    typed = [mark for mark in parse.marks if mark.role not in ("error", "typing")]
    words = [spelled_name(mark.value) if mark.role in NAMES and mark.value else word(parse, mark.start, mark.end)
             for mark in sorted(typed, key=lambda mark: mark.start)]  # fmt: skip
    if typed and typed[0].role == "command":
        words = words[1:]
    said = " ".join([head, *words]).replace(" ,", ",")
    return "" if said == " ".join(parse.text.split()) or not words else f"{said} …"


def word(parse: Parse, start: int, end: int) -> str:
    """Return a part of a line as it was typed."""
    return parse.text[start:end]
