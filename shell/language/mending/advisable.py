"""Try a line before it is advised: it must be accepted, and mean what was typed.

A line that reads right and does something else is worse than no advice: it is typed, and the log is wrong.
"""

from __future__ import annotations

from engine.each import command_class
from engine.heads import find_head
from engine.refusal import Refused
from engine.state import State
from shell.language.grammar import Takes
from shell.language.kinds.plausible import is_new_text, says_something
from shell.language.parse import Parse
from shell.language.reading import read


def is_accepted(line: str, state: State | None, takes: Takes) -> bool:
    """Return whether a line would be understood, and not be refused."""
    return is_carried_out(read(line, state, takes), state)


def is_carried_out(parse: Parse, state: State | None) -> bool:
    """Return whether a line was understood, and would not be refused."""
    return parse.problem is None and (state is None or find_refusal(state, parse.command) is None)


def find_refusal(state: State, command: object) -> Refused | None:
    """Return why the state alone refuses a command, or None, also if the log has to be asked."""
    from engine.decide import decide  # needed only for a refusal
    from engine.registry import DECIDES

    try:
        if command_class(command) in DECIDES:
            decide(state, command, lambda sides: 1)
    except Refused as refused:
        return refused
    return None


def may_be_name(text: str, state: State | None) -> bool:
    """Return whether a text may be the new name of somebody."""
    return says_something(text) and is_new_text(text, "character", state) and find_head(text) is None
