"""Remarks on consequences of a roll that a fudge point or a ruling turned later."""

from __future__ import annotations

from typing import Any, get_args

from engine.campaign import Campaign
from engine.concerns.contests.events import ContestResolved
from engine.concerns.corrections.commands import Undo
from engine.concerns.countdowns.events import CountdownTicked, TickWithdrawn
from engine.concerns.damage.events import DamageDealt
from engine.concerns.damage.project import is_still_given
from engine.concerns.uses.events import Turning
from engine.narrate import tell
from engine.refusal import Refused
from engine.registry import is_brought
from shell.render import Asked

#: The events that a turned roll changes by itself.
CHANGED = (*get_args(Turning), TickWithdrawn, CountdownTicked)


def remarks_on_turned(asked: Asked) -> list[str]:
    """Return consequences of a roll's former result, and the lines that undo them."""
    campaign, first = asked.campaign, asked.events[0]
    turning: Any = first.event
    number: int = turning.of
    between = campaign.events(number, first.seq - 1)
    outdated = [
        each for each in between if each.seq not in campaign.history.inactive and is_outdated(asked, number, each.event)
    ]
    return [f"#{each.seq} is from before: {tell(each.event)}; {undo_line(campaign, each.seq)}" for each in outdated]


def is_outdated(asked: Asked, number: int, event: Any) -> bool:
    """Return whether an event was caused by a roll with another outcome now, or for damage, another degree."""
    if getattr(event, "of", None) != number or isinstance(event, CHANGED) or is_brought(event):
        return False
    now = asked.state
    if isinstance(event, DamageDealt):
        return not is_still_given(now, event)
    return outcome_of(now.rolls[number]) != outcome_of(asked.before.rolls[number])


def outcome_of(roll: Any) -> str | bool | None:
    """Return who won a contest, or whether a check succeeded."""
    return roll.winner if isinstance(roll, ContestResolved) else bool(roll.success)


def undo_line(campaign: Campaign, seq: int) -> str:
    """Return the line that undoes an event with its dependents."""
    try:
        campaign.plan(Undo(seq))
    except Refused:
        return f"“undo #{seq} cascade” takes it back"
    return f"“undo #{seq}” takes it back"
