"""The name of a database of PostgreSQL, and how a connection to it is made."""

from __future__ import annotations

import re
from threading import Thread
from typing import Any

from engine.on_demand import on_demand
from engine.store.errors import NOTHING_RECORDED, ErrorKind, LogError
from engine.value import value

psycopg = on_demand("psycopg")

#: How many seconds a server that is not there may cost. The library takes no less.
CONNECTING = 2

#: How many seconds after the one before the next of several hosts is tried, unless that fails sooner.
STAGGERED = 0.3

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


def must_have_package() -> None:
    """Raise LogError without the package that talks to servers, which few who play need."""
    try:
        _ = psycopg.Error
    except ImportError:
        said = "a log on a server needs one more package"
        raise LogError(said, "pip install 'fudgelog[postgresql]'", "unprepared") from None


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
        return connect_to_first(split_hosts(given))
    except psycopg.Error as error:
        said, hint, kind = describe_unconnected(say_flat(error), url)
        raise (ServerAway(said, hint) if kind == "unreachable" else LogError(said, hint, kind)) from error


def split_hosts(given: dict[str, Any]) -> list[dict[str, Any]]:
    """Return what connects to each of several hosts, in their order."""
    lists = {name: str(given[name]).split(",") for name in ("host", "hostaddr", "port") if given.get(name)}
    count = max(map(len, (held for name, held in lists.items() if name != "port")), default=1)
    if "load_balance_hosts" in given or any(len(held) not in (1, count) for held in lists.values()):
        return [given]  # the library shuffles them, or knows what is wrong
    return [{**given, **{name: held[place % len(held)] for name, held in lists.items()}} for place in range(count)]


def connect_to_first(choices: list[dict[str, Any]]) -> Any:
    """Return a connection to the first host that takes one, as the library would. Raise its error if none does.

    Each is tried a moment after the one before, or once that failed, so dead ones cost little more than one of them.
    """
    if len(choices) == 1:
        return connect_to_one(choices[0])
    attempts: list[ConnectionAttempt] = []
    for given in choices:
        attempts.append(ConnectionAttempt(given))
        attempts[-1].join(STAGGERED)
        if any(each.connection is not None for each in attempts):
            break
    for attempt in attempts:
        attempt.join()
        if attempt.connection is not None:
            for other in attempts:
                if other is not attempt:
                    Thread(target=other.drop, daemon=True).start()
            return attempt.connection
    errors = [each.error for each in attempts if each.error is not None]
    raise next((each for each in errors if tell_unconnected(say_flat(each))[2] != "unreachable"), errors[-1])


def connect_to_one(given: dict[str, Any]) -> Any:
    """Return a connection to a host."""
    return psycopg.connect(**given, autocommit=True, cursor_factory=psycopg.Cursor)


class ConnectionAttempt(Thread):
    """An attempt to connect to a host, which ends with a connection or an error."""

    def __init__(self, given: dict[str, Any]) -> None:
        super().__init__(daemon=True)
        self.given = given
        self.connection: Any = None
        self.error: Exception | None = None
        self.start()

    def run(self) -> None:
        """Connect."""
        try:
            self.connection = connect_to_one(self.given)
        except Exception as error:  # whoever waits for it raises it
            self.error = error

    def drop(self) -> None:
        """Close the connection, once the attempt has ended."""
        self.join()
        if self.connection is not None:
            self.connection.close()


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
    sentence, hint, kind = tell_unconnected(said)
    return sentence.format(host=host, database=url.database, said=hide_password(said)), hint, kind


def tell_unconnected(said: str) -> tuple[str, str | None, ErrorKind]:
    """Return sentence, hint and kind for what was said where no connection was made, with names to fill in."""
    for pattern, sentence, hint, kind in UNCONNECTED:
        if re.search(pattern, said, re.IGNORECASE):
            return sentence, hint, kind
    return "the server cannot be reached: {said}", None, "unreachable"
