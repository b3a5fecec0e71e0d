"""A list: one line for several characters, decided and recorded as one command."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.registry import LISTED
from engine.value import evolve, value

#: The end of the id of a list, by which the log knows that its events are undone together.
LIST_ENDING = ".each"


@value
class Each:
    """Commands that differ only in whom they are about, in the order of the names in their line."""

    commands: tuple[Any, ...]

    @property
    def field(self) -> str:
        """The field in which they differ."""
        return LISTED[type(self.commands[0])]

    @property
    def whom(self) -> tuple[str, ...]:
        """Whom they are about."""
        return tuple(getattr(each, self.field) for each in self.commands)


def one_for_each(command: Any, names: Sequence[str]) -> Any:
    """Return a command for each of several names, or the command itself for one."""
    if len(names) < 2:
        return command
    return Each(tuple(evolve(command, **{LISTED[type(command)]: name}) for name in names))


def commands_in(command: Any) -> tuple[Any, ...]:
    """Return the commands of a list, or the command itself."""
    return command.commands if isinstance(command, Each) else (command,)


def command_class(command: Any) -> type:
    """Return the class of a command, of a list that of each."""
    return type(commands_in(command)[0])


def is_list(cmd: str) -> bool:
    """Return whether the id of a command is that of a list."""
    return cmd.endswith(LIST_ENDING)
