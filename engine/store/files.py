"""Places of logs: create, open and check a log, and read the rest of a damaged one."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from itertools import chain
from pathlib import Path

from engine.patterns import pattern
from engine.store.cache import recall_file, size_of_file, write_file
from engine.store.connection import ROW_LIMIT
from engine.store.door import Database, Log, LogError, Place, Problem, Report, Row, Where
from engine.store.inspection import (
    TIME,
    SqliteRemains,
    WholeCheck,
    campaign_of,
    check_rows,
    check_tail,
    format_of,
    inspect,
    inspect_slowly,
    must_be_sound,
    printable,
    salvage,
)
from engine.store.log import AT_ONCE, SqliteLog
from engine.store.opening import CHECKED_WHOLE, Opened, check_opening, damage_error, lost_memory, overridden, past
from engine.store.ours import SQLITE_MAGIC, misnamed_file
from engine.store.proof import Proof
from engine.value import value

__all__ = [
    "AT_ONCE",
    "CHECKED_WHOLE",
    "ROW_LIMIT",
    "SQLITE_MAGIC",
    "TIME",
    "Opened",
    "Proof",
    "SqliteLog",
    "WholeCheck",
    "begin_log",
    "campaign_of",
    "check_opening",
    "check_rows",
    "check_tail",
    "damage_error",
    "find_database",
    "format_of",
    "locate",
    "lost_memory",
    "must_be_sound",
    "overridden",
    "past",
    "printable",
    "recall_file",
    "size_of_file",
    "write_file",
]


#: How a URL begins, and no command or file does.
URL_BEGINS = pattern(r"[A-Za-z][A-Za-z0-9+.-]*://")


@value
class FilePlace:
    """A file, or the name of one."""

    file: Path

    def __str__(self) -> str:
        return str(self.file)

    @property
    def name(self) -> str:
        """The name of the file."""
        return self.file.name

    @property
    def title(self) -> str:
        """The name of the file without its ending."""
        return self.file.stem

    @property
    def key(self) -> str:
        """The absolute path of the file."""
        return str(self.file.absolute())

    def must_be_possible(self) -> None:
        """Raise LogError for what cannot be a file's name, or if the system refuses to tell whether it is there."""
        try:
            self.file.stat()
        except (FileNotFoundError, NotADirectoryError):
            return
        except OSError as error:
            raise LogError(f"{self} cannot be opened: {error.strerror}", None, "unreachable") from None
        except ValueError:
            raise LogError(f"{self} cannot be the name of a file", None, "misnamed") from None

    def is_there(self) -> bool:
        """Return whether the file exists."""
        return self.file.exists()

    def is_taken(self) -> bool:
        """Return whether something has the name, if only a link that leads nowhere."""
        return os.path.lexists(self.file)

    def is_writable(self) -> bool:
        """Return whether the system lets this user write to the file."""
        return os.access(self.file, os.W_OK)

    def speakers(self) -> tuple[str, ...]:
        """Return no name: who writes to a file may speak as anybody."""
        return ()

    def must_be_free(self) -> None:
        """Raise LogError for a name that no new file can have, or one that is taken."""
        from engine.store.placing import must_not_exist  # most logs are there already

        must_not_exist(self.file)

    def invites_a_log(self) -> bool:
        """Return whether the name is free, and the folder can be written to."""
        taken = self.is_taken() or misnamed_file(self.file)
        return not taken and self.file.parent.is_dir() and os.access(self.file.parent, os.W_OK)

    def open(self, *, writable: bool = True) -> SqliteLog:
        """Open the log. Raise LogError for a file that is missing, not ours, or of a newer program."""
        return SqliteLog.open(self.file, writable=writable)

    def create(self, rows: Iterable[Row]) -> SqliteLog:
        """Create a log with all these rows, at least one, or none if anything is raised. Raise LogError for a name.

        The name is given to the whole file, so that a program that is killed meanwhile leaves none half made.
        """
        left = iter(rows)
        first = next(left)
        with self._place_whole() as fresh, closing(begin_log(fresh, first)) as log:
            log.fill(chain([first], left))
        return self.open()

    def copy(self, log: Log, check: Callable[[Log], None]) -> None:
        """Create a copy of a log, page by page if that is a file too, once it is checked."""
        with self._place_whole() as fresh:
            if isinstance(log, SqliteLog):
                log.copy_pages(fresh)
            else:
                with closing(begin_log(fresh, next(log.read(None, 1)))) as made:
                    made.fill(log.read())
            with closing(SqliteLog.open(fresh, writable=False)) as made:
                check(made)

    @contextmanager
    def _place_whole(self) -> Iterator[Path]:
        """Yield another path, and give the file its name once it is whole. Raise LogError if the name is not free."""
        from engine.store.placing import place_whole  # most logs are there already

        self.must_be_free()
        with place_whole(self.file) as fresh:
            yield fresh

    def verify(self) -> Report:
        """Read and check every byte of the file, whatever it is."""
        try:
            return inspect(self.file)
        except OSError as error:
            return Report(0, 0, b"", (Problem(None, "not-a-log", f"{self} cannot be read: {error.strerror}"),))

    def verify_slowly(self) -> Report:
        """Check every event, with pauses, since somebody uses the log meanwhile."""
        return inspect_slowly(self.file)

    def rescue(self) -> SqliteRemains:
        """Return what can still be read of the file."""
        return SqliteRemains(salvage(self.file), self.file)


def begin_log(path: Path, first: Row) -> SqliteLog:
    """Create an empty log in a file that does not exist, for the campaign and in the format that a first row has."""
    return SqliteLog.create(path, campaign_of(first), format_of(first))


def is_url(text: str) -> bool:
    """Return whether a text names something on a server, not a file."""
    return URL_BEGINS.match(text) is not None


def find_database(text: str) -> Database | None:
    """Return the database that a text names, or None if it names a log. Raise LogError for a URL that names neither."""
    if not is_url(text):
        return None
    from engine.store.postgres_schema import database_named  # most logs are files

    return database_named(text)


def locate(where: Where) -> Place:
    """Return the place that a text, as it was typed, or a path names: the only way from either to a log."""
    if isinstance(where, str) and is_url(where):
        from engine.store.postgres_place import locate_on_server  # most logs are files

        return locate_on_server(where)
    return FilePlace(Path(where)) if isinstance(where, (str, os.PathLike)) else where
