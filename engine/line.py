"""Events as the lines that would record them: commands that a script can play again."""

from __future__ import annotations

from collections.abc import Iterable

from engine.registry import LINES, load
from engine.state import State
from engine.types import EventNumber
from engine.value import value


@value
class Before:
    """What an event met.

    `state` is the campaign that is told, `copy` the one that the script makes, and `numbers` what each event of the
    first is called in the log of the second.
    """

    state: State
    copy: State
    numbers: dict[int, int]


class Unsayable(Exception):
    """There is no command for an event; the message says why."""


def commands_for(event: object, before: Before) -> Iterable[object]:
    """Return the commands that would make an event; raises Unsayable."""
    load("line")
    if type(event) not in LINES:
        raise Unsayable("there is no command for it")
    return LINES[type(event)](event, before)


def numbered(seq: int, before: Before) -> EventNumber:
    """Return the number of an event in the script's own log; raises Unsayable for one that was taken back."""
    if seq not in before.numbers:
        raise Unsayable(f"it is about #{seq}, which is not in the script")
    return before.numbers[seq]
