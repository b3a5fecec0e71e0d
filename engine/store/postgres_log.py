"""The log on a server: rows of one log in a table that many share.

An append is one statement, and is the check: it holds the log's row, and inserts all rows if the head is still there.
The key, which is log and number, and the hash of the head decide. So nothing depends on a lock that a lost connection
takes along: an answer that was lost is asked for again with the same rows, never by a second COMMIT.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from engine.interrupts import hold_interrupts
from engine.registry import find_marked
from engine.store import looks
from engine.store.door import (
    Head,
    HeadMoved,
    Log,
    Report,
    Row,
    beginning_of,
    continues_with,
)
from engine.store.errors import NOTHING_RECORDED, SAVING, LogError, Parted, Untold
from engine.store.mirror import Mirror, note_address
from engine.store.postgres_connecting import PLAYING_ON, ServerAway, psycopg
from engine.store.postgres_rows import APPEND, as_lists, is_chained, read_stored
from engine.store.postgres_server import ASKED_AGAIN, wait_a_moment

if TYPE_CHECKING:
    from engine.store.postgres_place import AtName, PostgresPlace

#: Codes of an insert that others were before: a duplicate key, a failed serialization, a deadlock.
CONFLICTS = ("23505", "40001", "40P01")

#: Stands for rows that the server has stored.
STORED = object()


class PostgresLog(Log):
    """An open log on a server.

    `number` is the log's in its database, `may_speak_as` the names that its user may record as. `mirror` has the rows
    that were read. `gathered` are the rows that wait for the end of a block, after the head `base`; None outside a
    block.
    """

    def __init__(self, where: PostgresPlace, found: AtName, *, writable: bool, in_memory: bool = False) -> None:
        self.where, self.server = where, where.server
        self.number, self.campaign, self.format = found.number, found.campaign, found.format
        self.may_speak_as, self.writable = found.names, writable
        self.mirror = Mirror(found.id.hex(), self.campaign, self.format, self.fetch)
        self.mirror.in_memory = in_memory
        self.away, self.is_standby = found.away, found.is_standby
        self.witness = ""
        self.gathered: list[Row] | None = None
        self.base: Head | None = None

    @property
    def place(self) -> PostgresPlace:
        """Where the log is."""
        return self.where

    @property
    def name(self) -> str:
        """The log as its user names it."""
        return str(self.where)

    @property
    def notes(self) -> tuple[str, ...]:  # type: ignore[override]
        """Remarks for its user on how the log was found."""
        return tuple(filter(None, [self.mirror.remark, self.witness, self._describe_copy()]))

    def _describe_loss(self) -> str:
        """Say what the server lost and this computer holds, or where a mirror is that was set aside."""
        lost = self.mirror.find_lost()
        if lost:
            numbers = f"#{lost[0].seq}" if len(lost) == 1 else f"#{lost[0].seq}–#{lost[-1].seq}"
            it = "it" if len(lost) == 1 else "them"
            return f"the server lost {numbers}; this computer holds {it}: “resend” puts {it} back"
        if self.mirror.parted is None:
            return ""
        said = f"the log on the server is not the one that this computer has read, which is in {self.mirror.parted}"
        return f"{said}; “compare {self.mirror.parted}” shows where they part. Delete that file to hear no more of it."

    def _describe_copy(self) -> str:
        """Say up to where the mirror goes, if it is all that there is."""
        if self.away is None or self.mirror.known is None:
            return ""
        upto = f"this is your copy, up to #{self.mirror.known.seq}"
        return f"the server cannot be reached: {upto}. You can look; {PLAYING_ON}"

    @property
    def revision(self) -> int:
        """How often the mirror was changed, or made again."""
        return self.mirror.revision

    def close(self) -> None:
        """Let go of the connection and of the mirror."""
        self.server.close()
        self.mirror.close()

    # --- reading ----------------------------------------------------------------------------------------------------

    @property
    def head(self) -> Head:
        """The last event's number and hash."""
        if self.gathered:
            return Head(self.gathered[-1].seq, self.gathered[-1].hash)
        return self._catch_up()

    def _catch_up(self) -> Head:
        """Bring the mirror up to date, and return the head. If the server is away, return that of the mirror."""
        is_first = self.mirror.known is None
        try:
            head, self.away = self._ask_head(), None
            if is_first:
                note_address(self.where.address, self.mirror.name, self.may_speak_as)
                self.witness = self._describe_loss()
        except ServerAway as error:
            head = self.mirror.look(lambda log: log.head)
            self.away, self.mirror.known = error, head
        return head

    def _ask_head(self) -> Head:
        """Bring the mirror up to date, and return the head. Raise Parted if the server lost what was read of it."""
        if not self.number:  # the server was away when the log was opened
            found = self.where.reach()
            if found.id.hex() != self.mirror.name:
                raise Parted(self.name, self.mirror.log.head.seq)
            self.number, self.may_speak_as = found.number, found.names
        head = self.mirror.catch_up()
        if head is None:
            known = self.mirror.known
            if known is not None and not self._has(known):
                raise Parted(self.name, known.seq)
            self.mirror.in_memory = self.mirror.in_memory or self.is_standby  # which may only be behind
            self.mirror.part()
            head, self.witness = self.mirror.catch_up(), self._describe_loss()
        if head is None:
            raise Parted(self.name, self.mirror.log.head.seq)
        return head

    def _has(self, head: Head) -> bool:
        """Return whether the server's log contains a head."""
        query = "SELECT FROM fudgelog.event WHERE log = %s AND seq = %s AND hash = %s"
        return bool(self.server.ask(query, (self.number, head.seq, head.hash)))

    def fetch(self, after: int) -> Iterator[Row]:
        """Yield the server's rows after a number. Raise LogError for one that does not follow."""
        before: Row | None = None
        for row in map(Row._make, read_stored(self.server, self.number, after)):
            if row.seq != (before.seq if before else after) + 1 or (before and row.prev != before.hash):
                seq = before.seq if before else after
                raise LogError(f"{self.name} is damaged: #{seq + 1} cannot be found after #{seq}", SAVING, "damaged")
            yield row
            before = row

    def at(self, seq: int) -> Row | None:
        """Return the event with a number, or None if the log has not so many."""
        if not 0 < seq <= self._last(seq):
            return None
        waiting = next((row for row in self.gathered or () if row.seq == seq), None)
        return waiting or self.mirror.look(lambda log: log.at(seq))

    def _last(self, upto: int | None) -> int:
        """Return the number of the last event to read, asking the server only if the mirror may have too few."""
        known = self.mirror.known
        if upto is not None and known is not None and upto <= known.seq:
            return upto
        return self.head.seq if upto is None else min(upto, self.head.seq)

    def read(self, after: Head | None = None, upto: int | None = None) -> Iterator[Row]:
        """Yield the events after a head, in order. Raise Parted if that is not in the log."""
        head, last = after or Head(0, b""), self._last(upto)
        self.must_hold(head)
        yield from self.mirror.go_through(head.seq, lambda log: looks.rows(log, head.seq, last))
        yield from self._find_waiting(head.seq, last)

    def must_hold(self, head: Head) -> None:
        """Raise Parted if the log does not contain a head."""
        row = self.at(head.seq) if head.seq else None
        if head.seq and (row is None or row.hash != head.hash):
            raise Parted(self.name, head.seq)

    def bodies(self, after: int = 0, upto: int | None = None) -> Iterator[tuple[int, str, int, str]]:
        """Yield number, type, version and body of events, for callers that need no more."""
        last = self._last(upto)
        yield from self.mirror.go_through(after, lambda log: log.bodies(after, last))
        yield from ((row.seq, row.type, row.v, row.body) for row in self._find_waiting(after, last))

    def corrections(self, after: int = 0, upto: int | None = None) -> Iterator[tuple[int, str, int, str]]:
        """Yield number, type, version and body of every event that changes which events count."""
        last, names = self._last(upto), find_marked("corrects")
        yield from self.mirror.go_through(after, lambda log: log.corrections(after, last))
        yield from ((row.seq, row.type, row.v, row.body) for row in self._find_waiting(after, last, names))

    def of_types(self, names: Collection[str], upto: int, text: str = "") -> Iterator[Row]:
        """Yield the events of some types up to number `upto`, in order.

        Leave out those whose body cannot hold `text`, unless a backslash may hide it.
        """
        last = self._last(upto)
        yield from self.mirror.go_through(0, lambda log: log.of_types(names, last, text))
        yield from (row for row in self._find_waiting(0, last, names) if text in row.body or "\\" in row.body)

    def _find_waiting(self, after: int, last: int, names: Collection[str] | None = None) -> Iterator[Row]:
        """Yield the rows of a stretch, or those of some types, that wait for the end of a block."""
        found = (row for row in self.gathered or () if after < row.seq <= last)
        return (row for row in found if names is None or row.type in names)

    def verify(self, after: Head | None = None) -> Report:
        """Check every row of the mirror, or only the events after a head that is known to be right.

        If one is wrong, the mirror is made again of the server's rows, which may be right.
        """
        start = after or beginning_of(self.campaign, self.format)
        report = self.mirror.look(lambda log: log.verify(start))
        if report.ok:
            return report
        self.mirror.renew()
        return self.mirror.log.verify(start)

    # --- storing ----------------------------------------------------------------------------------------------------

    @contextmanager
    def together(self, *, alone: bool = False) -> Iterator[None]:
        """Store all appends of this block at its end, or nothing if the block raises.

        The row of the log is held from the first append on, or from the beginning on if it is to be `alone`.
        """
        if self.gathered is not None:
            if alone:
                self._hold()
            yield
            return
        with hold_interrupts():
            self.gathered, self.base = [], None
            try:
                if alone:
                    self._hold()
                yield
                rows, base = self.gathered, self.base
                self.gathered = None
                if rows and base is not None:
                    self._store(base, rows)
            finally:
                self.gathered = self.base = None
                self.server.roll_back()

    def append(self, head: Head, rows: Iterable[Row]) -> None:
        """Store rows after `head`, or none if anything is raised."""
        rows = list(rows)
        self._must_be_writable()
        if self.gathered is None and rows and is_chained(head, rows):
            with hold_interrupts():
                self._store(head, rows)
            return
        if self.gathered is not None and not self.gathered:
            self._hold()
        if self.head != head:
            self.must_hold(head)
            if continues_with(self, head, rows):
                return
            raise HeadMoved
        if not is_chained(head, rows) or self._has_id(rows):
            raise LogError(f"an event does not follow the one before it{NOTHING_RECORDED}", None, "damaged")
        if self.gathered is not None and rows:
            self.base = self.base or head
            self.gathered += rows

    def _has_id(self, rows: Sequence[Row]) -> bool:
        """Return whether the log has an event with an id of one of these rows."""
        ids = {row.id for row in rows}
        if any(row.id in ids for row in self.gathered or ()):
            return True
        return self.mirror.look(lambda log: any(map(log.find_own, ids)))

    def _must_be_writable(self) -> None:
        """Raise LogError if this log was opened only to look."""
        if self.away is not None and not self.writable:
            raise self.away.while_recording()
        if not self.writable:
            raise LogError(f"{self.name} can only be read{NOTHING_RECORDED}", self.where.advise_reader(), "forbidden")

    def _hold(self) -> None:
        """Hold the row of the log, so that others wait with their appends. A lost connection lets go of it."""
        until = time.monotonic() + ASKED_AGAIN
        while not self.server.is_in_transaction:
            try:
                self.server.execute("BEGIN")
                self.server.execute("SELECT log FROM fudgelog.log WHERE log = %s FOR UPDATE", (self.number,))
            except ServerAway as error:
                raise error.while_recording() from error
            except psycopg.Error as error:
                if not self.server.is_lost(error) or time.monotonic() > until:
                    self.server.roll_back()
                    raise self.server.in_words(error, recording=True) from error
                wait_a_moment()

    def _store(self, head: Head, rows: list[Row]) -> None:
        """Store rows after a head, and ask again with the same rows where the answer is lost."""
        until, is_sent = 0.0, False
        while True:
            lost: Exception
            try:
                self.server.ensure_connection()
                is_sent, self.away = True, None
                if (refused := self._try_to_store(head, rows)) is STORED:
                    self.mirror.add(head, rows)
                else:
                    self._settle(head, rows, refused)
                return
            except psycopg.Error as error:  # the connection was lost with the answer
                lost = error
            except ServerAway as error:  # no connection could be made again
                if not is_sent:
                    raise error.while_recording() from error
                lost = error
            until = self._must_go_on(rows, until, lost)
            wait_a_moment()

    def _try_to_store(self, head: Head, rows: list[Row]) -> Any:
        """Return STORED, or the error with which the server refused, or None if it found nothing to do.

        Raise the library's error if the connection is lost: nobody knows then whether the rows are stored.
        """
        was_held = self.server.is_in_transaction
        try:
            stored = self.server.execute(APPEND, (self.number, head.seq, head.hash, *as_lists(rows))).rowcount
            if stored and was_held:
                self.server.execute("COMMIT")
        except psycopg.Error as error:
            if self.server.is_lost(error):
                raise
            self.server.roll_back()
            return error
        if not stored:
            self.server.roll_back()
        return STORED if stored else None

    def _must_go_on(self, rows: Sequence[Row], until: float, error: Exception) -> float:
        """Return until when to ask again. Raise Untold if that is over."""
        now = time.monotonic()
        until = until or now + ASKED_AGAIN
        if now > until:
            raise Untold(rows[-1].seq) from error
        return until

    def _settle(self, head: Head, rows: Sequence[Row], error: Any) -> None:
        """Return if rows that were not stored just now are there all the same. Raise why they are not otherwise."""
        code = getattr(error, "sqlstate", None) or ""
        if code == "FL002":
            raise self._refuse_speaker(rows) from error
        if error is not None and code not in CONFLICTS:
            raise self.server.in_words(error, recording=True) from error
        self._ask_head()
        self.must_hold(head)
        if continues_with(self, head, rows):
            return
        if self.head != head or code in CONFLICTS[1:]:
            raise HeadMoved
        if error is not None:
            raise LogError(f"an event is in the log already{NOTHING_RECORDED}", None, "damaged") from error
        raise LogError(f"{self.name} can only be read{NOTHING_RECORDED}", self.where.advise_reader(), "forbidden")

    def _refuse_speaker(self, rows: Sequence[Row]) -> LogError:
        """Return the error of a speaker whom the user's role may not speak as."""
        wrong = next((row.actor for row in rows if row.actor not in self.may_speak_as), rows[0].actor)
        named = [each for each in self.may_speak_as if each != wrong]
        hint = f"your role may speak as {' or '.join(named)}: --as {named[0]}" if named else None
        return LogError(f"your role may not speak as {wrong}{NOTHING_RECORDED}", hint, "forbidden")
