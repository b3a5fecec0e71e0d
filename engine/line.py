"""Write events as the commands that record them, for a script to replay."""

from __future__ import annotations

from collections.abc import Iterable

from engine.registry import LINES
from engine.rooms import load
from engine.state import State
from engine.types import EventNumber
from engine.value import value


@value
class Before:
    """The campaign just before an event.

    `state` is the exported campaign, `copy` the one that the script makes, and `numbers` maps each event's number in
    the first to its number in the second.
    """

    state: State
    copy: State
    numbers: dict[int, int]


class Unsayable(Exception):
    """No command makes this event. The message gives the reason."""


def commands_for(event: object, before: Before) -> Iterable[object]:
    """Return the commands that would make an event. Raise Unsayable if none does."""
    load("line")
    if type(event) not in LINES:
        raise Unsayable("there is no command for it")
    return LINES[type(event)](event, before)


def find_number(seq: int, before: Before) -> EventNumber:
    """Return the number that an event has in the script's own log. Raise Unsayable if it is not in there."""
    if seq not in before.numbers:
        raise Unsayable(f"it is about #{seq}, which is not in the script")
    return before.numbers[seq]
