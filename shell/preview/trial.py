"""Try a command without dice."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from engine.decide import try_out
from engine.each import commands_in
from engine.naming import names_in
from engine.registry import DECIDES, Event
from engine.sheet import view
from engine.state import State
from engine.text import within_limits
from replay.compare.changes import changes
from shell.language.lookup import remember_once
from shell.render.events import SUMS, change_lines

#: How many characters are looked at, and how many changes are shown.
MOST_CHARACTERS = 3
MOST_CHANGES = 4


class DiceNeeded(Exception):
    """The command would roll dice, so that its effect is unknown."""


def let_no_dice_fall(sides: int) -> int:
    """Raise DiceNeeded instead of throwing a die."""
    raise DiceNeeded


def decide_alone(state: State, command: object) -> Sequence[Event]:
    """Return a command's events without what they bring about, or none if it rolls. Raise Refused as it would."""
    try:
        events: Sequence[Event] = DECIDES[type(command)](state, within_limits(command), let_no_dice_fall)
    except DiceNeeded:
        return ()
    return events


def describe_changes(state: State, command: object) -> Sequence[str]:
    """Return what a command would change on the sheets of those it names. Raise Refused as it would."""
    named = dict.fromkeys(name for each in commands_in(command) for name in names_in(each, "character"))
    who = [name for name in named if name in state.sheets]
    if not 0 < len(who) <= MOST_CHARACTERS:
        return ()
    try:
        after = try_out(state, command, let_no_dice_fall)
    except DiceNeeded:
        return ()
    before = {name: remember_once((view, id(state), name), partial(view, state, name)) for name in who}
    found = changes(before, {name: view(after, name) for name in who if name in after.sheets})
    lines = name_once([line.strip() for line in change_lines([each for each in found if each.field not in SUMS])])
    more = [f"and {len(lines) - MOST_CHANGES} more"] if len(lines) > MOST_CHANGES else []
    return ("; ".join([*lines[:MOST_CHANGES], *more]),) if lines else ()


def name_once(lines: Sequence[str]) -> list[str]:
    """Return lines about characters, without a name that the line before began with."""
    heads = [line.partition(": ")[0] + ": " for line in lines]
    return [line.removeprefix(before) for line, before in zip(lines, ["", *heads], strict=False)]
