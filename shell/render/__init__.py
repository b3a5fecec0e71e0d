"""The answer to each command: a result for programs, and text for people.

The functions are in one file for each room, which is loaded when a command of that room is answered. A command without
a special answer is answered with its events and changes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeVar

from engine.campaign import GM, Campaign, Recorded
from engine.state import State
from engine.store.door import Place
from engine.store.files import locate
from engine.value import Factory, value
from shell.language.grammar import take_all


@value
class Asked:
    """A command that was carried out: the campaign after it, its events, and the state before it.

    `after` is the state that it left, if others followed in the same list.

    `place` is where the log is: some commands are about that, even without a campaign there. `by` is who speaks,
    and `takes` tells which commands they may use. `at_prompt`: a person typed it at the prompt. `found` is the
    result of carrying it out, if the answer needs more than events.
    """

    campaign: Campaign
    command: Any
    events: tuple[Recorded, ...] = ()
    before: State = Factory(State)
    place: Place = locate(Path())
    by: str = GM
    takes: Callable[[type], bool] = take_all
    at_prompt: bool = False
    used: tuple[str, ...] = ()
    after: State | None = None
    found: Any = None

    @property
    def state(self) -> State:
        """The state that the command left."""
        return self.after or self.campaign.state


@value
class Answer:
    """An answer: `data` for programs, or a function for it, and `text` for people.

    `text` is computed only if it is shown. `failed` tells that the command was carried out and found something wrong.
    `lines` yields the same text line by line, if it may be too long to be held in memory. `items` yields the list that
    the result begins with, and has its name, and `data` is the rest of the result. `apart` tells that no event decides
    the answer.
    """

    data: dict[str, Any] | Callable[[], dict[str, Any]]
    text: Callable[[], str]
    failed: bool = False
    lines: Callable[[], Iterator[str]] | None = None
    items: tuple[str, Callable[[], Iterator[Any]]] | None = None
    apart: bool = False

    @property
    def result(self) -> dict[str, Any]:
        """The result as plain data, as the contract of `--json` promises."""
        rest = self.data() if callable(self.data) else self.data
        return rest if self.items is None else {self.items[0]: [*self.items[1]()]} | rest


Answerer = Callable[[Asked], Answer]
A = TypeVar("A", bound=Callable[..., Any])
ANSWERERS: dict[type, Answerer] = {}


def answers(*commands: type) -> Callable[[A], A]:
    """Register the function that follows as answering these commands."""

    def register(answerer: A) -> A:
        for command in commands:
            ANSWERERS[command] = answerer
        return answerer

    return register


#: From a command class to the function that carries it out, unless it is decided and recorded.
WAYS: dict[type, Callable[[Any, Any], Asked]] = {}


def carries_out(command: type) -> Callable[[A], A]:
    """Register the decorated function (desk, command) -> Asked as carrying out a command."""

    def register(way: A) -> A:
        WAYS[command] = way
        return way

    return register


def way_of(command: object) -> Callable[[Any, Any], Asked] | None:
    """Return the function that carries out a command, or None for one that is decided and recorded."""
    return WAYS.get(type(command)) if has_own_way(type(command)) else None


def has_own_way(command: type) -> bool:
    """Return whether commands of a class need not be decided and recorded."""
    load_answers(room_of(command))
    return command in WAYS


def answer(asked: Asked) -> Answer:
    """Return the answer to a command that was carried out. Raise Refused if there is none."""
    kind = type(asked.command)
    load_answers(room_of(kind))
    if kind in ANSWERERS:
        return ANSWERERS[kind](asked)
    from shell.render.events import answer_events

    return answer_events(asked)


def room_of(command: type) -> str:
    """Return a command's room, or the module's name for one of the shell's own."""
    *_, folder, module = ("", *command.__module__.split("."))
    return "program" if folder == "shell" else folder if module == "commands" else module


@cache
def load_answers(room: str) -> None:
    """Import the answers of a room, if it has any."""
    if find_spec(f"shell.render.{room}") is not None:
        import_module(f"shell.render.{room}")
