"""The log in a SQLite file: one append-only table of events.

Only this folder knows about SQLite. `append` writes all events of a command
in one transaction, after the head that they were decided on, or none. Every error with a file is raised as a
`LogError`.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from itertools import islice
from pathlib import Path
from typing import Any

from engine.interrupts import hold_interrupts, let_interrupt
from engine.registry import find_marked
from engine.store import chain
from engine.store.connection import (
    Patient,
    append_only,
    connect,
    connection_to,
    roll_back_journal,
)
from engine.store.door import (
    GREATEST_NUMBER,
    NEWEST,
    Head,
    HeadMoved,
    Log,
    Place,
    Problem,
    Report,
    Row,
    continues_with,
    tell_checking,
    tell_reading,
)
from engine.store.errors import NOTHING_RECORDED, SAVING, LogError, Moved, Parted, Unconfirmed, UnfinishedLog, saying
from engine.store.inspection import BATCH, COLUMNS, check_tail, inspect, read_rows
from engine.store.ours import (
    APPLICATION_ID,
    must_be_a_log,
    must_be_ours,
    schema,
)
from engine.value import record

INSERT = f"INSERT INTO event({COLUMNS}) VALUES ({', '.join('?' * len(Row._fields))})"

#: So many events are passed at a time in search of those of some types.
FILTERED = 2000

#: So many rows are stored by one commit in a log that nobody else sees yet.
AT_ONCE = 500

#: What is read, row by row and never through an index: an index is not hashed, so it cannot say what an event is, or
#: that there is none.
ROWS = "FROM event NOT INDEXED WHERE"
IDS = "FROM event INDEXED BY sqlite_autoindex_event_1"


@record
class SqliteLog(Log):
    """An open log: `campaign` is its identity, `path` its file.

    `notes` are remarks for its user. `file` identifies the file at the last look, None if that is unknown. `gathered`
    counts the appends that wait for one commit, None if each has its own. `appended` is the head after them: until the
    commit nobody else can change it.
    """

    path: Path
    connection: Patient
    campaign: str
    writable: bool
    notes: tuple[str, ...] = ()
    format: int = NEWEST
    file: os.stat_result | None = None
    changes: int = 0
    gathered: int | None = None
    appended: Head | None = None

    @classmethod
    def create(
        cls, path: Path, campaign: str, format: int = NEWEST, *, mode: int = 0o644, flushed: bool = True
    ) -> SqliteLog:
        """Create an empty log in a file that does not exist."""
        with ExitStack() as making:
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, mode))
            making.callback(_remove, path)
            connection = connect(path, writable=True, flushed=flushed)
            making.callback(connection.close)
            with saying(path):
                _make_tables(connection, format)
            making.pop_all()
        return cls(path, connection, campaign, True, (), format, _stat(path))

    @classmethod
    def in_memory(cls, campaign: str, format: int) -> SqliteLog:
        """Create an empty log in no file, which is gone when it is closed."""
        path = Path(":memory:")
        connection = connection_to(path, "memory")
        _make_tables(connection, format)
        return cls(path, connection, campaign, True, (), format)

    @classmethod
    def open(cls, path: Path, *, writable: bool = True, flushed: bool = True) -> SqliteLog:
        """Open a log. Raise LogError for a file that is missing, not ours, or of a newer program."""
        must_be_a_log(path)
        with ExitStack() as opening:
            connection = connect(path, writable=writable, flushed=flushed)
            opening.callback(connection.close)
            with saying(path):
                format = must_be_ours(connection, path)
                notes = roll_back_journal(connection) if writable else ()
                connection.execute("PRAGMA cache_size = -500")  # KiB, because a log is read from one end to the other
                connection.set_authorizer(append_only)
                campaign = _campaign(connection, path)
            opening.pop_all()
            return cls(path, connection, campaign, writable, notes, format, _stat(path))

    def close(self) -> None:
        """Let go of the file."""
        self.connection.close()

    @property
    def place(self) -> Place:
        """The file."""
        from engine.store.file_place import FilePlace  # which makes and opens logs

        return FilePlace(self.path)

    @property
    def name(self) -> str:
        """The file as its user names it."""
        return str(self.path)

    @property
    def head(self) -> Head:
        """The last event's number and hash."""
        if self.appended is not None and self.connection.in_transaction:
            return self.appended
        found = self._all(f"SELECT seq, hash {ROWS} true ORDER BY seq DESC LIMIT 1")
        return Head(*found[0]) if found else Head(0, chain.genesis(self.campaign, self.format))

    def at(self, seq: int) -> Row | None:
        """Return the event with a number, or None if the log has not so many."""
        if not 0 < seq <= GREATEST_NUMBER:
            return None
        found = self._all(f"SELECT {COLUMNS} {ROWS} seq = ?", (seq,))
        if not found and seq <= self.head.seq:
            raise self._lacks(seq)
        return Row._make(found[0]) if found else None

    def _lacks(self, seq: int) -> LogError:
        """Return the error for an event that is missing from its place."""
        return LogError(f"{self.path} is damaged: #{seq} cannot be found", SAVING, "damaged")

    def find_own(self, id: str) -> int | None:
        """Return the number of the event with an id, or None, in a file that this process is making.

        The index of a file that others had may be wrong.
        """
        found = self._all("SELECT seq FROM event WHERE id = ?", (id,))
        return found[0][0] if found else None

    def read(self, after: Head | None = None, upto: int | None = None) -> Iterator[Row]:
        """Yield the events after a head, in order. Raise Parted if that is not in the log.

        Each batch is a separate transaction, so no writer ever waits for a reader.
        """
        head = after or Head(0, b"")
        self.must_hold(head)
        last = self._last(upto)
        while head.seq < last:
            batch = self._batch(COLUMNS, head.seq, last, BATCH)
            if head.seq and batch[0][9] != head.hash:
                self.must_hold(head)  # otherwise it is damage, which readers do not report
            head = Head(batch[-1][0], batch[-1][10])
            yield from map(Row._make, batch)

    def must_hold(self, head: Head) -> None:
        """Raise Parted if the log does not contain a head."""
        row = self.at(head.seq) if head.seq else None
        if head.seq and (row is None or row.hash != head.hash):
            raise Parted(self.name, head.seq)

    def look_again(self) -> None:
        """Make sure that the next read sees the file. Raise Moved if it is no longer where it was opened.

        A file that was copied over this one may have the same change counter, and then SQLite would continue with pages
        that it remembers. The time at which a file was last written can be set back. On systems that also store the
        time of its last change, that one cannot.
        """
        before = self.file
        if before is None or self.connection.in_transaction:
            return
        found = _stat(self.path)
        if found is None or not os.path.samestat(found, before):
            raise Moved(self.name)
        if times_and_size(found) != times_and_size(before):
            self._forget_pages()
            self.file = found
            self.changes += 1

    def _forget_pages(self) -> None:
        """Make SQLite forget the pages that it has read of the file."""
        self.connection.execute("PRAGMA shrink_memory")

    @property
    def revision(self) -> int:
        """How often others changed the file since it was opened, as far as noticed."""
        return self.changes

    @contextmanager
    def together(self, *, alone: bool = False) -> Iterator[None]:
        """Commit all appends of this block in one transaction at its end, or nothing if the block raises.

        From the first append on nobody else can append, or from the beginning on if it is to be `alone`.
        """
        with ExitStack() as block:
            if self.gathered is None:
                block.enter_context(saying(self.path))
                block.enter_context(self._gathering())
            if alone:
                self._begin()
            yield

    @contextmanager
    def _gathering(self) -> Iterator[None]:
        """Commit at the end of this block, with Ctrl-C waiting."""
        with hold_interrupts() as interrupted:
            self.connection.interrupted, self.gathered = interrupted, 0
            try:
                yield
                if self.gathered:
                    self._must_be_whole()
                    self._commit()
                    self.know_own_change()
            finally:
                self.gathered = None
                self._roll_back()

    def append(self, head: Head, rows: Iterable[Row]) -> None:
        """Store rows after `head` in one transaction, or none if anything is raised."""
        self.look_again()
        with self.together(), saying(self.path):
            try:
                self._insert(head, rows)
                self.gathered = (self.gathered or 0) + 1
            except BaseException:
                self._roll_back()
                raise

    def _insert(self, head: Head, rows: Iterable[Row]) -> None:
        """Store rows after `head`, unless they are there. Raise HeadMoved if the log has other later events."""
        self._begin()
        if self.head != head:
            self.must_hold(head)
            if continues_with(self, head, rows):
                return
            raise HeadMoved
        for row in rows:
            self.connection.execute(INSERT, row)
            self.appended = Head(row.seq, row.hash)

    def _begin(self) -> None:
        """Begin a transaction unless one has begun. From here on nobody else can append."""
        self._must_be_whole()
        if not self.connection.in_transaction:
            self.connection.execute("BEGIN IMMEDIATE")

    def _must_be_whole(self) -> None:
        """Raise LogError if an append of this group failed, by which the others in the same commit are lost."""
        if self.gathered and not self.connection.in_transaction:
            raise LogError(f"{self.path} could not be written{NOTHING_RECORDED}")

    def _roll_back(self) -> None:
        """Roll back everything that is not committed."""
        self.appended = None
        if self.connection.in_transaction:
            self.connection.execute("ROLLBACK")

    def know_own_change(self) -> None:
        """Note how the file looks after a change by this log, so that SQLite's memory of it stays valid."""
        found = _stat(self.path)
        if found is not None and self.file is not None and os.path.samestat(found, self.file):
            self.file = found

    def verify(self, after: Head | None = None) -> Report:
        """Read and check every byte, or only the events after a head that is known to be right."""
        if after is None:
            return inspect(self.path)
        with tell_checking(self.head.seq):
            report = check_tail(self, after, read_rows(self.connection, after.seq))
        return report.with_more(self._compare_counts())

    def _compare_counts(self) -> Iterator[Problem]:
        """Yield a problem if an index has another number of events than the table.

        A page that lost its last rows looks like the end of a shorter log.
        """
        ((indexed, stored),) = self._all(f"SELECT (SELECT count(*) {IDS}), (SELECT max(seq) {ROWS} true)")
        if indexed != stored:
            yield Problem(None, "damage", f"the file has {stored:,} events, and an index of {indexed:,}")

    def fill(self, rows: Iterable[Row]) -> None:
        """Append rows in batches to a log that nobody else sees yet. Raise LogError for one that does not follow."""
        left = iter(rows)
        with let_interrupt():
            while batch := list(islice(left, AT_ONCE)):
                self.append(self.head, batch)
                tell_reading(batch[-1].seq)

    def copy_pages(self, path: Path) -> None:
        """Copy the log into an empty file in one step, as a piecewise copy never ends beside a busy writer."""
        path.touch(exist_ok=False)
        with saying(path), closing(connect(path, writable=True)) as copy:
            self.connection.backup(copy, pages=-1)

    # --- what the fold asks in a special way ------------------------------------------------------------------------

    def bodies(self, after: int = 0, upto: int | None = None) -> Iterator[tuple[int, str, int, str]]:
        """Yield number, type, version and body of events, for callers that need no more."""
        after, last = max(0, after), self._last(upto)
        while after < last:
            batch = self._batch("seq, type, v, body", after, last, BATCH)
            after = batch[-1][0]
            yield from batch

    def corrections(self, after: int = 0, upto: int | None = None) -> Iterator[tuple[int, str, int, str]]:
        """Yield number, type, version and body of every event that changes which events count."""
        names = sorted(find_marked("corrects"))
        where = f"type IN ({', '.join('?' * len(names))})"
        return self._pick("seq, type, v, body", max(0, after), self._last(upto), where, names)

    def of_types(self, names: Collection[str], upto: int, text: str = "") -> Iterator[Row]:
        """Yield the events of some types up to number `upto`, in order.

        Leave out those whose body cannot hold `text`, unless a backslash may hide it.
        """
        marks = ", ".join("?" * len(names))
        where = f"type IN ({marks}) AND (instr(body, ?) OR instr(body, char(92)))"
        return map(Row._make, self._pick(COLUMNS, 0, self._last(upto), where, (*names, text)))

    def _last(self, upto: int | None) -> int:
        """Return the number of the last event to read: the log's, or `upto` if that is lower."""
        last = self.head.seq
        return last if upto is None else min(upto, last)

    def _pick(
        self, columns: str, after: int, last: int, where: str, values: Sequence[object]
    ) -> Iterator[tuple[Any, ...]]:
        """Yield the events of a stretch that meet a condition, checking that none is skipped."""
        query = f"SELECT {columns} {ROWS} seq > ? AND seq <= ? AND {where} ORDER BY seq"
        head = Head(0, b"")
        while after < last:
            self.must_hold(head)
            first, after = after, self._batch("seq", after, last, FILTERED)[-1][0]
            if (row := self.at(after)) is not None:
                head = Head(after, row.hash)
            yield from self._all(query, (first, after, *values))

    def _batch(self, columns: str, after: int, last: int, size: int) -> list[Any]:
        """Read the next events after a number. `columns` begin with their numbers.

        Raise LogError if they are not all there, since the pages that lead to a file's rows are not hashed.
        """
        query = f"SELECT {columns} {ROWS} seq > ? AND seq <= ? ORDER BY seq LIMIT {size}"
        found = self._all(query, (after, last))
        wanted = range(after + 1, min(after + size, last) + 1)
        numbers = [row[0] for row in found]
        if numbers != [*wanted]:
            raise self._lacks(next((seq for seq in wanted if seq not in numbers), wanted[0]))
        tell_reading(wanted[-1])
        return found

    def _all(self, query: str, values: Sequence[object] = ()) -> list[Any]:
        with saying(self.path):
            self.look_again()
            return self.connection.execute(query, values).fetchall()

    def _commit(self) -> None:
        """Commit. If that fails with the events in the log, raise Unconfirmed, as they are recorded all the same."""
        meant = self.head
        try:
            self.connection.execute("COMMIT")
        except sqlite3.Error as error:
            if self._holds(meant):
                raise Unconfirmed(meant.seq) from error
            raise

    def _holds(self, head: Head) -> bool:
        """Return whether the log ends in this head, with no transaction open."""
        try:
            return not self.connection.in_transaction and self.head == head
        except LogError:
            return False


def _make_tables(connection: Patient, format: int) -> None:
    """Make the tables of an empty log, which from then on is only added to."""
    marks = f"PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = {format};"
    connection.executescript(f"BEGIN; {marks} {schema(format)} COMMIT;")
    connection.set_authorizer(append_only)


def _remove(path: Path) -> None:
    """Remove an unfinished log."""
    for beside in ("", "-journal"):
        with suppress(OSError):
            os.unlink(f"{path}{beside}")


def _stat(path: Path) -> os.stat_result | None:
    """Return the state of the file at a path, or None if that is unknown."""
    try:
        return path.stat()
    except OSError:
        return None


def times_and_size(found: os.stat_result) -> tuple[int, int, int]:
    """Return the values that differ after a file is written to."""
    return found.st_mtime_ns, found.st_ctime_ns, found.st_size


def _campaign(connection: sqlite3.Connection, path: Path) -> str:
    """Return the campaign of a log from its first event. Raise LogError if that is missing."""
    first = connection.execute("SELECT seq, body ->> 'campaign' FROM event ORDER BY seq LIMIT 1").fetchone()
    if first is None:
        raise UnfinishedLog(path, "holds no campaign")
    seq, campaign = first
    if seq != 1 or not isinstance(campaign, str):
        why = f"it begins with #{seq}, so events are missing" if seq != 1 else "#1 does not begin a campaign"
        raise LogError(f"{path} is damaged: {why}", SAVING, "damaged")
    return campaign
