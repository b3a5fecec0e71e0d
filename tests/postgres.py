"""A real server of PostgreSQL for tests, in a folder of its own, on a socket that no network reaches."""

from __future__ import annotations

import ctypes
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Any

from engine.store.files import locate
from engine.store.postgres_connecting import read_url
from engine.store.postgres_schema import PostgresDatabase

#: Who owns the tables and grants logs, and who plays.
OWNER, ADMINISTRATOR, DATABASE = "owner", "administrator", "club"
ROLES = ("mara", "jon", "reader", "stranger")

#: The speakers of the tests that are played on a server as they are in files.
EVERYBODY = ("GM", "Kurt", "Olga", "Olivia", "Ann", "Ben", "Kim")

NUMBERS = count(1)

#: Asks Linux for a signal when the parent dies.
PR_SET_PDEATHSIG = 1


def find_programs() -> Path | None:
    """Return the folder with the programs of a server, or None."""
    on_path = shutil.which("initdb")
    places = [Path(on_path).resolve().parent] if on_path else sorted(Path("/usr/lib/postgresql").glob("*/bin"))[::-1]
    return next((place for place in places if (place / "postgres").exists()), None)


def why_none() -> str:
    """Return why no server can be had here, or ""."""
    try:
        import psycopg  # noqa: F401
    except ImportError:
        return "no server: the package psycopg is missing"
    return "" if find_programs() else "no server: PostgreSQL is not installed"


class TestServer:
    """A server with one database, that can be killed and started again."""

    __test__ = False

    def __init__(self, folder: Path, settings: dict[str, str], access: str = "") -> None:
        self.access = access
        self.folder, self.data, self.settings = folder, folder / "data", settings
        self.places: dict[str, str] = {}
        self.programs = find_programs() or Path()
        self.process: subprocess.Popen[bytes] | None = None
        #: A server refuses to run as root, so then it runs as another user.
        self.user = (
            next((name for name in ("postgres", "nobody") if is_user(name)), None) if os.geteuid() == 0 else None
        )

    def run(self, program: str, *words: str) -> None:
        """Run one of the server's programs to its end."""
        done = subprocess.run(
            [str(self.programs / program), *words], user=self.user, capture_output=True, text=True, cwd=self.folder
        )
        assert done.returncode == 0, done.stderr

    def make(self) -> None:
        """Make the folder of a server, and start it."""
        if self.user:
            shutil.chown(self.folder, self.user)
        self.run("initdb", "-D", str(self.data), "-U", ADMINISTRATOR, "--auth=trust", "-E", "UTF8", "--no-locale", "-N")
        self.configure()
        self.start()

    def configure(self) -> None:
        """Write the settings."""
        held = {"listen_addresses": "''", "unix_socket_directories": f"'{self.folder}'", "fsync": "on", **self.settings}
        held = {"max_connections": "40", "shared_buffers": "16MB", **held}
        with (self.data / "postgresql.conf").open("a") as file:
            file.write("".join(f"{name} = {value}\n" for name, value in held.items()))
        rules = self.data / "pg_hba.conf"
        rules.write_text(self.access + rules.read_text())

    def start(self) -> None:
        """Start the server, and wait until it answers."""
        log = (self.folder / "server.log").open("ab")
        with log:
            self.process = subprocess.Popen(
                [str(self.programs / "postgres"), "-D", str(self.data)],
                user=self.user,
                stdout=log,
                stderr=log,
                start_new_session=True,
                preexec_fn=end_with_parent,
                cwd=self.folder,
            )
        for _ in range(600):
            with suppress(Exception):
                self.sql("SELECT 1", database="postgres")
                return
            time.sleep(0.05)
        raise AssertionError((self.folder / "server.log").read_text())

    def kill(self) -> None:
        """Kill the server and its children, as a power cut would end them."""
        assert self.process is not None
        children = find_children(self.process.pid)
        for number in (self.process.pid, *children):
            with suppress(ProcessLookupError):
                os.kill(number, signal.SIGKILL)
        self.process.wait()
        for _ in range(200):
            if not any(map(is_running, children)):
                break
            time.sleep(0.01)
        (self.data / "postmaster.pid").unlink(missing_ok=True)
        for left in self.folder.glob(".s.PGSQL.*"):
            left.unlink()

    @contextmanager
    def frozen(self) -> Iterator[None]:
        """Freeze the server and its children in this block: the computer answers for them, and they do not."""
        assert self.process is not None
        held = (self.process.pid, *find_children(self.process.pid))
        try:
            for number in held:
                os.kill(number, signal.SIGSTOP)
            yield
        finally:
            for number in held:
                with suppress(ProcessLookupError):
                    os.kill(number, signal.SIGCONT)

    def stop(self) -> None:
        """End the server."""
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.kill()

    def url(self, log: str = "", role: str = "mara", database: str = DATABASE, options: str = "") -> str:
        """Return the URL of a log, or of the database."""
        behind = f"/{log}" if log else ""
        return f"postgresql://{role}@/{database}{behind}?host={self.folder}{options}"

    def sql(self, query: str, values: Any = None, *, role: str = ADMINISTRATOR, database: str = DATABASE) -> list[Any]:
        """Carry out a statement as a role, and return what it found."""
        import psycopg

        place = {"host": str(self.folder), "user": role, "dbname": database}
        with psycopg.connect(**place, autocommit=True) as connection:  # type: ignore[arg-type]
            cursor = connection.execute(query, values)
            return cursor.fetchall() if cursor.description else []

    def administer(self, role: str = OWNER) -> PostgresDatabase:
        """Return the database as the owner of its tables sees it."""
        return PostgresDatabase(read_url(self.url(role=role))[0])

    def furnish(self) -> None:
        """Make the roles and the database, and prepare it."""
        for role in (OWNER, *ROLES):
            self.sql(f"CREATE ROLE {role} LOGIN", database="postgres")
        self.sql(f"CREATE DATABASE {DATABASE} OWNER {OWNER}", database="postgres")
        assert self.administer().prepare()

    def find_place(self, path: Path) -> Any:
        """Return the place that stands for a file, in which all who play in the tests may speak."""
        known = self.places.get(str(path))
        if known is None:
            known = self.places[str(path)] = self.new_place(names=EVERYBODY).name
        return locate(self.url(known))

    def new_place(self, name: str = "", names: tuple[str, ...] = ("GM",), role: str = "mara") -> Any:
        """Return the place of a log that is not there yet, which a role may write."""
        name = name or f"log-{next(NUMBERS)}"
        self.administer().grant(role, "write", name, names)
        return locate(self.url(name, role))


def end_with_parent() -> None:
    """Let the server that is started here end with the tests, even if these are killed."""
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGQUIT)


def find_children(parent: int) -> list[int]:
    """Return the numbers of the processes that one has started."""
    found = []
    for each in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            number, _, rest = each.read_text().partition(" (")
            if int(rest.rpartition(")")[2].split()[1]) == parent:
                found.append(int(number))
    return found


def is_running(number: int) -> bool:
    """Return whether a process has not ended, though whoever inherited it may not have asked for its end yet."""
    with suppress(OSError):
        return Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False


def is_user(name: str) -> bool:
    """Return whether the system knows a user."""
    try:
        pwd.getpwnam(name)
    except KeyError:
        return False
    return True


@contextmanager
def running_server(access: str = "", *, furnished: bool = True, **settings: str) -> Iterator[TestServer]:
    """Run a server in a new folder, and remove both at the end."""
    folder = Path(tempfile.mkdtemp(prefix="fudgelog-server-"))
    folder.chmod(0o755)
    server = TestServer(folder, settings, access)
    try:
        server.make()
        if furnished:
            server.furnish()
        yield server
    finally:
        server.stop()
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":  # .ci/run asks with --found
    raise SystemExit(why_none() or 0)
