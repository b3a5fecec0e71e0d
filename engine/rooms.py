"""The rooms: their files, which are loaded part by part, and the order of their registrations."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar

T = TypeVar("T")
V = TypeVar("V")

ROOMS_FOLDER = Path(__file__).with_name("concerns")

# --- loading ---------------------------------------------------------------------------------------------------


@cache
def rooms() -> tuple[str, ...]:
    """Return the names of the rooms, from their folders. Nothing is imported."""
    with os.scandir(ROOMS_FOLDER) as found:
        return tuple(sorted(each.name for each in found if each.is_dir() and each.name[0] not in "._"))


@cache
def load(part: str) -> None:
    """Import one file of every room that has it, such as `project` or `narrate`."""
    for _ in modules_of(part):
        pass


def modules_of(part: str) -> Iterator[ModuleType]:
    """Import one file of every room that has it, and yield the modules."""
    for room in rooms():
        if (ROOMS_FOLDER / room / f"{part}.py").exists():
            yield import_module(f"engine.concerns.{room}.{part}")


def find_in_rooms(part: str, name: str) -> Any:
    """Return what a name stands for in one file of some room. Raise AttributeError if no room has it.

    No more rooms are imported than needed.
    """
    if not name.startswith("_"):
        for module in modules_of(part):
            if hasattr(module, name):
                return getattr(module, name)
    raise AttributeError(f"no room has {name} among its {part}")


# --- order -----------------------------------------------------------------------------------------------------


def by_room(registered: Any) -> str:
    """Return the module of a class or function, which orders registrations without a place."""
    return str(registered.__module__)


def room_by_room(found: Iterable[T]) -> tuple[T, ...]:
    """Return classes or functions room by room, in the order of their source, however they were loaded."""
    return tuple(sorted(found, key=by_room))


def put_in_order(table: dict[str, V], place: Callable[[V], Any]) -> None:
    """Order the entries of a table by their places."""
    entries = sorted(table.items(), key=lambda entry: place(entry[1]))
    table.clear()
    table.update(entries)
