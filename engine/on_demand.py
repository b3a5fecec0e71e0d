"""Import modules when something in them is first used.

Importing a large library takes longer than many a command that rarely needs it.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any


def on_demand(name: str) -> Any:
    """Return a module that is imported when something in it is first asked for."""
    return _OnDemand(name)


class _OnDemand:
    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, name: str) -> Any:
        found = getattr(import_module(self._name), name)
        setattr(self, name, found)  # the next access finds it at once
        return found
