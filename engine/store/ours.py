"""Recognize a campaign log by its mark, its version and its exact tables."""

from __future__ import annotations

import os
import sqlite3
import stat
import struct
from contextlib import suppress
from functools import cache
from pathlib import Path

from engine.store.chain import FORMATS, NEWEST
from engine.store.connection import CONNECTIONS, OPENING
from engine.store.errors import LogError, UnfinishedLog

APPLICATION_ID = 0x46444C47  # "FDLG"

SMALLEST = 512

SQLITE_MAGIC = b"SQLite format 3\0"

NEWEST_SQLITE = 2

#: How a journal begins that SQLite would play back. The number of pages that the file had stands 16 bytes in.
JOURNAL_MAGIC = bytes.fromhex("d9d505f920a163d7")

ROLLBACK_JOURNAL = b"\1\1"


@cache
def schema(format: int) -> str:
    """Return the statements that make a log of a format."""
    return Path(__file__).with_name(f"schema-{format}.sql").read_text("utf-8")


def statements(format: int) -> list[str]:
    """Return the schema's statements one by one, as SQLite stores them."""
    whole: list[str] = []
    text = ""
    for line in schema(format).splitlines(keepends=True):
        text += line
        if sqlite3.complete_statement(text):
            whole.append(text.strip().removesuffix(";"))
            text = ""
    return whole


#: Endings of the files that SQLite reads, writes and removes beside a log.
BESIDE = ("-journal", "-wal", "-shm")


def misnamed_file(path: Path) -> tuple[str, str] | None:
    """Return why a new file cannot have this name, and one that it can have, or None if it can."""
    ending = next((ending for ending in BESIDE if path.name.casefold().endswith(ending)), None)
    if ending is None:
        return None
    said = f"{path} cannot be the name of a new file: SQLite keeps files of its own under names in {ending}"
    return said, "give a name with another ending, such as .db"


def must_be_a_log(path: Path) -> None:
    """Look at a file before SQLite does, because opening alone could change it. Raise LogError if it is not ours.

    Closing a file drops every lock that this process holds on it, SQLite's too, so a file that is connected to is left
    alone. It was looked at before it was connected to, and a later connection finds any change since.
    """
    with OPENING:
        header = _read_beginning(path)
    if header is None:
        return
    if not header:
        raise UnfinishedLog(path, "is empty")
    if len(header) < SMALLEST:
        raise LogError(f"{path} is not a campaign log: it is too short", None, "not-a-log")
    if not header.startswith(SQLITE_MAGIC) or max(header[18:20]) > NEWEST_SQLITE:
        raise LogError(f"{path} is not a campaign log", "nothing was changed", "not-a-log")
    _must_be_marked(path, int.from_bytes(header[68:72], "big"), int.from_bytes(header[60:64], "big", signed=True))
    _look_beside(path)
    # SQLite would trust any such file, and write it into the log.
    if header[18:20] == ROLLBACK_JOURNAL and os.path.exists(f"{path}-wal") and os.path.getsize(f"{path}-wal"):
        raise LogError(
            f"{path}-wal is next to the log, but does not belong to it",
            "move it elsewhere; nothing was changed",
            "not-a-log",
        )


def _look_beside(path: Path) -> None:
    """Raise LogError for a pipe or folder under a name of SQLite's own, and for a log that was never whole.

    Each is looked at once, since another program that commits removes its journal.
    """
    for ending in BESIDE:
        beside = Path(f"{path}{ending}")
        found = None
        with suppress(OSError):
            found = beside.stat()
        if found is not None and not stat.S_ISREG(found.st_mode):
            raise LogError(f"{beside} is not a file", "move it elsewhere; nothing was changed", "not-a-log")
    with suppress(OSError), open(f"{path}-journal", "rb") as journal:
        magic, _, pages = struct.unpack(">8s8sI", journal.read(20).ljust(20, b"\xff"))
        if magic == JOURNAL_MAGIC and pages == 0:
            raise UnfinishedLog(path, "holds no campaign")


def _read_beginning(path: Path) -> bytes | None:
    """Return a file's first bytes, or None if it is connected to. Raise LogError for what is no file."""
    try:
        found = path.stat()
        if stat.S_ISDIR(found.st_mode):
            raise LogError(f"{path} is a folder, not a campaign log", None, "not-a-log")
        if not stat.S_ISREG(found.st_mode):
            raise LogError(f"{path} is not a file", None, "not-a-log")
        if any(file is not None and os.path.samestat(found, file) for file in [each.file for each in CONNECTIONS]):
            return None
        with path.open("rb") as file:
            return file.read(SMALLEST)
    except (FileNotFoundError, NotADirectoryError):
        raise LogError(f"there is no campaign {path}", "“new peupfudge” begins one there", "there-is-none") from None
    except OSError as error:
        raise LogError(f"{path} cannot be read: {error.strerror}", None, "unreachable") from None
    except ValueError:
        raise LogError(f"{path} is not a possible file name", None, "misnamed") from None


def _must_be_marked(path: Path, application: int, version: int) -> None:
    if application != APPLICATION_ID:
        raise LogError(f"{path} is not a campaign log: another program made it", "nothing was changed", "not-a-log")
    if version not in FORMATS:
        newer = "was made by a newer version of the program"
        odd = f"has version {version}, which never existed: another program changed it"
        raise LogError(f"{path} {newer if version > NEWEST else odd}", "nothing was changed", "not-a-log")


def must_be_ours(connection: sqlite3.Connection, path: Path) -> int:
    """Check application, version and exact schema, and return the log's format. Raise LogError for others."""
    application, format = file_marks(connection)
    _must_be_marked(path, application, format)
    # As bytes, because in a damaged file they need not be text, and sorted, because tools that compact a file reorder
    # them.
    query = "SELECT CAST(type AS BLOB), CAST(name AS BLOB), CAST(sql AS BLOB) FROM sqlite_schema WHERE sql IS NOT NULL"
    found, ours = sorted(connection.execute(query).fetchall()), sorted(map(split_statement, statements(format)))
    if found != ours:
        raise LogError(*_other_tables(path, found, ours), "damaged")
    return format


def file_marks(connection: sqlite3.Connection) -> tuple[int, int]:
    """Return a file's application id and its version, which is that of its format."""
    (application,), (version,) = (
        connection.execute(f"PRAGMA {mark}").fetchone() for mark in ("application_id", "user_version")
    )
    return application, version


Defined = tuple[bytes, bytes, bytes]


def split_statement(statement: str) -> Defined:
    """Return the kind and name that a statement defines, and the statement as SQLite stores it."""
    _, kind, name = statement.replace("(", " ").split()[:3]
    return kind.lower().encode(), name.encode(), statement.encode()


def _other_tables(path: Path, found: list[Defined], ours: list[Defined]) -> tuple[str, str]:
    """Return message and hint for a schema that is not ours, special ones if only safeguards are missing."""
    missing = [each for each in ours if each not in found]
    if len(found) + len(missing) == len(ours) and {kind for kind, _, _ in missing} == {b"trigger"}:
        names = ", ".join(name.decode() for _, name, _ in missing)
        said = f"{path} lacks a safeguard of its events ({names}): another program removed it"
        return said, "“rescue FILE” saves the intact part in a log that has them all"
    return f"the tables of {path} are not those of a campaign log", "another program changed them"
