"""The log's door: a log for the rest of the program, in any storage engine.

A log is known by its `Place`, which need not be a file, and `locate` in `engine/store/files.py` is the only way from a
text to one. The identity of a campaign is shared by its logs: copies and forks.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from contextvars import ContextVar
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from engine.registry import marks
from engine.store import chain
from engine.store.chain import FORMATS, NEWEST, lp, sealed_hash
from engine.store.errors import NOTHING_RECORDED, LogError, Parted, Unconfirmed, UnfinishedLog, after_storing
from engine.value import value

__all__ = [
    "FORMATS",
    "LISTENER",
    "NEWEST",
    "NOTHING_RECORDED",
    "Database",
    "Draft",
    "Head",
    "HeadMoved",
    "Log",
    "LogError",
    "Parted",
    "Place",
    "Problem",
    "Remains",
    "Report",
    "Row",
    "Unconfirmed",
    "UnfinishedLog",
    "Where",
    "after_storing",
    "beginning_of",
    "chain_rows",
    "hash_of",
    "is_as_recorded",
    "lp",
    "payload_of",
    "sealed_hash",
    "tell_checking",
    "tell_reading",
]

#: Called with the number of the last event read, batch by batch, or None if no caller listens. During a check of a log,
#: `of` is the number of events.
LISTENER: ContextVar[Callable[..., None] | None] = ContextVar("LISTENER", default=None)


def tell_reading(seq: int) -> None:
    """Report that a log was read up to an event."""
    listener = LISTENER.get()
    if listener is not None:
        listener(seq)


@contextmanager
def tell_checking(of: int) -> Iterator[None]:
    """Report reads in this block as progress of a check of `of` events."""
    listener = LISTENER.get()
    before = LISTENER.set(None if listener is None else partial(listener, of=of))
    try:
        yield
    finally:
        LISTENER.reset(before)


class Row(NamedTuple):
    """One event as it is stored: a tuple, since logs are read by the hundred thousand rows."""

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


class Draft(NamedTuple):
    """An event about to be stored, without the columns that the log adds."""

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
    """The last event's number, 0 in an empty log, and its hash, which proves the log up to it."""

    seq: int
    hash: bytes


class HeadMoved(Exception):
    """Another program appended to the log since it was last read."""


@value
class Problem:
    """Something wrong with a log.

    `kind` is one of `damage` (the file cannot be read), `gap` (events are missing), `foreign-row` (a row that this
    program did not write), `type-change` (a value of the wrong type), `changed` (a row differs from its hash),
    `broken-chain` (an event does not follow the one before it), `unreadable` (a body is no event), `impossible` (an
    event cannot have been recorded there), and `not-a-log` (the file as a whole). `why` is the reason alone, where the
    message has more.
    """

    seq: int | None
    kind: str
    message: str
    why: str = ""


@value
class Report:
    """The result of an inspection: how many `events` were read, the last `sound` one's number, and the `head` there."""

    events: int
    sound: int
    head: bytes
    problems: tuple[Problem, ...]

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong."""
        return not self.problems

    def with_more(self, problems: Iterable[Problem]) -> Report:
        """Return the report with other problems added. Those with an event come first, by its number."""
        found = sorted([*problems, *self.problems], key=lambda each: (each.seq is None, each.seq or 0))
        return Report(self.events, self.sound, self.head, tuple(found))


#: Called with number, type, version and body of each event that a check finds sound.
OnSound = Callable[[int, str, int, str], None]


class Place(Protocol):
    """Where a log is, or could be. As a string it is what its user typed, without any password.

    `name` is its last part, with which a fork is recorded, and `title` what a campaign there could be called. `key`
    distinguishes the log from every other on this computer, also under another name. `file` is None for a log that is
    no file.
    """

    @property
    def name(self) -> str:
        """The last part of what was typed."""
        ...

    @property
    def title(self) -> str:
        """A title for a campaign that begins there."""
        ...

    @property
    def key(self) -> str:
        """The key under which this computer notes what it knows of the log."""
        ...

    @property
    def file(self) -> Path | None:
        """The file that the log is, or None."""
        ...

    def must_be_possible(self) -> None:
        """Raise LogError for a place where no log can be, or of which the system refuses to say anything."""
        ...

    def is_there(self) -> bool:
        """Return whether there is anything at this place."""
        ...

    def is_taken(self) -> bool:
        """Return whether no log can be made here, as something has the name, if only a link that leads nowhere."""
        ...

    def is_writable(self) -> bool:
        """Return whether its user may write to what is there."""
        ...

    def speakers(self) -> tuple[str, ...]:
        """Return the names that its user may record as, the first unless another is asked for, or () for any."""
        ...

    def must_be_free(self) -> None:
        """Raise LogError if no log can have this name, or something has it already."""
        ...

    def invites_a_log(self) -> bool:
        """Return whether a log can be made here, as far as can be told without trying."""
        ...

    def open(self, *, writable: bool = True) -> Log:
        """Open the log. Raise LogError if it is missing, is no log, or is one of a newer program."""
        ...

    def create(self, rows: Iterable[Row]) -> Log:
        """Create a log with all these rows, at least one, or none if anything is raised, and return it.

        The first row tells the campaign and the format. Raise LogError if the name is taken.
        """
        ...

    def copy(self, log: Log, check: Callable[[Log], None]) -> None:
        """Create a copy of a log, as `create` does. `check` looks at the copy before it is there, and may raise."""
        ...

    def verify(self, on_sound: OnSound | None = None) -> Report:
        """Read and check everything that is there, whatever it is, calling `on_sound` with each sound event."""
        ...

    def verify_slowly(self) -> Report:
        """Check every event, with pauses, since somebody uses the log meanwhile."""
        ...

    def find_lost(self, log: Log) -> tuple[Row, ...]:
        """Return the events after the open log's head that were lost where it is, and that this computer holds."""
        ...

    def rescue(self) -> Remains | None:
        """Return what can still be read of a damaged log, or None if that is not for its user to do."""
        ...


class Database(Protocol):
    """A database on a server, for logs of several groups, as its owner and whoever looks for a log see it."""

    def list_logs(self) -> list[tuple[str, str, tuple[str, ...]]]:
        """Return the logs that the user may see, each with what the user may do and the names to speak as."""
        ...

    def spell(self, log: str) -> str:
        """Return what is typed for a log of this database."""
        ...

    def prepare(self) -> bool:
        """Make the tables of logs, or check them. Return whether they were made. Raise LogError."""
        ...

    def grant(self, role: str, may: str, log: str, names: Sequence[str]) -> None:
        """Let a role read a log, or write to it as some speakers, whether or not it is there yet. Raise LogError."""
        ...

    def revoke(self, role: str, log: str) -> None:
        """Take from a role what it may do with a log. Raise LogError if it may nothing."""
        ...


#: What names a log: a text as it is typed, a path, or its place.
Where = str | os.PathLike[str] | Place


class Remains(Protocol):
    """What can still be read of a log that may be damaged."""

    def rows(self) -> Iterator[tuple[Any, ...] | Problem]:
        """Yield the rows in order, unchecked, and a Problem for each stretch that cannot be read."""
        ...

    def must_not_be_newer(self) -> None:
        """Raise LogError for a newer program's log, which may hold more than its events."""
        ...

    def close(self) -> None:
        """Let go of the log."""
        ...


class Log(Protocol):
    """An open log. Every error but HeadMoved is a LogError.

    `campaign` is the identity of the campaign in it, `format` how it is hashed, `place` where it is, `name` what people
    call it, and `notes` are remarks for the user on how it was found.
    """

    campaign: str
    format: int
    writable: bool
    notes: tuple[str, ...]

    @property
    def place(self) -> Place:
        """Where the log is."""
        ...

    @property
    def name(self) -> str:
        """The log's name for its user."""
        ...

    @property
    def head(self) -> Head:
        """The last event's number and hash."""
        ...

    @property
    def revision(self) -> int:
        """How often others changed the log since it was opened, as far as noticed."""
        return 0

    def read(self, after: Head | None = None, upto: int | None = None) -> Iterator[Row]:
        """Yield the events after a head in order, up to and including number `upto`.

        By default, begin with the first event. No writer ever waits for it. Raise Parted if the head is not, or no
        longer, in the log.
        """
        ...

    def at(self, seq: int) -> Row | None:
        """Return the event with a number, or None if the log has not so many."""
        ...

    def append(self, head: Head, rows: Iterable[Row]) -> None:
        """Store finished rows after `head`: all of them, or none if anything is raised.

        The same rows after the same head once more are no error, and are stored once. Raise HeadMoved if the log has
        other later events, Parted if that head is no longer in it, and LogError for a row that does not follow. The
        caller is responsible for correct hashes.
        """
        ...

    def together(self, *, alone: bool = False) -> AbstractContextManager[None]:
        """Commit all appends of this block at its end, or nothing if the block raises.

        From the first append on nobody else should append, or from the beginning on if it is to be `alone`. An engine
        may lose such a lock, so HeadMoved can be raised all the same, and nothing is recorded then.
        """
        ...

    def verify(self, after: Head | None = None) -> Report:
        """Read and check everything, or only the events after a head that is known to be right."""
        ...

    # These could be done through `read`, but an engine may have a faster way.

    def bodies(self, after: int = 0, upto: int | None = None) -> Iterator[tuple[int, str, int, str]]:
        """Yield number, type, version and body of events, as the fold needs no more."""
        for row in self.read(upto=upto):
            if row.seq > after:
                yield row.seq, row.type, row.v, row.body

    def corrections(self, after: int = 0, upto: int | None = None) -> Iterator[tuple[int, str, int, str]]:
        """Yield the log's corrections, which a fold needs beforehand, with the same fields as `bodies`."""
        return (each for each in self.bodies(after, upto) if marks(each[1]).corrects)

    def of_types(self, names: Collection[str], upto: int, text: str = "") -> Iterator[Row]:
        """Yield the events of some types up to number `upto`, in order.

        Leave out those whose body cannot hold `text`, unless a backslash may hide it.
        """
        for row in self.read(upto=upto):
            if row.type in names and (text in row.body or "\\" in row.body):
                yield row

    def close(self) -> None:
        """Let go of the log."""
        ...


def beginning_of(campaign: str, format: int = NEWEST) -> Head:
    """Return the head of a log that holds no event yet."""
    return Head(0, chain.genesis(campaign, format))


def hash_of(format: int, campaign: str, row: Row) -> bytes:
    """Return the hash that a row ought to have."""
    return chain.event_hash(format, campaign, *row[:10])


#: The greatest number that an event can have: SQLite has no greater ones.
GREATEST_NUMBER = 2**63 - 1

#: The errors of hashing a row with a value that no event has.
UNHASHABLE = (TypeError, ValueError, AttributeError, IndexError, OverflowError)


def is_as_recorded(format: int, campaign: str, row: Row) -> bool:
    """Return whether a row's hash is its own, hashing it the slow way, for values of any type, if needed."""
    with suppress(*UNHASHABLE):
        if chain.hasher(campaign, format)(*row[:10]) == row.hash:
            return True
    with suppress(*UNHASHABLE):
        return hash_of(format, campaign, row) == row.hash
    return False


def continues_with(log: Log, head: Head, rows: Iterable[Row]) -> bool:
    """Return whether a log goes on after a head with these very rows, of which there is at least one."""
    later, is_any = log.read(head), False
    for row in rows:
        if next(later, None) != row:
            return False
        is_any = True
    return is_any


def payload_of(row: Row) -> bytes:
    """Return the hash of the content of a row in the newest format, which stands for it where it is left out."""
    return chain.payload_hash(row.salt, *row[1:8])


def chain_rows(campaign: str, head: Head, drafts: Iterable[Draft], format: int = NEWEST) -> Iterator[Row]:
    """Yield the drafts as rows numbered on from the head, each hash covering the row before it."""
    seq, prev = head.seq, head.hash
    for draft in drafts:
        seq += 1
        hash = chain.event_hash(format, campaign, seq, *draft, prev)
        yield Row(seq, *draft, prev, hash)
        prev = hash
