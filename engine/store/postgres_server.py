"""A connection to a database of PostgreSQL, which is made again when it is lost, and its errors in words."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

from engine.store.errors import NOTHING_RECORDED, ErrorKind, LogError
from engine.store.postgres_connecting import (
    CONNECTING,
    DatabaseUrl,
    ServerAway,
    connect_to,
    must_have_package,
    psycopg,
    say_flat,
)

#: How many seconds to ask again for what was lost with a connection, and to wait for somebody who holds a log.
ASKED_AGAIN = 5.0

#: For how many seconds a server may be silent over what it carries out, which may wait for another program first.
SILENT = 8.0

#: For how many seconds a server that could not be reached is not asked again.
AWAY_FOR = 5.0

#: Codes of a server that lost the connection, or stops.
LOST_CODES = ("08", "57P01", "57P02", "57P03")


class ServerConnection:
    """A connection to a database, made when it is first needed. A lost one is made again.

    A server that was `away` is asked again only `AWAY_FOR` seconds later, unless something is to be recorded.
    """

    connection: Any = None
    silent = SILENT
    away: tuple[float, ServerAway] | None = None

    def __init__(self, url: DatabaseUrl) -> None:
        must_have_package()
        self.url = url

    def __del__(self) -> None:
        self.close()

    def ask(self, query: str, values: Sequence[object] = ()) -> list[Any]:
        """Return the rows of a query that changes nothing, asked again if the connection is lost. Raise LogError."""
        if self.away is not None and time.monotonic() < self.away[0]:
            raise ServerAway(self.away[1].message, self.away[1].hint)
        try:
            return self._ask(query, values, time.monotonic() + CONNECTING)
        except ServerAway as error:
            self.away = time.monotonic() + AWAY_FOR, error
            raise

    def _ask(self, query: str, values: Sequence[object], until: float) -> list[Any]:
        """Return the rows of a query, asked again until a time if the connection is lost."""
        while True:
            try:
                with self.patience(CONNECTING):
                    found: list[Any] = self.execute(query, values).fetchall()
                return found
            except psycopg.Error as error:
                if not self.is_lost(error) or time.monotonic() > until:
                    raise self.in_words(error) from error
            wait_a_moment()

    def execute(self, query: str, values: Any = ()) -> Any:
        """Carry out a statement once and return the cursor. Raise the library's errors, LogError without a server."""
        return self.ensure_connection().execute(query, values, binary=True)

    def ensure_connection(self) -> Any:
        """Return the connection, made if there is none."""
        if self.connection is None or self.connection.closed:
            self.connection = connect_to(self.url)
            self.connection.wait = self.limit_silence(self.connection)
            self.away = None
        return self.connection

    @contextmanager
    def patience(self, seconds: float) -> Iterator[None]:
        """Let the server be silent for no more than some seconds in this block."""
        self.silent = seconds
        try:
            yield
        finally:
            self.silent = SILENT

    def limit_silence(self, connection: Any) -> Callable[..., Any]:
        """Return a way to wait for a connection that closes it when the server says nothing for too long.

        A server can be frozen while its computer still answers for it, which no setting of the network finds out.
        """
        wait = connection.wait

        def wait_for(steps: Any, *how: Any, **kinds: Any) -> Any:
            return wait(self.watch(steps, connection), *how, **kinds)

        return wait_for

    def watch(self, steps: Any, connection: Any) -> Any:
        """Go through the steps of the library, which end when the server was silent for too long."""
        until = time.monotonic() + self.silent
        wanted = next(steps)
        while True:
            ready = yield wanted
            if ready:
                until = time.monotonic() + self.silent
            elif time.monotonic() > until:
                connection.close()
                raise psycopg.OperationalError("the server is silent")
            try:
                wanted = steps.send(ready)
            except StopIteration as end:
                return end.value

    def is_lost(self, error: Exception) -> bool:
        """Return whether an error means that the connection is gone, and drop it then."""
        code = getattr(error, "sqlstate", None) or ""
        is_gone = (
            self.connection is None or self.connection.closed or self.connection.broken or code.startswith(LOST_CODES)
        )
        if is_gone:
            self.close()
        return is_gone

    @property
    def is_in_transaction(self) -> bool:
        """Whether a transaction is open on the connection."""
        held = self.connection
        return held is not None and not held.closed and held.info.transaction_status != 0

    def roll_back(self) -> None:
        """End an open transaction without its changes."""
        if self.is_in_transaction:
            with suppress(psycopg.Error):
                self.connection.execute("ROLLBACK")

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Commit the changes of this block at its end, or none if it raises."""
        try:
            self.execute("BEGIN")
            yield
            self.execute("COMMIT")
        finally:
            self.roll_back()

    def in_words(self, error: Exception, *, recording: bool = False) -> LogError:
        """Return an error of the server as a LogError. `recording`: it was to record something, and did not."""
        said, hint, kind = describe_refusal(error, self.url)
        if kind == "unreachable" and not recording:
            return ServerAway(said, hint)
        return LogError(f"{said}{NOTHING_RECORDED if recording else ''}", hint, kind)

    def close(self) -> None:
        """Let go of the connection."""
        if self.connection is not None:
            with suppress(psycopg.Error):
                self.connection.close()
        self.connection = None


def wait_a_moment() -> None:
    """Wait a moment before asking again."""
    time.sleep(0.02 + 0.08 * os.urandom(1)[0] / 255)


def describe_refusal(error: Exception, url: DatabaseUrl) -> tuple[str, str | None, ErrorKind]:
    """Return sentence, hint and kind for an error of a server, by its code."""
    host = url.hosts.rpartition("@")[2] or "this computer"
    code = getattr(error, "sqlstate", None) or ""
    if code.startswith("53"):
        return f"the server at {host} is full", "its administrator makes room", "full"
    if code in ("42P01", "3F000"):
        return f"the database {url.database} holds no logs yet", "ask its owner for “prepare”", "unprepared"
    if code == "42501":
        return "your role may not do that", None, "forbidden"
    if code == "25006":
        return f"the server at {host} is a standby, which takes no events", "name the primary server", "readonly"
    if code == "55P03":
        return "another program held the log for 5 seconds", "try again in a moment", "busy"
    if not code or code.startswith(LOST_CODES):
        return f"the server at {host} cannot be reached", "try again in a moment", "unreachable"
    return f"the server says: {say_flat(error)}", None, ""
