"""The log's door: a log for the rest of the program, in any storage engine.

A log is known by its `place`, which need not be a path. The identity of a campaign is shared by its logs: copies and
forks.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from contextvars import ContextVar
from functools import partial
from pathlib import Path
from typing import NamedTuple, Protocol

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
    "Draft",
    "Head",
    "HeadMoved",
    "Log",
    "LogError",
    "Parted",
    "Problem",
    "Report",
    "Row",
    "Unconfirmed",
    "UnfinishedLog",
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


class Log(Protocol):
    """An open log. Every error but HeadMoved is a LogError.

    `campaign` is the identity of the campaign in it, `format` how it is hashed, `place` the key by which it is known,
    `name` its name for people, and `notes` are remarks for the user on how it was found.
    """

    campaign: str
    format: int
    writable: bool
    notes: tuple[str, ...]

    @property
    def place(self) -> str:
        """The key that distinguishes this log from every other on this computer."""
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

    def backup(self, path: Path) -> None:
        """Copy the log into a new file, all at once."""
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
