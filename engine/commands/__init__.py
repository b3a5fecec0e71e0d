"""What may be asked: one frozen class a command, beside the line that is typed. These files are the manual.

Every command can be had from here (`from engine.commands import Award`); the file it stands in is loaded when it
is first asked for, since a look at a sheet has no use for the others.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from engine.commands.files import *  # noqa: F403
    from engine.commands.history import *  # noqa: F403
    from engine.commands.look import *  # noqa: F403
    from engine.commands.parts import *  # noqa: F403
    from engine.commands.setup import *  # noqa: F403
    from engine.commands.table import *  # noqa: F403
    from engine.commands.usage import *  # noqa: F403

FILES = ("usage", "parts", "look", "table", "history", "setup", "files")


def __getattr__(name: str) -> Any:
    for file in FILES:
        module = import_module(f"{__name__}.{file}")
        if not name.startswith("_") and hasattr(module, name):
            return getattr(module, name)
    raise AttributeError(f"there is no command {name}")
