"""From any command to the events it comes to: decided upon the state, or upon a file of commands."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from engine.commands.setup import Setup
from engine.decide import decide
from engine.dice import Draw
from engine.events import Event
from engine.projectors import apply
from engine.refusal import Refused
from engine.rules.ladder import Ladder
from engine.state import State
from engine.template import read_template


def act(command: object, state: State, draw: Draw) -> Sequence[Event]:
    """The events of a command; raises Refused."""
    if isinstance(command, Setup):
        return set_up(Path(command.file), state, draw)
    return decide(state, command, draw)


def set_up(file: Path, state: State, draw: Draw) -> Sequence[Event]:
    """Everything in a template, or a refusal that names the file."""
    try:
        return decide_all(read_template(file, Ladder.of(state.rules)), state, draw)
    except Refused as refused:
        message = refused.message if str(file) in refused.message else f"{file}: {refused.message}"
        raise Refused(message, about="file", hint=refused.hint) from None


def decide_all(commands: Sequence[object], state: State, draw: Draw) -> Sequence[Event]:
    """Several commands as one: each decided upon what the ones before it make of the state."""
    state = state.copy()
    decided: list[Event] = []
    for command in commands:
        for event in decide(state, command, draw):
            apply(state, event, state.seq + 1)
            decided.append(event)
    return decided
