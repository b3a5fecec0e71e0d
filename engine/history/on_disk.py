"""The state of a campaign on disk, to avoid folding a long log at each start.

It is a cache, used only by the very program that wrote it, and only if the log still holds the event that it was
written at. After any error, the log is folded instead. `verify` and `sign` never look at it, and `audit` uses it only
if it equals the state that the last audit reached.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

from engine.history import packing
from engine.history.counting import History
from engine.history.packing import Later
from engine.registry import PROJECTS
from engine.state import State
from engine.store.door import Head, Log
from engine.store.files import recall_file, size_of_file, write_file
from engine.store.looks import holds
from engine.value import evolve, value

#: The least events of a log whose state is worth storing: folding a shorter one is faster.
LEAST_TO_KEEP = 1000

#: After how many folded events another state is stored.
WORTH_KEEPING = 16

#: The most bytes of a state that is always stored: writing takes less time than the next command needs to fold one
#: event, for which it has to load all projectors.
QUICKLY_WRITTEN = 600 * 1024

#: The bytes at the start of the file that give the length of the part before the kinds.
SIZE_BYTES = 8

#: The folder of the program.
ENGINE = Path(__file__).parents[1]


@value
class KeptState:
    """The content of a log up to a head: state, history, and parts of its catalog.

    The parts are its kinds and last branch. It has a second state from shortly before the head. An undo of the last
    command folds from the earlier one. In the file the kinds stand behind all else, as they are.
    """

    seq: int
    hash: str
    state: Later[State]
    history: History
    kinds: bytearray
    branch: int
    earlier: Later[State]
    earlier_seq: int

    @property
    def head(self) -> Head:
        """The last event that it knows."""
        return Head(self.seq, bytes.fromhex(self.hash))


def recall_state(log: Log) -> KeptState | None:
    """Return the state stored on disk for a log, or None if there is none or it is of another log."""
    with suppress(Exception):  # after any error the log is folded instead
        content = recall_file(file_of(log, "state")) or memoryview(b"")
        end = SIZE_BYTES + int.from_bytes(content[:SIZE_BYTES], "big")
        found = packing.unpack(content[SIZE_BYTES:end])
        if isinstance(found, KeptState) and found.state.value.campaign == log.campaign and holds(log, found.head):
            return evolve(found, kinds=bytearray(content[end:]))
    return None


def recall_value(log: Log, what: str) -> Any:
    """Return the value stored on disk for a log under a name, or None if it is missing or wrong in any way."""
    with suppress(Exception):
        content = recall_file(file_of(log, what))
        return None if content is None else packing.unpack(content)


def keep_value(log: Log, held: object, what: str) -> None:
    """Store a value for the next program that opens a log."""
    with suppress(Exception):  # values of a concern from elsewhere may not be packable
        write_file(file_of(log, what), packing.pack(held))


def keep_state(log: Log, kept: KeptState) -> None:
    """Store a state of a log for the next program that opens it."""
    with suppress(Exception):
        packed = packing.pack(evolve(kept, kinds=None))
        write_file(file_of(log, "state"), len(packed).to_bytes(SIZE_BYTES, "big"), packed, kept.kinds)


def is_small(log: Log) -> bool:
    """Return whether the stored state of a log is small enough to be written again quickly."""
    size = size_of_file(file_of(log, "state"))
    return size is not None and size <= QUICKLY_WRITTEN


def file_of(log: Log, what: str) -> str:
    """Return the name of a file that this program stores for a log."""
    return blake2b(f"{log.place.key}\0{log.campaign}\0{program()}\0{what}".encode(), digest_size=16).hexdigest()


@cache
def program() -> str:
    """Return a digest that changes with any file of the engine, or with projectors loaded from elsewhere."""
    elsewhere = {sys.modules[each.__module__].__file__ or "" for found in PROJECTS.values() for each in found}
    found = [(each, os.stat(each)) for each in elsewhere if each and not each.startswith(f"{ENGINE}{os.sep}")]
    return digest_files((*found, *source_files(str(ENGINE))))


def digest_files(found: Iterable[tuple[str, os.stat_result]]) -> str:
    """Return a digest that changes with any of some files, and with Python."""
    files = sorted((path, of.st_size, of.st_mtime_ns) for path, of in found)
    return blake2b(repr((sys.version, files)).encode(), digest_size=16).hexdigest()


def source_files(folder: str) -> Iterator[tuple[str, os.stat_result]]:
    """Yield the files of a part of the program, each with its size and time of change."""
    with os.scandir(folder) as entries:
        for each in entries:
            if each.name.endswith((".py", ".toml")):
                yield each.path, each.stat()
            elif each.is_dir() and each.name != "__pycache__":
                yield from source_files(each.path)
