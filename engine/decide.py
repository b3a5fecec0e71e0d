"""From commands to events: apply the rules to a command, or refuse it.

Deciding is pure: everything it needs is in the state, and the dice are passed in. `Refused` is raised if the rules or
the state do not allow a command; nothing has happened then.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from engine.dice import Draw
from engine.project import apply
from engine.refusal import Refused
from engine.registry import DECIDES, REQUIRES, Event, load
from engine.rules.ladder import Ladder
from engine.state import State
from engine.text import within_limits

load("decide")


def decide(state: State, command: object, draw: Draw) -> Sequence[Event]:
    """Return the events of a command in this state; raise Refused if it is not allowed."""
    events: Sequence[Event] = DECIDES[type(command)](state, within_limits(command), draw)
    must_follow(state, events)
    return events


def must_follow(state: State, events: Sequence[Event]) -> None:
    """Check that each event can follow the ones before it; raise Refused otherwise."""
    trial = state.copy() if len(events) > 1 else state
    for place, event in enumerate(events, start=1):
        REQUIRES[type(event)](trial, event)
        if place < len(events):
            apply(trial, event, trial.seq + 1)


def act(command: object, state: State, draw: Draw) -> Sequence[Event]:
    """Return the events of a command, or of a whole template; raise Refused if one is not allowed."""
    from engine.concerns.campaign.commands import Setup

    if isinstance(command, Setup):
        return set_up(Path(command.file), state, draw)
    return decide(state, command, draw)


def set_up(file: Path, state: State, draw: Draw) -> Sequence[Event]:
    """Return the events of everything in a template; raise Refused with the file's name."""
    from engine.template import read_template  # few campaigns begin with one

    try:
        return decide_all(read_template(file, Ladder.of(state.rules)), state, draw)
    except Refused as refused:
        message = refused.message if str(file) in refused.message else f"{file}: {refused.message}"
        raise Refused(message, about="file", hint=refused.hint) from None


def decide_all(commands: Sequence[object], state: State, draw: Draw) -> Sequence[Event]:
    """Decide several commands as one, each on the state that the ones before it made."""
    state = state.copy()
    decided: list[Event] = []
    for command in commands:
        for event in decide(state, command, draw):
            apply(state, event, state.seq + 1)
            decided.append(event)
    return decided
