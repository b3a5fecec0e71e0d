"""The log: one append-only table of events in a SQLite file, and the only code that knows so.

A file is made by `Log.create` alone. `append` writes all events of a command in one transaction, after
the head that they were decided upon, or none. Everything that can go wrong with a file is a `LogError`.
"""

from __future__ import annotations

import os
import random
import sqlite3
import stat
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Any
from weakref import WeakSet

from attrs import define

from engine.store import chain
from engine.store.interrupts import held
from engine.value import value
from engine.words import TEXT_LIMIT

APPLICATION_ID = 0x46444C47  # "FDLG"
SCHEMA_VERSION = 1
BATCH = 1000
BUSY_SECONDS = 5.0
SMALLEST = 512
SQLITE_MAGIC = b"SQLite format 3\0"
NEWEST_SQLITE = 2
ROLLBACK_JOURNAL = b"\1\1"
ROW_LIMIT = 100 * TEXT_LIMIT

COLUMNS = "seq, id, ts, cmd, actor, type, v, body, salt, prev, hash"


class LogError(Exception):
    """The log could not be opened, read or written: one sentence, and what would help."""

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class HeadMoved(Exception):
    """Another program appended to the log since it was last read."""


@value
class Row:
    """One event as it is stored."""

    seq: int
    id: str
    ts: str
    cmd: str
    actor: str
    type: str
    v: int
    body: str
    salt: bytes
    prev: bytes
    hash: bytes


@value
class Draft:
    """An event about to be stored: what the log itself does not know."""

    id: str
    ts: str
    cmd: str
    actor: str
    type: str
    v: int
    body: str
    salt: bytes


@value
class Head:
    """The last event: its number (0 in an empty log) and the hash that stands for the whole log."""

    seq: int
    hash: bytes


@cache
def schema() -> str:
    """The statements that make a log."""
    return Path(__file__).with_name("schema.sql").read_text("utf-8")


def statements() -> list[str]:
    """The schema's statements one by one, as SQLite keeps them."""
    whole: list[str] = []
    text = ""
    for line in schema().splitlines(keepends=True):
        text += line
        if sqlite3.complete_statement(text):
            whole.append(text.strip().removesuffix(";"))
            text = ""
    return whole


class Patient(sqlite3.Connection):
    """A connection that waits while another program has the log, and asks again often, at random moments.

    SQLite waits longer each time, and would starve whoever reads or writes beside a busy writer. While Ctrl-C is held
    back, `interrupted` tells that it came: there is no waiting on then. `file` is the file that it is connected to,
    until it is closed.
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
            if _name(error) != "SQLITE_AUTH" and "not authorized" not in str(error):
                raise
        # Ctrl-C while SQLite asks what is allowed comes out as a denial; it is one if it is denied again.
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
                if not _name(error).startswith("SQLITE_BUSY") or now > until:
                    raise
            if self.interrupted is not None and self.interrupted():
                raise KeyboardInterrupt
            time.sleep(random.uniform(0.0005, 0.005))


#: The connections of this process. Whoever makes one, or opens a log's file beside SQLite, holds the lock.
_connections: WeakSet[Patient] = WeakSet()
_opening = Lock()


@define
class Log:
    """An open log: `campaign` is its identity, `path` where it lies, `notes` what its user should know of it."""

    path: Path
    connection: Patient
    campaign: str
    writable: bool
    notes: tuple[str, ...] = ()

    @classmethod
    def create(cls, path: Path, campaign: str) -> Log:
        """A new, empty log in a file that must not be there yet."""
        try:
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o644))
        except FileExistsError:
            raise LogError(
                f"there is a file {path} already", "play on with it, or give the new campaign another name"
            ) from None
        except OSError as error:
            raise LogError(f"{path} cannot be made: {error.strerror}") from None
        with ExitStack() as making:
            making.callback(_remove, path)
            connection = connect(path, writable=True)
            making.callback(connection.close)
            with saying(path):
                marks = f"PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = {SCHEMA_VERSION};"
                connection.executescript(f"BEGIN; {marks} {schema()} COMMIT;")
                connection.set_authorizer(_append_only)
            making.pop_all()
        return cls(path, connection, campaign, True)

    @classmethod
    def open(cls, path: Path, *, writable: bool = True) -> Log:
        """An existing log; raises LogError for a file that is not there, not ours, or of a newer program."""
        must_be_a_log(path)
        with ExitStack() as opening:
            connection = connect(path, writable=writable)
            opening.callback(connection.close)
            with saying(path):
                must_be_ours(connection, path)
                notes = _roll_back_journal(connection) if writable else ()
                connection.set_authorizer(_append_only)
                campaign = _campaign(connection, path)
            opening.pop_all()
            return cls(path, connection, campaign, writable, notes)

    def close(self) -> None:
        """Let go of the file."""
        self.connection.close()

    def give_up(self) -> None:
        """Let go of a log that was just made, and remove it as long as it holds nothing."""
        empty = not self.head.seq
        self.close()
        if empty:
            _remove(self.path)

    @property
    def head(self) -> Head:
        """The last event's number and hash."""
        with saying(self.path):
            row = self.connection.execute("SELECT seq, hash FROM event ORDER BY seq DESC LIMIT 1").fetchone()
        return Head(*row) if row else Head(0, chain.genesis(self.campaign))

    def hash_of(self, seq: int) -> bytes | None:
        """The hash of an event; None where there is none of that number."""
        with saying(self.path):
            row = self.connection.execute("SELECT hash FROM event WHERE seq = ?", (seq,)).fetchone()
        return row[0] if row else None

    @property
    def branch(self) -> str:
        """What tells this log from others of its campaign: the hash of the last fork or acceptance in it, if any."""
        with saying(self.path):
            row = self.connection.execute(
                "SELECT hash FROM event WHERE type IN ('CampaignForked', 'HeadAccepted') ORDER BY seq DESC LIMIT 1"
            ).fetchone()
        return row[0].hex() if row else ""

    def rows(self, after: int = 0, upto: int | None = None) -> Iterator[Row]:
        """The events numbered above `after`, up to and with `upto`, in order."""
        return (Row(*row) for row in self._batches(COLUMNS, after, upto))

    def bodies(self, after: int = 0, upto: int | None = None) -> Iterator[tuple[int, str, int, str]]:
        """Number, type, version and body of the same events, for those who need no more."""
        return self._batches("seq, type, v, body", after, upto)

    def _batches(self, columns: str, after: int, upto: int | None) -> Iterator[Any]:
        """Rows a batch at a time: each batch is a transaction of its own, so no writer ever waits for a reader."""
        last = self.head.seq if upto is None else upto
        while after < last:
            with saying(self.path):
                batch = self.connection.execute(
                    f"SELECT {columns} FROM event WHERE seq > ? AND seq <= ? ORDER BY seq LIMIT {BATCH}", (after, last)
                ).fetchall()
            if not batch:
                return
            after = batch[-1][0]
            yield from batch

    def corrections(self, after: int = 0) -> list[tuple[int, str, int, str]]:
        """Number, type, version and body of every event that changes what counts."""
        with saying(self.path):
            return self.connection.execute(
                "SELECT seq, type, v, body FROM event"
                " WHERE type IN ('EventsUndone', 'EventsRedone', 'AwardAmended') AND seq > ? ORDER BY seq",
                (after,),
            ).fetchall()

    def types(self, after: int, upto: int) -> list[tuple[int, str]]:
        """Number and type of the events numbered above `after`, up to and with `upto`."""
        with saying(self.path):
            return self.connection.execute(
                "SELECT seq, type FROM event WHERE seq > ? AND seq <= ? ORDER BY seq", (after, upto)
            ).fetchall()

    def kinds(self) -> list[tuple[int, str, int]]:
        """Every type and version of events that is there, with the number of the first of them."""
        with saying(self.path):
            return self.connection.execute("SELECT min(seq), type, v FROM event GROUP BY type, v ORDER BY 1").fetchall()

    def commands_of(self, seqs: Iterable[int]) -> set[str]:
        """The ids of the commands that recorded these events."""
        with saying(self.path):
            found = (self.connection.execute("SELECT cmd FROM event WHERE seq = ?", (seq,)).fetchone() for seq in seqs)
            return {row[0] for row in found if row}

    def last_until(self, ts: str) -> int:
        """The number of the last event recorded until that time, by its clock; 0 for none."""
        with saying(self.path):
            found = self.connection.execute("SELECT max(seq) FROM event WHERE ts <= ?", (ts,)).fetchone()
        return found[0] or 0

    def backwards(self) -> Iterator[tuple[int, str, str]]:
        """Number, command and type of the events, the last one first."""
        seq = self.head.seq + 1
        while seq > 1:
            with saying(self.path):
                batch = self.connection.execute(
                    "SELECT seq, cmd, type FROM event WHERE seq < ? ORDER BY seq DESC LIMIT 100", (seq,)
                ).fetchall()
            if not batch:
                return
            seq = batch[-1][0]
            yield from batch

    def append(self, head: Head, drafts: Sequence[Draft]) -> list[Row]:
        """Store events after `head`, all in one transaction; raises HeadMoved where that is the head no more."""
        with saying(self.path), self._transaction():
            if self.head != head:
                raise HeadMoved
            rows = list(chained(self.campaign, head, drafts))
            marks = ", ".join("?" * len(COLUMNS.split(", ")))
            for row in rows:
                self.connection.execute(f"INSERT INTO event({COLUMNS}) VALUES ({marks})", _values(row))
        return rows

    def take_over(self, head: Head, rows: Iterable[Row]) -> None:
        """Store rows as they are after `head`, in one transaction: all of them, or none where anything is raised.

        Raises HeadMoved, and LogError for a row that does not follow; whether its hash is right is for the caller
        to know.
        """
        with saying(self.path), self._transaction():
            if self.head != head:
                raise HeadMoved
            marks = ", ".join("?" * len(COLUMNS.split(", ")))
            for row in rows:
                self.connection.execute(f"INSERT INTO event({COLUMNS}) VALUES ({marks})", _values(row))

    def number_of(self, id: str) -> int | None:
        """The number of the event with that id; None where there is none."""
        with saying(self.path):
            row = self.connection.execute("SELECT seq FROM event WHERE id = ?", (id,)).fetchone()
        return row[0] if row else None

    def backup(self, path: Path) -> None:
        """Copy the log into an empty file, all at once: piece by piece it never ends beside a busy writer."""
        with saying(path), closing(connect(path, writable=True)) as copy:
            self.connection.backup(copy, pages=-1)

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """BEGIN IMMEDIATE ... COMMIT, or ROLLBACK where anything is raised; Ctrl-C waits for the end of it."""
        with held() as interrupted:
            self.connection.interrupted = interrupted
            self.connection.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._commit()
            except BaseException:
                if self.connection.in_transaction:
                    self.connection.execute("ROLLBACK")
                raise

    def _commit(self) -> None:
        """COMMIT; where that fails once the events are in the log, say so and not that nothing was recorded."""
        meant = self.head
        try:
            self.connection.execute("COMMIT")
        except sqlite3.Error as error:
            if self._holds(meant):
                said = f"#{meant.seq} is in the log, but the disk would not confirm it"
                raise LogError(said, "look at it with “log last 3” before you type it again") from error
            raise

    def _holds(self, head: Head) -> bool:
        """Whether the log ends in this head, with no transaction open."""
        try:
            return not self.connection.in_transaction and self.head == head
        except LogError:
            return False


def _remove(path: Path) -> None:
    """Remove a log in the making, so that it does not stand in the way of another try."""
    for beside in ("", "-journal"):
        with suppress(OSError):
            os.unlink(f"{path}{beside}")


def chained(campaign: str, head: Head, drafts: Iterable[Draft]) -> Iterator[Row]:
    """The drafts as rows: numbered on from the head, each hashed with the one before it."""
    seq, prev = head.seq, head.hash
    for d in drafts:
        seq += 1
        digest = chain.body_hash(d.salt, d.body)
        hash = chain.event_hash(campaign, seq, d.id, d.ts, d.cmd, d.actor, d.type, d.v, digest, prev)
        yield Row(seq, d.id, d.ts, d.cmd, d.actor, d.type, d.v, d.body, d.salt, prev, hash)
        prev = hash


def _values(row: Row) -> tuple[Any, ...]:
    return (row.seq, row.id, row.ts, row.cmd, row.actor, row.type, row.v, row.body, row.salt, row.prev, row.hash)


def connect(path: Path, *, writable: bool) -> Patient:
    """A connection that never makes a file. Writes are flushed to storage, directory and all, before they count."""
    with saying(path):
        connection = _connection(path, "rw" if writable else "ro")
        if not writable and not _readable(connection):
            # An interrupted write has left its journal: only a connection that may write can undo it.
            connection.close()
            connection = _connection(path, "rw")
            if not _readable(connection):
                connection.close()
                connection = _copied(path)
        if writable:
            connection.execute("PRAGMA synchronous = EXTRA")
            connection.execute("PRAGMA fullfsync = ON")
    return connection


def _connection(path: Path, mode: str) -> Patient:
    uri = f"file:{_quoted(path)}?mode={mode}"
    with _opening:
        connection = sqlite3.connect(uri, uri=True, isolation_level=None, timeout=0, factory=Patient)
        with suppress(OSError):
            connection.file = path.stat()
        _connections.add(connection)
    # Trusted, for SQLite before 3.41 cannot even load a CHECK with json_valid() otherwise. Nothing but sqlite_schema
    # is read before the schema has been found to be ours to the letter.
    connection.execute("PRAGMA trusted_schema = ON")
    connection.execute("PRAGMA cell_size_check = ON")
    connection.execute("PRAGMA mmap_size = 0")
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, ROW_LIMIT)
    return connection


def _readable(connection: sqlite3.Connection) -> bool:
    try:
        connection.execute("SELECT 1 FROM sqlite_schema").fetchone()
    except sqlite3.OperationalError as error:
        return not _name(error).startswith(("SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_IOERR"))
    except (sqlite3.DatabaseError, UnicodeDecodeError):
        return True
    return True


def _copied(path: Path) -> Patient:
    """A connection to a copy, in which the interrupted write is undone: for a log where nothing can be written."""
    from shutil import copyfile  # nearly nobody comes here
    from tempfile import TemporaryDirectory

    with TemporaryDirectory(prefix="fudgelog-", ignore_cleanup_errors=True) as folder:
        copy = Path(folder) / "log.db"
        try:
            for beside in ("", "-journal", "-wal"):
                if os.path.exists(f"{path}{beside}"):
                    copyfile(f"{path}{beside}", f"{copy}{beside}")
        except OSError as error:
            raise LogError(f"{path} cannot be read: {error.strerror}") from None
        connection = _connection(copy, "rw")
        _readable(connection)
        return connection


def _campaign(connection: sqlite3.Connection, path: Path) -> str:
    """The campaign of a log, by its first event; raises LogError where that is not there."""
    first = connection.execute("SELECT seq, body ->> 'campaign' FROM event ORDER BY seq LIMIT 1").fetchone()
    if first is None:
        raise LogError(f"{path} holds no campaign: making it was interrupted", "remove the file and make it again")
    seq, campaign = first
    if seq != 1 or not isinstance(campaign, str):
        why = f"it begins with #{seq}, and what was before that is missing" if seq != 1 else "#1 begins no campaign"
        raise LogError(f"{path} is damaged: {why}", "“verify” says more, “rescue” saves what is sound")
    return campaign


def _roll_back_journal(connection: sqlite3.Connection) -> tuple[str, ...]:
    """Make sure that the log is kept with a rollback journal; says so where another program had changed it."""
    before = connection.execute("PRAGMA journal_mode").fetchone()[0]
    if before != "delete":
        connection.execute("PRAGMA journal_mode = DELETE")
        return (f"another program had set the log to {before} journalling; it is set back",)
    return ()


#: What an open log may be asked for: to read, and to add events. Not to change or remove them, nor the tables.
_ALLOWED = frozenset([sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION, sqlite3.SQLITE_TRANSACTION])


def _append_only(action: int, first: str | None, second: str | None, schema: str | None, trigger: str | None) -> int:
    allowed = action in _ALLOWED or (action == sqlite3.SQLITE_INSERT and first == "event")
    return sqlite3.SQLITE_OK if allowed else sqlite3.SQLITE_DENY


def _quoted(path: Path) -> str:
    """A path as a URI has it: only these three signs would mean something else there."""
    return str(path.absolute()).replace("%", "%25").replace("?", "%3f").replace("#", "%23")


def must_be_a_log(path: Path) -> None:
    """Look at a file before SQLite does, for opening alone could change it; raises LogError where it is not ours.

    Closing a file takes every lock from it that this process holds, SQLite's too: a file that is connected to is left
    alone. It was looked at then, and whoever connects to it once more will find what has become of it.
    """
    with _opening:
        header = _beginning(path)
    if header is None:
        return
    if not header:
        raise LogError(f"{path} is empty: making it was interrupted", "remove the file and make it again")
    if len(header) < SMALLEST:
        raise LogError(f"{path} is not a campaign log: it is too short to be one")
    if not header.startswith(SQLITE_MAGIC) or max(header[18:20]) > NEWEST_SQLITE:
        raise LogError(f"{path} is not a campaign log", "it was left as it is")
    _must_be_marked(path, int.from_bytes(header[68:72], "big"), int.from_bytes(header[60:64], "big", signed=True))
    # SQLite would believe it, whatever it is, and write it into the log.
    if header[18:20] == ROLLBACK_JOURNAL and os.path.exists(f"{path}-wal") and os.path.getsize(f"{path}-wal"):
        raise LogError(f"{path}-wal lies beside the log and is no part of it: nothing was opened", "move it elsewhere")


def _beginning(path: Path) -> bytes | None:
    """The first bytes of a file, None of one that is connected to; raises LogError for what is no file."""
    try:
        found = path.stat()
        if stat.S_ISDIR(found.st_mode):
            raise LogError(f"{path} is a folder, not a campaign log")
        if not stat.S_ISREG(found.st_mode):
            raise LogError(f"{path} is not a file")
        if any(file is not None and os.path.samestat(found, file) for file in [each.file for each in _connections]):
            return None
        with path.open("rb") as file:
            return file.read(SMALLEST)
    except (FileNotFoundError, NotADirectoryError):
        raise LogError(f"there is no campaign {path}", f"“fudgelog {path} new peupfudge” begins one") from None
    except OSError as error:
        raise LogError(f"{path} cannot be read: {error.strerror}") from None
    except ValueError:
        raise LogError(f"{path} cannot be the name of a file") from None


def _must_be_marked(path: Path, application: int, version: int) -> None:
    if application != APPLICATION_ID:
        raise LogError(f"{path} is not a campaign log: another program made it", "it was left as it is")
    if version != SCHEMA_VERSION:
        newer = "was made by a newer version of the program"
        odd = f"is marked as made by version {version} of the program, which never was: another program changed it"
        raise LogError(f"{path} {newer if version > SCHEMA_VERSION else odd}", "it was left as it is")


def must_be_ours(connection: sqlite3.Connection, path: Path) -> None:
    """Application, version and schema, exactly; a stranger's file is left alone."""
    application = connection.execute("PRAGMA application_id").fetchone()[0]
    _must_be_marked(path, application, connection.execute("PRAGMA user_version").fetchone()[0])
    # As bytes, for in a damaged file they need not be text; in whatever order, for a tool that compacts it has its own.
    kept = "SELECT CAST(type AS BLOB), CAST(name AS BLOB), CAST(sql AS BLOB) FROM sqlite_schema WHERE sql IS NOT NULL"
    found, ours = sorted(connection.execute(kept).fetchall()), sorted(map(defined, statements()))
    if found != ours:
        raise LogError(*_other_tables(path, found, ours))


Defined = tuple[bytes, bytes, bytes]


def defined(statement: str) -> Defined:
    """The kind and the name of what a statement defines, and the statement, as SQLite keeps them."""
    _, kind, name = statement.replace("(", " ").split()[:3]
    return kind.lower().encode(), name.encode(), statement.encode()


def _other_tables(path: Path, found: list[Defined], ours: list[Defined]) -> tuple[str, str]:
    """What to say of a schema that is not ours: only what guards the events may be missing in it."""
    missing = [each for each in ours if each not in found]
    if len(found) + len(missing) == len(ours) and {kind for kind, _, _ in missing} == {b"trigger"}:
        names = ", ".join(name.decode() for _, name, _ in missing)
        said = f"a guard of the events in {path} is missing ({names}): another program took it away"
        return said, "“rescue” saves what is sound in a log with all its guards"
    return f"the tables of {path} are not those of a campaign log", "another program changed them"


@contextmanager
def saying(path: Path) -> Iterator[None]:
    """Turn what SQLite raises into a LogError with a sentence of its own."""
    try:
        yield
    except sqlite3.Error as error:
        raise LogError(*_sentence(path, error)) from error
    except UnicodeDecodeError as error:  # SQLite's message quotes what is damaged, and that is no text
        raise LogError(*SENTENCES["SQLITE_CORRUPT"](path)) from error


#: What is added where a command failed that was to record something.
NOTHING_RECORDED = ": nothing was recorded"

SENTENCES: dict[str, Callable[[Path], tuple[str, str | None]]] = {
    "SQLITE_FULL": lambda p: (f"the disk is full{NOTHING_RECORDED}", "make room and try again"),
    "SQLITE_IOERR": lambda p: (f"the disk refused{NOTHING_RECORDED}", "is it full, or gone? try again then"),
    "SQLITE_READONLY_DBMOVED": lambda p: (
        f"{p} was moved or replaced while it was open{NOTHING_RECORDED}",
        "leave, and open it where it is now",
    ),
    "SQLITE_READONLY": lambda p: (f"{p} can only be read{NOTHING_RECORDED}", "copy it to a place you can write to"),
    "SQLITE_BUSY": lambda p: (
        f"another program held the log for 5 seconds{NOTHING_RECORDED}",
        "try again in a moment",
    ),
    "SQLITE_CORRUPT": lambda p: (f"{p} is damaged", "“verify” says where"),
    "SQLITE_NOTADB": lambda p: (f"{p} is not a campaign log", "it was left as it is"),
    "SQLITE_CANTOPEN": lambda p: (f"{p} cannot be opened", "may it be read, and its folder be written?"),
}


def _name(error: sqlite3.Error) -> str:
    """SQLite's name of an error; empty for one that is not SQLite's own."""
    return getattr(error, "sqlite_errorname", None) or ""


def _sentence(path: Path, error: sqlite3.Error) -> tuple[str, str | None]:
    for known, sentence in SENTENCES.items():
        if _name(error).startswith(known):
            return sentence(path)
    return f"{path}: {' '.join(str(error).split())}", None
