"""The place of a log on a server, and the database that it is in."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from contextlib import closing
from difflib import get_close_matches
from itertools import chain, islice
from typing import Any

from engine.store.door import Head, Log, OnSound, Report, Row, beginning_of, tell_checking
from engine.store.errors import LogError
from engine.store.inspection import campaign_of, check_rows, format_of, without_hurry
from engine.store.mirror import open_mirror, recall_address
from engine.store.postgres_connecting import DatabaseUrl, ServerAway, psycopg, read_url
from engine.store.postgres_log import PostgresLog
from engine.store.postgres_rows import FILL, ROWS_AT_ONCE, as_lists, is_chained, read_stored
from engine.store.postgres_schema import SCHEMA_VERSION, find_faults, the_guards
from engine.store.postgres_server import ServerConnection
from engine.value import value

#: What one looks for in a database before a log is used: the version of its schema, its guards, what kind of server it
#: is, the log of a name, and what the user may do there.
LOOK = """
SELECT (SELECT version FROM fudgelog.version), current_setting('fsync'), pg_is_in_recovery(),
       l.log, l.id, l.campaign, l.format, m.may, m.names
FROM (SELECT) AS one
LEFT JOIN fudgelog.log l ON l.name = %s LEFT JOIN fudgelog.member m ON m.log = %s AND m.role = session_user
"""


#: What the library takes from the environment to find a server, besides a URL.
FINDING = ("PGHOST", "PGHOSTADDR", "PGPORT", "PGUSER", "PGDATABASE", "PGSERVICE", "PGSERVICEFILE")


@value
class AtName:
    """What is in a database at the name of a log. `number` is 0 for no log, `may` is "" for no member.

    If the server is `away`, it is what this computer remembers of a log that it has a copy of.
    """

    fsync: str
    is_standby: bool
    number: int
    id: bytes
    campaign: str
    format: int
    may: str
    names: tuple[str, ...]
    away: ServerAway | None = None

    @property
    def is_there(self) -> bool:
        """Whether there is a log that the user may see."""
        return bool(self.number or self.away)


class PostgresPlace:
    """A log on a server, or the name of one."""

    file = None

    def __init__(self, url: DatabaseUrl, name: str) -> None:
        self.url, self.name, self.server = url, name, ServerConnection(url)
        self.seen: AtName | None = None

    def __str__(self) -> str:
        return self.url.spell(self.name)

    @property
    def title(self) -> str:
        """The name of the log."""
        return self.name

    @property
    def key(self) -> str:
        """The log's own id: hosts and ports change, the log does not."""
        found = self.seen or self._look()
        return f"postgresql log {found.id.hex()}" if found.is_there else str(self)

    def _look(self) -> AtName:
        """Return what is at this name. Raise LogError for a database that is not prepared, or by a newer program."""
        try:
            row = self.server.ask(LOOK, (self.name, self.name))[0]
        except ServerAway as error:
            self.seen = self._recall(error)
            return self.seen
        version, fsync, is_standby, number, id, campaign, format, may, names = row
        if version != SCHEMA_VERSION:
            said = f"the database {self.url.database} was prepared by a newer version of the program"
            raise LogError(said, "install the newer version", "unprepared")
        self.seen = AtName(
            fsync, is_standby, number or 0, id or b"", campaign or "", format or 0, may or "", tuple(names or ())
        )
        return self.seen

    def _recall(self, away: ServerAway) -> AtName:
        """Return what this computer remembers of the log. Raise the server's error if it has no copy."""
        name, speakers = recall_address(self.address) or ("", ())
        held = open_mirror(name) if name else None
        if held is None:
            raise away
        with closing(held):
            return AtName("", False, 0, bytes.fromhex(name), held.campaign, held.format, "", speakers, away)

    @property
    def address(self) -> str:
        """All by which the library finds the server and the log."""
        return "\n".join([str(self), *(os.environ.get(name, "") for name in FINDING)])

    def must_be_possible(self) -> None:
        """Accept any name: a wrong one was refused when the URL was read."""

    def is_there(self) -> bool:
        """Return whether the database holds a log of this name that its user may see."""
        return bool(self.seen and self.seen.is_there) or self._look().is_there

    def is_taken(self) -> bool:
        """Return whether the name has a log that its user may see."""
        return self.is_there()

    def is_writable(self) -> bool:
        """Return whether the user's role may write to the log."""
        found = self.seen or self._look()
        return found.may == "write" and not found.is_standby

    def speakers(self) -> tuple[str, ...]:
        """Return the names that its user may record as."""
        return (self.seen or self._look()).names

    def must_be_free(self) -> None:
        """Raise LogError if the name has a log, or is not the user's to give."""
        found = self._look()
        if not found.may:
            raise self._refuse_name()
        if found.number:
            raise self._refuse_taken()
        self._must_take_events(found)

    def _refuse_name(self) -> LogError:
        """Return the error for a name without a log, or with one that the user may not see: both are told alike."""
        own = list_logs(self.server)
        close = get_close_matches(self.name, own, n=1)
        hint = f"did you mean {self.url.spell(close[0])}?" if close else "its owner grants it: “grant ROLE write LOG”"
        said = f"there is no log {self.name} in {self.url}, or your role may not see it"
        return LogError(said, hint, "there-is-none")

    def _refuse_taken(self) -> LogError:
        return LogError(f"there is a log {self} already", "give another name", "taken")

    def invites_a_log(self) -> bool:
        """Return whether the name is free and the user's to give."""
        found = self._look()
        return not found.is_there and found.may == "write" and not found.is_standby

    def open(self, *, writable: bool = True) -> PostgresLog:
        """Open the log. Raise LogError for one that is missing, or that the user may not see or write to."""
        found = self._find()
        may_write = writable and found.may == "write"
        if may_write:
            self._must_take_events(found)
        return PostgresLog(self, found, writable=may_write)

    def reach(self) -> AtName:
        """Return what the server has at this name. Raise LogError if it is away, or no log is there to be seen."""
        found = self._find()
        if found.away:
            raise found.away
        return found

    def _find(self) -> AtName:
        """Return what is at this name. Raise LogError if it is no log that the user may see."""
        found = self._look()
        if not found.is_there and found.may == "write":
            raise LogError(f"there is no campaign {self}", "“new peupfudge” begins one there", "there-is-none")
        if not found.is_there:
            raise self._refuse_name()
        return found

    def _must_take_events(self, found: AtName) -> None:
        """Raise LogError for a server that takes no events, or would lose them, or whose guards were changed."""
        host = self.url.hosts.rpartition("@")[2] or "this computer"
        if found.is_standby:
            raise LogError(f"the server at {host} is a standby, which takes no events", "name the primary", "readonly")
        if found.fsync != "on":
            said = f"the server at {host} does not flush to its disk (fsync is {found.fsync}), so it may lose events"
            raise LogError(said, "its administrator turns fsync on", "unprepared")
        if faults := find_faults(the_guards(self.server)):
            said = f"the guards of the database {self.url.database} were changed: {faults}"
            raise LogError(said, "its owner knows why; “prepare” checks them", "damaged")

    def advise_reader(self) -> str:
        """Return a hint for somebody who may only read."""
        return f"its owner lets you write: “grant ROLE write {self.name}”"

    def create(self, rows: Iterable[Row]) -> PostgresLog:
        """Create a log with all these rows, at least one, or none if anything is raised. Raise LogError for a name."""
        self._create(rows, None)
        return self.open()

    def copy(self, log: Log, check: Callable[[Log], None]) -> None:
        """Create a copy of a log, once it is checked."""
        self._create(log.read(), check)

    def _create(self, rows: Iterable[Row], check: Callable[[Log], None] | None) -> None:
        """Create a log in one transaction. Where the answer is lost, look whether it is there."""
        self.must_be_free()
        left = iter(rows)
        first = next(left)
        id = os.urandom(16)
        try:
            with self.server.transaction():
                number = self._begin(id, campaign_of(first), format_of(first))
                self._fill(number, first, left)
                if check is not None:
                    made = PostgresLog(self, self._look(), writable=False, in_memory=True)
                    with closing(made.mirror):
                        check(made)
        except psycopg.Error as error:
            if not self.server.is_lost(error):
                raise self._refuse_creation(error, first, names=self.speakers()) from error
            if not self._was_created(id):
                raise self.server.in_words(error, recording=True) from error

    def _begin(self, id: bytes, campaign: str, format: int) -> int:
        query = "INSERT INTO fudgelog.log (id, campaign, format, name) VALUES (%s, %s, %s, %s) RETURNING log"
        number: int = self.server.execute(query, (id, campaign, format, self.name)).fetchone()[0]
        return number

    def _fill(self, number: int, first: Row, left: Iterable[Row]) -> None:
        """Store the rows of a new log in batches, in the transaction that is open."""
        head = beginning_of(campaign_of(first), format_of(first))
        rows = chain([first], left)
        while batch := list(islice(rows, ROWS_AT_ONCE)):
            if not is_chained(head, batch):
                raise LogError("an event does not follow the one before it: nothing was recorded", None, "damaged")
            self.server.execute(FILL, (number, *as_lists(batch)))
            head = Head(batch[-1].seq, batch[-1].hash)

    def _refuse_creation(self, error: Any, first: Row, names: tuple[str, ...]) -> LogError:
        """Return the error of a log that the server would not make."""
        if error.sqlstate == "23505" and error.diag.constraint_name == "log_name_key":
            return self._refuse_taken()
        if error.sqlstate == "23505":
            return LogError("an event has the id of another: nothing was recorded", None, "damaged")
        if error.sqlstate == "FL002":
            hint = f"your role may speak as {' or '.join(names)}: --as {names[0]}" if names else None
            return LogError("your role may not speak as all who speak there: nothing was recorded", hint, "forbidden")
        if error.sqlstate == "42501":
            return (
                self._refuse_name()
                if not names
                else LogError(f"{self} can only be read", self.advise_reader(), "forbidden")
            )
        return self.server.in_words(error, recording=True)

    def _was_created(self, id: bytes) -> bool:
        """Return whether the log with an id is there, of which the answer was lost."""
        return bool(self.server.ask("SELECT FROM fudgelog.log WHERE id = %s", (id,)))

    def verify(self, on_sound: OnSound | None = None) -> Report:
        """Read and check every event that the server has, calling `on_sound` with each sound event."""
        found = self.reach()
        ((events,),) = self.server.ask("SELECT max(seq) FROM fudgelog.event WHERE log = %s", (found.number,))
        with tell_checking(events or 0):
            return check_rows(read_stored(self.server, found.number), found.format, on_sound)

    def verify_slowly(self) -> Report:
        """Check every event, with pauses, on a connection of its own."""
        own = PostgresPlace(self.url, self.name)
        try:
            found = own.reach()
            return check_rows(without_hurry(read_stored(own.server, found.number)), found.format)
        finally:
            own.server.close()

    def find_lost(self, log: Log) -> tuple[Row, ...]:
        """Return the events that the server lost after the head of its log, and that this computer holds."""
        return log.mirror.find_lost() if isinstance(log, PostgresLog) else ()

    def rescue(self) -> None:
        """Return None: only an administrator rescues a log on a server."""
        return


def list_logs(server: ServerConnection) -> list[str]:
    """Return the names of the logs that the user may see."""
    return [name for (name,) in server.ask("SELECT name FROM fudgelog.log ORDER BY name")]


def locate_on_server(text: str) -> PostgresPlace:
    """Return the place that a URL names. Raise LogError for one that names no log."""
    url, log = read_url(text)
    if not log:
        said = f"{url} names a database, but no log in it"
        raise LogError(said, f"name one of its logs: {url.spell('LOG')}", "misnamed")
    return PostgresPlace(url, log)
