"""From commands to events: what the rules make of what is asked, or a refusal.

`decide` is pure: what it knows is in the state, and the dice are handed in. It raises `Refused` where the rules
or the state do not allow a command; nothing has happened then.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.decide import belongings, campaign, characters, checks, contests, experience, history, rolls, timeline
from engine.decide.registry import DECISIONS
from engine.dice import Draw
from engine.events import Event
from engine.limits import within_limits
from engine.state import State

__all__ = [
    "belongings",
    "campaign",
    "characters",
    "checks",
    "contests",
    "decide",
    "experience",
    "history",
    "rolls",
    "timeline",
]


def decide(state: State, command: object, draw: Draw) -> Sequence[Event]:
    """The events that a command comes to in this state; raises Refused."""
    return DECISIONS[type(command)](state, within_limits(command), draw)
