"""Connections to a log's file that wait patiently, and can only read and append."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path
from threading import Lock
from typing import Any
from weakref import WeakSet

from engine.store.errors import LogError, error_name, saying
from engine.types import TEXT_LIMIT

BUSY_SECONDS = 5.0

ROW_LIMIT = 100 * TEXT_LIMIT


class Patient(sqlite3.Connection):
    """A connection that waits for a log that another program uses, with frequent random retries.

    SQLite itself waits longer each time, and would starve readers and writers beside a busy writer. While Ctrl-C is
    delayed, `interrupted` tells whether it came, which ends the waiting. `file` is the file it is connected to, until
    it is closed.
    """

    interrupted: Callable[[], bool] | None = None
    file: os.stat_result | None = None

    def close(self) -> None:
        """Let go of the file."""
        super().close()
        self.file = None

    def execute(self, sql: str, parameters: Any = (), /) -> sqlite3.Cursor:
        """Carry out a statement, within BUSY_SECONDS."""
        try:
            return self._patiently(sql, parameters)
        except sqlite3.DatabaseError as error:
            if error_name(error) != "SQLITE_AUTH" and "not authorized" not in str(error):
                raise
        # Ctrl-C while SQLite asks for permission looks like a denial. It is one if it is denied again.
        self._patiently(sql, parameters)
        raise KeyboardInterrupt

    def _patiently(self, sql: str, parameters: Any) -> sqlite3.Cursor:
        until = 0.0
        while True:
            try:
                return super().execute(sql, parameters)
            except sqlite3.OperationalError as error:
                now = time.monotonic()
                until = until or now + BUSY_SECONDS
                if not error_name(error).startswith("SQLITE_BUSY") or now > until:
                    raise
            if self.interrupted is not None and self.interrupted():
                raise KeyboardInterrupt
            time.sleep(0.0005 + 0.0045 * os.urandom(1)[0] / 255)


#: The connections of this process. Code that opens one, or opens a log's file beside SQLite, holds the lock.
CONNECTIONS: WeakSet[Patient] = WeakSet()

OPENING = Lock()


def connect(path: Path, *, writable: bool, flushed: bool = True) -> Patient:
    """Open a connection to a file that exists.

    Writes are flushed to storage, directory and all, before they count, unless they need not be `flushed`.
    """
    with saying(path):
        connection = connection_to(path, "rw" if writable else "ro")
        if not writable and not _readable(connection):
            # An interrupted write has left its journal: only a connection that may write can undo it.
            connection.close()
            connection = connection_to(path, "rw")
            if not _readable(connection):
                connection.close()
                connection = _open_copy(path)
        if writable:
            with ExitStack() as preparing:
                preparing.callback(connection.close)
                connection.execute("PRAGMA synchronous = EXTRA" if flushed else "PRAGMA synchronous = OFF")
                connection.execute("PRAGMA fullfsync = ON")
                preparing.pop_all()
    return connection


def connection_to(path: Path, mode: str) -> Patient:
    """Open a connection in a mode of SQLite's URIs."""
    uri = f"file:{_quote_path(path)}?mode={mode}"
    with OPENING:
        connection = sqlite3.connect(uri, uri=True, isolation_level=None, timeout=0, factory=Patient)
        with suppress(OSError):
            connection.file = path.stat()
        CONNECTIONS.add(connection)
    # Trusted, because SQLite before 3.41 cannot even load a CHECK with json_valid() otherwise. Only sqlite_schema is
    # read before the schema is known to be exactly ours.
    connection.execute("PRAGMA trusted_schema = ON")
    connection.execute("PRAGMA cell_size_check = ON")
    connection.execute("PRAGMA mmap_size = 0")
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, ROW_LIMIT)
    return connection


def _readable(connection: sqlite3.Connection) -> bool:
    try:
        connection.execute("SELECT 1 FROM sqlite_schema").fetchone()
    except sqlite3.OperationalError as error:
        if error_name(error).startswith("SQLITE_BUSY"):  # a caller that waited once does not wait again
            connection.close()
            raise
        return not error_name(error).startswith(("SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_IOERR"))
    except (sqlite3.DatabaseError, UnicodeDecodeError):
        return True
    return True


def _open_copy(path: Path) -> Patient:
    """Open a copy with the interrupted write undone, for a read-only place."""
    from shutil import copyfile  # this is rarely needed
    from tempfile import TemporaryDirectory

    with TemporaryDirectory(prefix="fudgelog-", ignore_cleanup_errors=True) as folder:
        copy = Path(folder) / "log.db"
        try:
            for beside in ("", "-journal", "-wal"):
                if os.path.exists(f"{path}{beside}"):
                    copyfile(f"{path}{beside}", f"{copy}{beside}")
        except OSError as error:
            raise LogError(f"{path} cannot be read: {error.strerror}", None, "unreachable") from None
        connection = connection_to(copy, "rw")
        _readable(connection)
        return connection


def _quote_path(path: Path) -> str:
    """Return a path for a URI, with the three signs escaped that would mean something else there."""
    return str(path.absolute()).replace("%", "%25").replace("?", "%3f").replace("#", "%23")


def roll_back_journal(connection: sqlite3.Connection) -> tuple[str, ...]:
    """Set the log to a rollback journal. Return a note if another program had changed that."""
    before = connection.execute("PRAGMA journal_mode").fetchone()[0]
    if before != "delete":
        connection.execute("PRAGMA journal_mode = DELETE")
        return (f"another program had set the log to {before} journalling; it is set back",)
    return ()


#: Actions permitted on an open log: to read, and to add events, but not to change or remove them or the tables.
_ALLOWED = frozenset([sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION, sqlite3.SQLITE_TRANSACTION])


def append_only(action: int, first: str | None, second: str | None, schema: str | None, trigger: str | None) -> int:
    """Allow SQLite to read and to insert, and nothing else."""
    allowed = (
        action in _ALLOWED
        or (action == sqlite3.SQLITE_INSERT and first == "event")
        or (action == sqlite3.SQLITE_PRAGMA and first == "shrink_memory" and second is None)
    )
    return sqlite3.SQLITE_OK if allowed else sqlite3.SQLITE_DENY
