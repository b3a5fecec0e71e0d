"""The log: one append-only table of events in a SQLite file; nothing outside this folder knows so.

A file is made by `Log.create` alone. `append` writes all events of a command in one transaction, after
the head that they were decided upon, or none. Everything that can go wrong with a file is a `LogError`.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from typing import Any

from attrs import define

from engine.store import chain
from engine.store.connection import (
    Patient,
    append_only,
    connect,
    roll_back_journal,
)
from engine.store.errors import LogError, saying
from engine.store.interrupts import held
from engine.store.ours import (
    APPLICATION_ID,
    SCHEMA_VERSION,
    must_be_a_log,
    must_be_ours,
    schema,
)
from engine.value import value

BATCH = 1000

COLUMNS = "seq, id, ts, cmd, actor, type, v, body, salt, prev, hash"


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
                connection.set_authorizer(append_only)
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
                notes = roll_back_journal(connection) if writable else ()
                connection.set_authorizer(append_only)
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
