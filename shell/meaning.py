"""Take a misread line for what it plainly means: carry it out, propose it, or refuse it with both readings."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from engine.concerns.corrections.commands import Amend, Redo, Rename, Undo
from engine.each import command_class
from engine.planning import named_by, plan
from engine.refusal import Refused
from engine.registry import DECIDES
from engine.value import evolve
from shell.language.fitting import say_levels
from shell.language.kinds.plausible import SMALL_WORDS
from shell.language.kinds.text import fold_case
from shell.language.lookup import looking_up
from shell.language.parse import Parse
from shell.language.plain.search import MOST_LINES_READ, Interpretation, Meaning, find_meaning
from shell.language.spelling import spell
from shell.options import ExitStatus
from shell.outcome import Fault, LineOutcome, refusal_fault

if TYPE_CHECKING:
    from shell.runner import Desk

#: How many lines are read for a preview.
MOST_LINES_PREVIEWED = 60

#: What a desk may do with a misread line that can mean only one thing, if not “do” it: propose it, or neither.
ASK, EXACT = "ask", "exact"


def interpret(desk: Desk, parse: Parse, most: int = MOST_LINES_READ) -> Meaning:
    """Return what a misread line means in the campaign as last seen, reading at most so many lines."""
    if desk.campaign is None or desk.campaign.state.unknown or desk.meant == EXACT:
        return Meaning()
    found = find_meaning(parse, desk.campaign.state, desk.read_as_it_stands, partial(refuse, desk), most)
    return evolve(found, found=tuple(each for each in found.found if not is_named_by_small_word(each.parse)))


def is_named_by_small_word(parse: Parse) -> bool:
    """Return whether a small word of a sentence stands for a known name that begins so: “is” for Isa."""
    known = [mark for mark in parse.marks if isinstance(mark.value, str) and not mark.open]
    named = [(fold_case(parse.text[mark.start : mark.end]), fold_case(str(mark.value))) for mark in known]
    return any(typed in SMALL_WORDS and typed != name for typed, name in named)


def refuse(desk: Desk, parse: Parse) -> Refused | None:
    """Return why the campaign would refuse a line, or None if it would be carried out."""
    command, campaign = parse.command, desk.campaign
    assert campaign is not None
    if not desk.takes(command_class(command)):
        return Refused("this tool takes no such command")
    try:
        if isinstance(command, Undo | Redo):
            named_by(campaign, command)  # to try it would fold the log again
        elif isinstance(command, Amend | Rename) or command_class(command) in DECIDES:
            plan(campaign, command, lambda sides: 1)
    except Refused as refused:
        return refused
    return None


def carry_out_meaning(desk: Desk, line: str, parse: Parse) -> LineOutcome:
    """Carry out a misread line for what it plainly means, or return why not."""
    with looking_up():  # many lines are read, all in the campaign as it stands
        meaning = interpret(desk, parse)
        only = meaning.only
        if only is None or not only.is_done or desk.meant == ASK:
            fault = explain_told(desk, parse) or explain_unclear(desk, parse, meaning)
            return LineOutcome(line, line.strip(), fault=fault)
    if only.refused is None:
        return evolve(desk.carry_out(only.wording.text, only.parse), account=only.account)
    fault = refusal_fault(only.refused, only.parse)
    return LineOutcome(only.wording.text, only.parse.command, fault=fault, account=only.account)


def explain_told(desk: Desk, parse: Parse) -> Fault | None:
    """Return the fault of a line that is a sentence of the log, with the line that it tells of, or None."""
    from shell.told_back import find_told  # few lines are misread

    told = find_told(desk.campaign, parse.text) if desk.campaign and desk.meant != EXACT else None
    if told is None or parse.problem is None:
        return None
    place = (parse.problem.start, parse.problem.end)
    return Fault(ExitStatus.NOT_UNDERSTOOD, "this is how the log tells it", place, f"type {told}", cured=told)


def foresee(desk: Desk, parse: Parse) -> tuple[Interpretation | None, Fault | None]:
    """Return what a misread line would be carried out as, or why not, found as quickly as a prompt needs it."""
    meaning = interpret(desk, parse, MOST_LINES_PREVIEWED)
    only = meaning.only
    if only is None or not only.is_done or desk.meant == ASK:
        return None, explain_unclear(desk, parse, meaning)
    return (only, None) if only.refused is None else (None, refusal_fault(only.refused, only.parse))


def explain_unclear(desk: Desk, parse: Parse, meaning: Meaning) -> Fault:
    """Return the fault of a misread line, with the lines that it may mean."""
    fault = desk.explain_misreading(parse)
    taken = [each for each in meaning.found if each.refused is None]
    if len(taken) > 1:
        both = " or ".join(f"“{say_in_full(desk, each)}”" for each in taken)
        said = f"“{parse.text.strip()}” can be read in two ways"
        return Fault(ExitStatus.NOT_UNDERSTOOD, said, fault.place, both)
    may_guess = not meaning.found and fault.cured is None and desk.meant != EXACT
    only = meaning.only if taken else guess(desk, parse) if may_guess else None
    if only is None:
        return fault
    line = say_in_full(desk, only)
    return evolve(fault, hint=f"type {line}", cured=line)


def guess(desk: Desk, parse: Parse) -> Interpretation | None:
    """Return the only line that a misread one may mean if a word is guessed, or None."""
    state = desk.campaign.state if desk.campaign else None
    meaning = find_meaning(parse, state, desk.read_as_it_stands, partial(refuse, desk), guess=True)
    return meaning.only


def say_in_full(desk: Desk, found: Interpretation) -> str:
    """Return an interpretation as the line that says it in full."""
    line = spell(found.parse.command)
    return say_levels(line, desk.campaign.state.rules) if desk.campaign else line
