"""Logs in files: create, open and check one, and read the rest of a damaged one."""

from __future__ import annotations

from pathlib import Path

from engine.store.cache import recall_file, size_of_file, write_file
from engine.store.connection import ROW_LIMIT
from engine.store.door import NEWEST
from engine.store.inspection import (
    TIME,
    WholeCheck,
    campaign_of,
    check_rows,
    check_tail,
    format_of,
    inspect,
    must_be_sound,
    must_not_be_newer,
    printable,
    read_rows,
    salvage,
)
from engine.store.log import SqliteLog
from engine.store.opening import CHECKED_WHOLE, Opened, check_opening, damage_error, lost_memory, overridden, past
from engine.store.ours import SQLITE_MAGIC, misnamed_file, must_be_a_log
from engine.store.proof import Proof

__all__ = [
    "CHECKED_WHOLE",
    "ROW_LIMIT",
    "SQLITE_MAGIC",
    "TIME",
    "Opened",
    "Proof",
    "SqliteLog",
    "WholeCheck",
    "campaign_of",
    "check_opening",
    "check_rows",
    "check_tail",
    "create",
    "damage_error",
    "format_of",
    "inspect",
    "lost_memory",
    "misnamed_file",
    "must_be_a_log",
    "must_be_sound",
    "must_not_be_newer",
    "open_log",
    "overridden",
    "past",
    "printable",
    "read_rows",
    "recall_file",
    "salvage",
    "size_of_file",
    "write_file",
]


def create(path: Path, campaign: str, format: int = NEWEST) -> SqliteLog:
    """Create an empty log in a new file. Raise LogError if it exists."""
    return SqliteLog.create(path, campaign, format)


def open_log(path: Path, *, writable: bool = True) -> SqliteLog:
    """Open a log. Raise LogError for a file that is missing, not ours, or of a newer program."""
    return SqliteLog.open(path, writable=writable)
