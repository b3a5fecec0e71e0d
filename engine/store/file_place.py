"""A file as the place of a log."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from itertools import chain
from pathlib import Path

from engine.store.door import Log, LogError, OnSound, Problem, Report, Row
from engine.store.inspection import SqliteRemains, campaign_of, format_of, inspect, inspect_slowly, salvage
from engine.store.log import SqliteLog
from engine.store.ours import misnamed_file
from engine.value import value


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

    def verify(self, on_sound: OnSound | None = None) -> Report:
        """Read and check every byte of the file, whatever it is, calling `on_sound` with each sound event."""
        try:
            return inspect(self.file, on_sound)
        except OSError as error:
            return Report(0, 0, b"", (Problem(None, "not-a-log", f"{self} cannot be read: {error.strerror}"),))

    def verify_slowly(self) -> Report:
        """Check every event, with pauses, since somebody uses the log meanwhile."""
        return inspect_slowly(self.file)

    def find_lost(self, log: Log) -> tuple[Row, ...]:
        """Return no event: a file is the only one of its log that this computer knows."""
        return ()

    def rescue(self) -> SqliteRemains:
        """Return what can still be read of the file."""
        return SqliteRemains(salvage(self.file), self.file)


def begin_log(path: Path, first: Row) -> SqliteLog:
    """Create an empty log in a file that does not exist, for the campaign and in the format that a first row has."""
    return SqliteLog.create(path, campaign_of(first), format_of(first))
