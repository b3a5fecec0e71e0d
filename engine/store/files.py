"""Places of logs: create, open and check a log, and read the rest of a damaged one."""

from __future__ import annotations

import os
from pathlib import Path

from engine.patterns import pattern
from engine.store.cache import recall_file, size_of_file, write_file
from engine.store.connection import ROW_LIMIT
from engine.store.door import Database, Place, Where
from engine.store.file_place import FilePlace, begin_log
from engine.store.inspection import (
    TIME,
    WholeCheck,
    campaign_of,
    check_rows,
    check_tail,
    format_of,
    must_be_sound,
    printable,
)
from engine.store.log import AT_ONCE, SqliteLog
from engine.store.opening import CHECKED_WHOLE, Opened, check_opening, damage_error, lost_memory, overridden, past
from engine.store.ours import SQLITE_MAGIC
from engine.store.proof import Proof

__all__ = [
    "AT_ONCE",
    "CHECKED_WHOLE",
    "ROW_LIMIT",
    "SQLITE_MAGIC",
    "TIME",
    "Opened",
    "Proof",
    "SqliteLog",
    "WholeCheck",
    "begin_log",
    "campaign_of",
    "check_opening",
    "check_rows",
    "check_tail",
    "damage_error",
    "find_database",
    "format_of",
    "locate",
    "lost_memory",
    "must_be_sound",
    "overridden",
    "past",
    "printable",
    "recall_file",
    "size_of_file",
    "write_file",
]


#: How a URL begins, and no command or file does.
URL_BEGINS = pattern(r"[A-Za-z][A-Za-z0-9+.-]*://")


def is_url(text: str) -> bool:
    """Return whether a text names something on a server, not a file."""
    return URL_BEGINS.match(text) is not None


def find_database(text: str) -> Database | None:
    """Return the database that a text names, or None if it names a log. Raise LogError for a URL that names neither."""
    if not is_url(text):
        return None
    from engine.store.postgres_schema import database_named  # most logs are files

    return database_named(text)


def locate(where: Where) -> Place:
    """Return the place that a text, as it was typed, or a path names: the only way from either to a log."""
    if isinstance(where, str) and is_url(where):
        from engine.store.postgres_place import locate_on_server  # most logs are files

        return locate_on_server(where)
    return FilePlace(Path(where)) if isinstance(where, (str, os.PathLike)) else where
