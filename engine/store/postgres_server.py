"""A database of PostgreSQL: its name, a connection that is made again when it is lost, and its errors in words."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

from engine.on_demand import on_demand
from engine.store.errors import NOTHING_RECORDED, ErrorKind, LogError
from engine.value import value

psycopg = on_demand("psycopg")

#: How many seconds to ask again for what was lost with a connection, and to wait for somebody who holds a log.
ASKED_AGAIN = 5.0

#: How many seconds a server that is not there may cost. The library takes no less.
CONNECTING = 2

#: For how many seconds a server that could not be reached is not asked again.
AWAY_FOR = 5.0

#: What to do while a server is away.
PLAYING_ON = "“fork FILE” plays on alone"

#: What every connection sets. An answer means that the event is on the server's disk, and on that of a synchronous
#: standby if there is one.
SET_BY_CONNECTIONS = {
    "synchronous_commit": "on",
    "lock_timeout": "5000",
    "timezone": "UTC",
    "client_min_messages": "error",
}

#: Codes of a server that lost the connection, or stops.
LOST_CODES = ("08", "57P01", "57P02", "57P03")

SERVER_URL = re.compile(r"postgres(?:ql)?://([^/?#]*)(?:/([^/?#]*))?(?:/([^/?#]*))?(\?[^#]*)?")
LOG_NAME = re.compile(r"[A-Za-z0-9_-]{1,63}", re.ASCII)


@value
class DatabaseUrl:
    """What names a database: `hosts` with a user, `database`, and the `options` behind them."""

    hosts: str
    database: str
    options: str = ""

    @property
    def dsn(self) -> str:
        """The URL for the library, with any password."""
        return f"postgresql://{self.hosts}/{self.database}{self.options}"

    def __str__(self) -> str:
        return self.spell("")

    def spell(self, log: str) -> str:
        """Return what is typed for a log of the database, without any password."""
        hosts = re.sub(r"^([^:@]*):[^@]*@", r"\1@", self.hosts)
        options = [each for each in self.options[1:].split("&") if each and "password=" not in each]
        behind = f"/{log}" if log else ""
        return f"postgresql://{hosts}/{self.database}{behind}{'?' * bool(options)}{'&'.join(options)}"


def read_url(text: str) -> tuple[DatabaseUrl, str]:
    """Return the database that a URL names, and the log in it, "" for none. Raise LogError for another kind of URL."""
    found = SERVER_URL.fullmatch(text)
    if found is None:
        is_ours = text.startswith("postgres")
        said = f"{hide_password(text)} names no log" if is_ours else f"no log can be at {text.partition('://')[0]}://"
        raise LogError(said, "name a file, or postgresql://HOST/DATABASE/LOG", "misnamed")
    hosts, database, log, options = (each or "" for each in found.groups())
    if log and not LOG_NAME.fullmatch(log):
        said = f"“{log}” cannot be the name of a log on a server"
        raise LogError(said, "up to 63 letters, digits, - and _", "misnamed")
    return DatabaseUrl(hosts, database, options), log


def hide_password(text: str) -> str:
    """Return a text without what may be a password in it."""
    return re.sub(r"//([^:/@]*):[^@]*@", r"//\1@", text)


class ServerAway(LogError):
    """A server cannot be reached."""

    def __init__(self, message: str, hint: str | None) -> None:
        super().__init__(message, hint, "unreachable")

    def while_recording(self) -> LogError:
        """Return the error of something that was to be recorded, and was not."""
        return LogError(f"{self.message}{NOTHING_RECORDED}", PLAYING_ON, self.kind)


class ServerConnection:
    """A connection to a database, made when it is first needed. A lost one is made again.

    A server that was `away` is asked again only `AWAY_FOR` seconds later, unless something is to be recorded.
    """

    connection: Any = None
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
            self.away = None
        return self.connection

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


def must_have_package() -> None:
    """Raise LogError without the package that talks to servers, which few who play need."""
    try:
        _ = psycopg.Error
    except ImportError:
        said = "a log on a server needs one more package"
        raise LogError(said, "pip install 'fudgelog[postgresql]'", "unprepared") from None


def wait_a_moment() -> None:
    """Wait a moment before asking again."""
    time.sleep(0.02 + 0.08 * os.urandom(1)[0] / 255)


def connect_to(url: DatabaseUrl) -> Any:
    """Return a connection to a database. Raise LogError."""
    try:
        own = psycopg.conninfo.conninfo_to_dict(url.dsn)
    except psycopg.Error as error:
        raise LogError(f"{url} is no URL: {say_flat(error)}", None, "misnamed") from None
    settings = " ".join(f"-c {name}={held}" for name, held in SET_BY_CONNECTIONS.items())
    ours = {"connect_timeout": CONNECTING, "tcp_user_timeout": CONNECTING * 1000, "application_name": "fudgelog"}
    given = {**ours, **own, "options": f"{own.get('options', '')} {settings}".strip(), "client_encoding": "UTF8"}
    try:
        return psycopg.connect(**given, autocommit=True, cursor_factory=psycopg.Cursor)
    except psycopg.Error as error:
        said, hint, kind = describe_unconnected(say_flat(error), url)
        raise (ServerAway(said, hint) if kind == "unreachable" else LogError(said, hint, kind)) from error


def say_flat(error: Exception) -> str:
    """Return the first lines of what the library says of an error, as one."""
    return " ".join(str(error).split())


#: What the library or the server says where no connection is made, and what is said here: sentence, hint, kind.
UNCONNECTED: tuple[tuple[str, str, str | None, ErrorKind], ...] = (
    (
        "translate host name|not known|in name resolution|resolve host|getaddrinfo|No address associated",
        "there is no host {host}",
        "is its name right, and this computer online?",
        "unreachable",
    ),
    (
        "Connection refused|No such file or directory",
        "no database server answers at {host}",
        "is it running, and the port right?",
        "unreachable",
    ),
    ("timeout|timed out", "the server at {host} does not answer", "is this computer online?", "unreachable"),
    (
        "no encryption|SSL off|requires? SSL|requires encryption",
        "the server at {host} wants TLS",
        "put ?sslmode=verify-full behind the URL",
        "forbidden",
    ),
    ("does not support SSL", "the server at {host} has no TLS", "its administrator turns it on", "unreachable"),
    (
        "certificate|root.crt",
        "the certificate of {host} does not prove that it is that server",
        "its administrator knows which sslrootcert= does",
        "forbidden",
    ),
    (
        "password|authentication failed|no pg_hba",
        "the server does not let you in",
        "a password comes from ~/.pgpass, PGPASSWORD or a service file, and USER@HOST names another role",
        "forbidden",
    ),
    ('role "[^"]*" does not exist', "the server does not let you in", "USER@HOST names another role", "forbidden"),
    ('database "[^"]*" does not exist', "there is no database {database} at {host}", None, "there-is-none"),
    (
        "too many (connections|clients)|connection slots",
        "the server at {host} has too many connections",
        "try again in a moment",
        "busy",
    ),
    (
        "starting up|shutting down|not yet accepting|recovery mode",
        "the server at {host} is starting or stopping",
        "try again in a moment",
        "unreachable",
    ),
)


def describe_unconnected(said: str, url: DatabaseUrl) -> tuple[str, str | None, ErrorKind]:
    """Return sentence, hint and kind for what was said where no connection was made."""
    host = url.hosts.rpartition("@")[2] or "this computer"
    for pattern, sentence, hint, kind in UNCONNECTED:
        if re.search(pattern, said, re.IGNORECASE):
            return sentence.format(host=host, database=url.database), hint, kind
    return f"the server cannot be reached: {hide_password(said)}", None, "unreachable"


def describe_refusal(error: Exception, url: DatabaseUrl) -> tuple[str, str | None, ErrorKind]:
    """Return sentence, hint and kind for an error of a ensure_connection server, by its code."""
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
