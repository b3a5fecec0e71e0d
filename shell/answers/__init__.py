"""What the program says to each command: a result for programs, and text for people.

The functions stand in files that go with those of the commands, and are loaded with them.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar

from attrs import Factory

from engine.campaign import GM, Campaign, Recorded
from engine.sheet import SheetView
from engine.value import value
from shell.grammar import anything


@value
class Asked:
    """A command that was carried out: the campaign after it, what it recorded, and the sheets before it.

    `path` is the campaign's file: some commands are about that, whether or not there is a campaign in it. `by` is
    who speaks, and `takes` tells which commands are taken where they do.
    """

    campaign: Campaign
    command: Any
    events: tuple[Recorded, ...] = ()
    before: dict[str, SheetView] = Factory(dict)
    path: Path = Path()
    by: str = GM
    takes: Callable[[type], bool] = anything


@value
class Answer:
    """`result` is plain data, as the contract has it; `text` is for people, and is worked out only if it is shown.

    `failed` tells that the command was carried out and found something wrong.
    """

    result: dict[str, Any]
    text: Callable[[], str]
    failed: bool = False


Answerer = Callable[[Asked], Answer]
A = TypeVar("A", bound=Answerer)
ANSWERERS: dict[type, Answerer] = {}

#: Which file answers the commands of which.
FILES = {
    "engine.commands.look": "shell.answers.look",
    "engine.commands.table": "shell.answers.table",
    "engine.commands.history": "shell.answers.history",
    "engine.commands.setup": "shell.answers.setup",
    "engine.commands.files": "shell.answers.files",
    "shell.commands": "shell.answers.program",
}


def answers(*commands: type) -> Callable[[A], A]:
    """Register the function that follows as answering these commands."""

    def register(answerer: A) -> A:
        for command in commands:
            ANSWERERS[command] = answerer
        return answerer

    return register


def answer(asked: Asked) -> Answer:
    """What there is to say to a command that was carried out; raises Refused where it cannot be answered."""
    kind = type(asked.command)
    import_module(FILES[kind.__module__])
    return ANSWERERS[kind](asked)
