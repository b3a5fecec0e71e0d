"""Explain values that concerns show by name."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from engine.campaign import Recorded
from engine.registry import SHOWS
from engine.state import Sheet, State
from engine.text import plain
from replay.explain.answer import Why
from replay.explain.causes import Cause, cause, watch
from replay.explain.facts import as_left
from replay.moment import Moment


def shown_value(moment: Moment, sheet: Sheet, name: str) -> Why:
    """Explain a value that a concern shows, by every event that moved it.

    A number is the sum of what each of them added; anything else is as the last of them left it.
    """
    watched = watch(every_counting(moment), own_of(sheet.name, name))
    steps = [step for step in watched if (step.before or 0) != (step.after or 0)]
    held, label = SHOWS[name].look(moment.state, sheet), SHOWS[name].unit or SHOWS[name].label.lower()
    if type(held) is not int:
        return as_left(moment, sheet, name, name, steps[-1] if steps else None)
    causes = (own_cause(moment, step.recorded, step.before or 0, step.after or 0) for step in steps)
    return Why(sheet.name, name, name, held, f"{sheet.name} has {plain(held)} {label}", tuple(causes))


def own_cause(moment: Moment, found: Recorded, before: int, after: int) -> Cause:
    """Return an event as the cause of what it added to a number."""
    return cause(moment, found, after - before, (plain(before), plain(after)))


def own_of(character: str, name: str) -> Callable[[State], Any]:
    """Return a function that reads a concern's value of a character; None before the character exists."""
    look = SHOWS[name].look
    return lambda state: look(state, state.sheets[character]) if character in state.sheets else None


def every_counting(moment: Moment) -> Iterator[Recorded]:
    """Yield every event up to the moment that counts, awards with their present amount."""
    for each in moment.campaign.events(0, moment.state.seq):
        if each.seq not in moment.history.inactive:
            yield moment.amended(each)
