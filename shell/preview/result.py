"""Preview a whole line: chances, what it leaves, whom an award reaches, and what an undo takes away."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from engine.campaign import Recorded
from engine.chances import of_check, of_contest
from engine.concerns.checks.commands import Check, CheckOdds, GroupCheck
from engine.concerns.checks.decide import check_of, members, say_left_out
from engine.concerns.contests.commands import Contest, ContestOdds
from engine.concerns.corrections.commands import Redo, Undo, WhatIf
from engine.concerns.experience.commands import AnswerQuestions, Award, AwardEach
from engine.concerns.experience.events import XpAwarded
from engine.concerns.magic.commands import CastSpell
from engine.concerns.magic.decide import check_of_spell
from engine.each import command_class
from engine.narrate import tell
from engine.patterns import pattern
from engine.refusal import Refused
from engine.registry import DECIDES
from engine.state import State
from engine.text import join_names, number_of_events, percent
from engine.value import field_names
from shell.preview.trial import decide_alone, describe_changes
from shell.render.checks import chance_line
from shell.render.contests import leads_line

#: The most sides of a contest, and the limits of a roll, for a preview. Slower chances are left to “odds”.
MOST_PREVIEWED = 5
FEW_DICE = pattern(r"(?:[1-3]?\d)?(?:dF|d\d{1,2}|d100|d%).*")

#: How many names or events are shown. The others are counted.
MOST_SHOWN = 4

Result = tuple[str, ...]
#: Finds for a preview the events that an undo or redo would undo and restore.
Past = Callable[[object], tuple[Sequence[Recorded], Sequence[Recorded]]]


def describe_result(command: object, state: State, past: Past | None) -> tuple[Result, Refused | None]:
    """Return what a command would do and why it would be refused. Leave out what takes long to compute."""
    try:
        return tuple(result_of(command, state, past)), None
    except Refused as refused:
        return (), refused


def result_of(command: object, state: State, past: Past | None) -> Sequence[str]:
    """Return what a command would do, line by line. Raise Refused as the command itself would."""
    match command:
        case Check() | CastSpell() if command.success or command.four:
            return [tell(event) for event in decide_alone(state, command)[:1]]
        case Check() | CheckOdds():
            return say_chance(state, command)
        case CastSpell():
            return say_chance(state, check_of_spell(state, command))
        case GroupCheck():
            return describe_group(state, command)
        case Contest() | ContestOdds():
            return describe_contest(state, command)
        case WhatIf(tried) if tried is not None:
            return result_of(tried, state, past)
        case Undo() | Redo():
            return describe_correction(command, past) if past else ()
        case Award() if command.amount < 0:
            return ()  # what to type instead is found in the log
        case Award() | AwardEach() | AnswerQuestions():
            return describe_award(state, command)
    return describe_changes(state, command) if command_class(command) in DECIDES else ()


def is_quick(dice: str | None) -> bool:
    """Return whether the chances of some dice are quick to compute."""
    return dice is None or FEW_DICE.fullmatch(dice) is not None


def say_chance(state: State, command: Check | CheckOdds) -> Sequence[str]:
    """Return the chance of a check, in the words of `odds`."""
    if not is_quick(command.dice):
        return ()
    if isinstance(command, Check) and (command.succeeds is not None or command.fails is not None):
        return ("no dice: the game master settles it",)
    return (chance_line(of_check(state, as_odds(command, CheckOdds)), state.rules),)


Q = TypeVar("Q", CheckOdds, ContestOdds)


def as_odds(command: object, kind: type[Q]) -> Q:
    """Return the question for the chance of a check or contest."""
    return kind(**{name: getattr(command, name) for name in field_names(kind)})


def describe_group(state: State, command: GroupCheck) -> Sequence[str]:
    """Return the chance of each of a group."""
    if not is_quick(command.dice):
        return ()
    sheets, left_out = members(state, command)
    rows = [f"{sheet.name} {chance_of(state, check_of(command, sheet))}" for sheet in sheets[:MOST_SHOWN]]
    chances = ", ".join([*rows, *more(len(sheets) - MOST_SHOWN)])
    return (*([chances] if rows else []), *([f"left out: {say_left_out(left_out)}"] if left_out else []))


def chance_of(state: State, check: Check) -> str:
    """Return the chance of a check alone."""
    return percent(of_check(state, as_odds(check, CheckOdds)).chance, state.rules.decimals)


def more(others: int) -> list[str]:
    """Return how many are not shown."""
    return [f"{others} more"] if others > 0 else []


def describe_contest(state: State, command: Contest | ContestOdds) -> Sequence[str]:
    """Return who leads a contest, with everybody's chance to win."""
    if len(command.sides) > MOST_PREVIEWED or not all(is_quick(each.dice) for each in (command, *command.sides)):
        return ()
    return (leads_line(of_contest(state, as_odds(command, ContestOdds)), state.rules),)


def describe_correction(command: Undo | Redo, past: Past) -> Sequence[str]:
    """Return which events an undo takes back, or a redo restores."""
    if isinstance(command, Undo) and (command.session is not None or command.point is not None):
        return ("“whatif” before it shows what it would change",)
    return [
        describe_events(what, found)
        for what, found in zip(("takes back", "restores"), past(command), strict=True)
        if found
    ]


def describe_events(what: str, found: Sequence[Recorded]) -> str:
    """Return the last two of some events with what happens to them, and the number of all."""
    lines = [f"#{each.seq} {tell(each.event)}" for each in found[-2:]]
    count = f" {number_of_events(len(found))}, the last" if len(found) > 2 else ""
    return f"{what}{count} {'; '.join(lines)}"


def describe_award(state: State, command: Award | AwardEach | AnswerQuestions) -> Sequence[str]:
    """Return whom an award reaches."""
    found = [each for each in decide_alone(state, command) if isinstance(each, XpAwarded)]
    amounts = {each.amount for each in found}
    names = [each.character if len(amounts) == 1 else f"{each.character} {each.amount}" for each in found]
    shown = join_names([*names[:MOST_SHOWN], *more(len(names) - MOST_SHOWN)])
    each = f"{amounts.pop()} XP{' each' if len(names) > 1 else ''} for" if len(amounts) == 1 else "XP:"
    return (f"{each} {shown}",)
