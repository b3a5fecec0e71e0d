"""Check a log: read every row and recompute every hash, whatever the file holds.

`inspect` takes any file and never raises for what is in it. `check_tail` checks the end of an open log. Both name the
first bad event and what is wrong with it.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, suppress
from functools import cached_property
from pathlib import Path
from threading import Thread
from time import sleep, thread_time
from typing import Any

from engine.patterns import pattern
from engine.store import chain, codec
from engine.store.connection import connect
from engine.store.door import (
    FORMATS,
    NEWEST,
    UNHASHABLE,
    Head,
    Log,
    LogError,
    OnSound,
    Place,
    Problem,
    Remains,
    Report,
    Row,
    tell_checking,
    tell_reading,
)
from engine.store.errors import SENTENCES, error_name, saying
from engine.store.ours import APPLICATION_ID, file_marks, must_be_a_log, must_be_ours
from engine.text import is_speaker
from engine.value import value

#: How many rows are read at a time. With more, the remembered parts of a long log lie scattered in memory.
BATCH = 200
MOST_PROBLEMS = 20

#: The time of an event, as every version of this program has written it.
TIME = pattern(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", re.ASCII)

TYPES = (int, str, str, str, str, str, int, str, bytes, bytes, bytes)
COLUMNS = ", ".join(Row._fields)


def inspect(path: Path, on_sound: OnSound | None = None) -> Report:
    """Read and check every byte of a file, and report. Call `on_sound` with each event of the sound part.

    Raise LogError only if another program blocks reading, which says nothing about the file.
    """
    try:
        must_be_a_log(path)
        with closing(connect(path, writable=False)) as connection:
            with saying(path):
                format = must_be_ours(connection, path)
            damage = Damage(path)
            return check_rows(read_rows(connection), format, on_sound).with_more(damage.list_problems())
    except LogError as error:
        if error.kind == "busy":
            raise
        return report_unopened(path, error)


def report_unopened(path: Path, error: LogError) -> Report:
    """Return the report on a file that cannot be opened as a log, with what can still be read and proven."""
    kind = "damage" if error.kind == "damaged" and error.__cause__ is not None else "not-a-log"
    rest = readable(path)
    named = kind != "damage" or any(problem.seq for problem in rest.problems)
    return rest.with_more([Problem(None if named else rest.sound + 1, kind, error.message)])


def readable(path: Path) -> Report:
    """Return the report on the events of such a file that can still be read and proven."""
    nothing = Report(0, 0, b"", ())
    try:
        with closing(salvage(path)) as connection:
            rest = check_rows(read_rows(connection))
    except LogError:
        return nothing
    return rest if rest.sound else nothing


def salvage(path: Path) -> sqlite3.Connection:
    """Open a log that may be damaged, for reading only. Raise LogError if it holds no table of events.

    Its rows have to be checked, because neither the file's marks nor its schema were.
    """
    if not path.is_file() or any(path.with_name(f"{path.name}{beside}").exists() for beside in ("-journal", "-wal")):
        must_be_a_log(path)  # a journal is applied only to a file of ours
    connection = connect(path, writable=False)
    try:
        with saying(path):
            connection.execute("PRAGMA query_only = ON")
            connection.execute("PRAGMA writable_schema = ON")  # lets SQLite read a truncated file
            kind = connection.execute("SELECT type FROM sqlite_schema WHERE name = 'event'").fetchone()
        if kind != ("table",):
            raise LogError(f"{path} has no events", None, "not-a-log")
    except BaseException:
        connection.close()
        raise
    return connection


@value
class SqliteRemains(Remains):
    """What can still be read of a file."""

    connection: sqlite3.Connection
    path: Path

    def rows(self) -> Iterator[tuple[Any, ...] | Problem]:
        """Yield the rows in order, unchecked, and a Problem for each stretch that cannot be read."""
        return read_rows(self.connection)

    def must_not_be_newer(self) -> None:
        """Raise LogError for a newer program's log, which may hold more than its events."""
        with saying(self.path):
            application, version = file_marks(self.connection)
        if application == APPLICATION_ID and version > NEWEST:
            said = f"{self.path} was made by a newer version of the program"
            raise LogError(said, "rescue it with that version", "not-a-log")

    def close(self) -> None:
        """Let go of the file."""
        self.connection.close()


def check_tail(log: Log, head: Head, rows: Iterable[tuple[Any, ...] | Problem]) -> Report:
    """Check the events of an open log after a head that is known to be right."""
    checker = Checker(log.format, log.campaign, head.seq, head.hash)
    checker.check(rows)
    return checker.report()


def must_be_sound(log: Log, upto: int) -> None:
    """Check the events of an open log up to a number. Raise LogError for a bad one."""
    with tell_checking(upto):
        report = check_rows(log.read(None, upto), log.format)
    if not report.ok:
        said = f"{log.name} is damaged: {report.problems[0].message}"
        raise LogError(said, "“rescue FILE” saves the intact part", "damaged")


class Damage(Thread):
    """The faults that SQLite's check finds in a file, in a thread because it takes as long as the reading."""

    def __init__(self, path: Path) -> None:
        super().__init__(daemon=True)
        self.path = path
        self.lines: list[str] = []
        self.busy: LogError | None = None
        self.start()

    def run(self) -> None:
        """Check the file."""
        try:
            with saying(self.path), closing(connect(self.path, writable=False)) as connection:
                rows = connection.execute(f"PRAGMA integrity_check({MOST_PROBLEMS})").fetchall()
                lines = [line for (said,) in rows for line in str(said).splitlines()]
                self.lines = [line for line in lines if line != "ok" and not line.startswith("***")][:MOST_PROBLEMS]
        except LogError as error:
            self.busy = error if error.kind == "busy" else None
            self.lines = [f"the file cannot be read to its end: {error.__cause__ or error.message}"]

    def list_problems(self) -> list[Problem]:
        """Wait for the check and return what it found. Raise LogError if other programs prevented it."""
        self.join()
        if self.busy is not None:
            raise self.busy
        return [Problem(None, "damage", line) for line in self.lines]


class WholeCheck(Thread):
    """A check of every event of a log in a thread, while the log is used.

    `report` is None until it is done. It stays None if the file cannot be read just then.
    """

    def __init__(self, place: Place) -> None:
        super().__init__(daemon=True)
        self.place = place
        self.report: Report | None = None
        self.start()

    def run(self) -> None:
        """Check the events."""
        with suppress(LogError):
            self.report = self.place.verify_slowly()


def inspect_slowly(path: Path) -> Report:
    """Check every event of a file, with pauses."""
    with saying(path), closing(connect(path, writable=False)) as connection:
        return check_rows(without_hurry(read_rows(connection)), must_be_ours(connection, path))


def without_hurry(rows: Iterable[tuple[Any, ...] | Problem]) -> Iterator[tuple[Any, ...] | Problem]:
    """Yield rows, and after each batch sleep as long as it took, since somebody is typing meanwhile."""
    began = thread_time()
    for number, row in enumerate(rows, start=1):
        yield row
        if number % BATCH == 0:
            sleep(thread_time() - began)
            began = thread_time()


def read_rows(connection: sqlite3.Connection, after: int = 0) -> Iterator[tuple[Any, ...] | Problem]:
    """Yield the rows above a number in order, and a Problem for each place that cannot be read."""
    query = f"SELECT {COLUMNS} FROM event WHERE seq > ? ORDER BY seq LIMIT ?"
    limit = BATCH
    while True:
        try:
            batch = connection.execute(query, (after, limit)).fetchall()
        except (sqlite3.Error, UnicodeDecodeError) as error:
            if isinstance(error, sqlite3.Error) and error_name(error).startswith("SQLITE_BUSY"):
                raise LogError(*SENTENCES["SQLITE_BUSY"](Path())) from error
            if "decode to UTF-8" in str(error) and connection.text_factory is str:
                connection.text_factory = _lenient
            elif limit > 1:
                limit = 1  # reads up to the very row that is damaged
            else:
                yield Problem(after + 1, "damage", f"the file cannot be read from #{after + 1} on: {error}")
                return
            continue
        if not batch:
            return
        tell_reading(after)
        for row in batch:
            if row[0] <= after:
                yield Problem(
                    after + 1, "damage", f"the file cannot be read from #{after + 1} on: #{row[0]} follows #{after}"
                )
                return
            yield row
            after = row[0]


def _lenient(raw: bytes) -> str:
    """Decode text that is not UTF-8 so that it can at least be named."""
    return raw.decode("utf-8", "surrogateescape")


def check_rows(
    rows: Iterable[tuple[Any, ...] | Problem], format: int | None = None, on_sound: OnSound | None = None
) -> Report:
    """Check rows from the first on, by a format or by that of the first row."""
    checker = Checker(format, on_sound=on_sound)
    checker.check(rows)
    return checker.report()


class Checker:
    """A check of the chain from a head (default: the beginning) that notes problems, and hands on each sound row."""

    def __init__(
        self,
        format: int | None = None,
        campaign: str | None = None,
        seq: int = 0,
        head: bytes = b"",
        on_sound: OnSound | None = None,
    ) -> None:
        self.format = NEWEST if format is None else format
        self.declared = format is not None
        self.campaign = campaign
        self.seq = seq
        self.head = head
        self.sound = seq
        self.sound_head = head
        self.events = seq
        self.problems: list[Problem] = []
        self.on_sound = on_sound

    def check(self, rows: Iterable[tuple[Any, ...] | Problem]) -> None:
        """Check the following rows."""
        on_sound = self.on_sound
        for row in rows:
            if isinstance(row, Problem):
                self.problems.append(row)
                return
            if self.campaign is None:
                self.begin(row)
            if not self.right(row):
                self.note(self.wrong(row))
            self.events += 1
            self.seq, self.head = row[0], row[10] if isinstance(row[10], bytes) else b""
            if not self.problems:
                self.sound, self.sound_head = self.seq, self.head
                if on_sound is not None:
                    on_sound(row[0], row[5], row[6], row[7])

    def begin(self, first: tuple[Any, ...]) -> None:
        """Take from the first event the campaign's identity, and the format if the log declares none."""
        self.campaign = campaign_of(first)
        if not self.declared:
            self.format = format_of(first)
        self.head = chain.genesis(self.campaign, self.format)

    def right(self, row: tuple[Any, ...]) -> bool:
        """Return whether a row is certainly right. If it is not, `wrong` decides."""
        if row[0] != self.seq + 1 or row[9] != self.head:
            return False
        try:
            return bool(self.quick(*row[:10]) == row[10] and TIME.fullmatch(row[2]) and is_speaker(row[4]))
        except UNHASHABLE:
            return False

    @cached_property
    def quick(self) -> Callable[..., bytes]:
        """The function that hashes a row of this log."""
        return chain.hasher(self.campaign or "", self.format)

    def note(self, problem: Problem | None) -> None:
        """Add a problem, if there is one and not too many already."""
        if problem is not None and len(self.problems) < MOST_PROBLEMS:
            self.problems.append(problem)

    def wrong(self, row: tuple[Any, ...]) -> Problem | None:
        """Return the problem with a row, or None."""
        seq, _, ts, _, actor, _, _, _, _, prev, hash = row
        if tuple(map(type, row)) != TYPES:
            return describe_mistyped(row)
        if seq != self.seq + 1:
            before = f"#{self.seq} is followed by" if self.seq else "the log begins with"
            return Problem(self.seq + 1, "gap", f"{span(self.seq + 1, seq - 1)} missing: {before} #{seq}")
        try:
            expected = {self.hash_row(row, before): before for before in (self.head, prev)}
        except (UnicodeEncodeError, OverflowError):
            return Problem(seq, "changed", f"#{seq} was changed after it was recorded: it holds what no event can")
        if hash not in expected and prev != self.head:
            return Problem(seq, "foreign-row", f"#{seq} does not belong to this log: fudgelog did not write it")
        if hash not in expected or expected[hash] != prev:
            return Problem(seq, "changed", f"#{seq} was changed after it was recorded")
        if prev != self.head:
            return Problem(seq, "broken-chain", f"#{seq} does not follow #{seq - 1}: one of them is not the original")
        if not TIME.fullmatch(ts):
            return Problem(seq, "impossible", f"#{seq} has an impossible time: {printable(ts)}")
        if not is_speaker(actor):
            return Problem(seq, "impossible", f"#{seq} has an impossible speaker: {printable(actor)}")
        return None

    def hash_row(self, row: tuple[Any, ...], prev: bytes) -> bytes:
        """Return the hash of a row's columns behind another event."""
        return chain.event_hash(self.format, self.campaign or "", *(*row[:9], prev))

    def report(self) -> Report:
        """Return the report on all rows checked."""
        if not self.events and not self.problems:
            self.problems.append(Problem(None, "not-a-log", "the file has no events"))
        return Report(self.events, self.sound, self.sound_head, tuple(self.problems))


def campaign_of(first: tuple[Any, ...]) -> str:
    """Return the campaign's identity from its first event, or "" if that cannot be read."""
    try:
        event = codec.decode(first[5], first[6], first[7])
    except (codec.Unreadable, TypeError, LookupError):
        return ""
    return str(getattr(event, "campaign", ""))


def format_of(first: tuple[Any, ...]) -> int:
    """Return the format of a log, by the hash that its first event follows."""
    campaign = campaign_of(first)
    return next((format for format in FORMATS if chain.genesis(campaign, format) == first[9]), NEWEST)


def describe_mistyped(row: tuple[Any, ...]) -> Problem:
    """Return the problem of a row with values of the wrong type."""
    wrong = [name for name, kind, held in zip(Row._fields, TYPES, row, strict=True) if type(held) is not kind]
    return Problem(row[0], "type-change", f"#{row[0]} has a value of the wrong type in {', '.join(wrong)}")


def span(first: int, last: int) -> str:
    """Return event numbers with their verb: “#3 is”, “#3 to #5 are”."""
    return f"#{first} is" if first >= last else f"#{first} to #{last} are"


def printable(text: str) -> str:
    """Return text out of a damaged row, shortened and escaped."""
    return text[:40].encode("unicode_escape").decode()
