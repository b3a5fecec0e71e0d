"""The mirror of a log on a server: its rows in a log of SQLite, in the user's state folder.

What is read comes from there, once the server has said that its log contains the mirror's head, whose hash proves all
rows before it. A mirror that is damaged, gone or of another log is made again from the server's rows. It need not be
flushed, since nothing depends on it. One that cannot be written is kept in memory.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, suppress
from hashlib import sha256
from itertools import count, islice
from pathlib import Path
from typing import Any, TypeVar

from engine.store import looks
from engine.store.door import Head, HeadMoved, Row, beginning_of
from engine.store.errors import LogError, Moved, Parted
from engine.store.log import AT_ONCE, SqliteLog
from engine.store.own_files import (
    FILE_MODE,
    MIRRORS,
    alone,
    find_folder,
    find_own,
    make_folder,
    parse_own,
    read_own,
    write_own,
)
from engine.store.placing import place_whole
from engine.text import is_speaker

T = TypeVar("T")
R = TypeVar("R", bound=tuple[Any, ...])


class Mirror:
    """The rows of a log that are on this computer.

    `name` is the log's id, and `fetch` yields the server's rows after a number. `known` is the last head of which the
    server said that it has it. `remark` says why the mirror is `in_memory`, where it should not be. `parted` is
    one that was set aside and does not go on from this one.
    """

    def __init__(self, name: str, campaign: str, format: int, fetch: Callable[[int], Iterator[Row]]) -> None:
        self.name, self.campaign, self.format, self.fetch = name, campaign, format, fetch
        self.known: Head | None = None
        self.in_memory, self.remark = False, ""
        self.parted: Path | None = None
        self._opened: SqliteLog | None = None
        self._changes = 0

    @property
    def path(self) -> Path:
        """The file of the mirror."""
        return find_folder(MIRRORS) / f"{self.name}.db"

    @property
    def log(self) -> SqliteLog:
        """The mirror as a log, opened, or made if there is none that can be used."""
        if self._opened is None:
            with alone(MIRRORS):
                self._opened = self._open() or self._make()
        return self._opened

    @property
    def revision(self) -> int:
        """How often others changed the mirror, or it was made again."""
        return self._changes + (0 if self._opened is None else self._opened.revision)

    def close(self) -> None:
        """Let go of the file. The next look opens it again."""
        if self._opened is not None:
            self._changes += self._opened.revision + 1
            self._opened.close()
        self._opened = None

    def renew(self) -> None:
        """Make the mirror again from the server's rows."""
        self.close()
        with alone(MIRRORS):
            self._opened = self._make()

    def _open(self) -> SqliteLog | None:
        """Open the mirror. Return None if it is missing, or without what was read of it before."""
        found = None if self.in_memory else open_mirror(self.name)
        if found is None or self._holds_known(found):
            return found
        found.close()
        return None

    def _make(self) -> SqliteLog:
        """Make the mirror of all that the server has, in memory if it cannot be written."""
        why = None
        if not self.in_memory:
            try:
                return self._make_file()
            except (OSError, LogError) as error:  # the server's as well, which the next lines meet again
                why = error
        made = SqliteLog.in_memory(self.campaign, self.format)
        made.fill(self.fetch(0))
        self.in_memory = True
        if why is not None:
            said = f"{self.path} cannot be written: {why.strerror or why}" if isinstance(why, OSError) else why.message
            self.remark = f"this computer keeps no copy of the log, to look at without the server: {said}"
        return made

    def _make_file(self) -> SqliteLog:
        make_folder(MIRRORS)
        path = self.path
        with place_whole(path, again=True) as fresh:
            with closing(SqliteLog.create(fresh, self.campaign, self.format, mode=FILE_MODE, flushed=False)) as made:
                made.fill(self.fetch(0))
            path.with_name(f"{path.name}-journal").unlink(missing_ok=True)  # it would be rolled back into this one
        return SqliteLog.open(path, flushed=False)

    # --- bringing it up to date -------------------------------------------------------------------------------------

    def catch_up(self) -> Head | None:
        """Add what the server has beyond the mirror, and return its head, or None if it does not go on from there."""
        head = self.look(lambda log: log.head)
        rows = self.fetch(head.seq - 1)
        first = next(rows, None)
        if first is None or first.hash != head.hash or not self.look(self._holds_known):
            return None
        while batch := list(islice(rows, AT_ONCE)):
            try:
                self.log.append(head, batch)
            except (LogError, HeadMoved):
                self.renew()
                return self.catch_up()
            head = Head(batch[-1].seq, batch[-1].hash)
        self.known = head
        return head

    def _holds_known(self, log: SqliteLog) -> bool:
        """Return whether a log contains the head that was last known."""
        with suppress(LogError):
            log.must_hold(self.known or log.head)
            return True
        return False

    def add(self, head: Head, rows: list[Row]) -> None:
        """Add rows that the server has stored. If that fails, they are fetched with the next look."""
        try:
            self.log.append(head, rows)
        except (LogError, HeadMoved):
            self.close()
        self.known = Head(rows[-1].seq, rows[-1].hash)

    # --- what the server lost ---------------------------------------------------------------------------------------

    def part(self) -> None:
        """Set the mirror aside, as the server's log does not go on from it, and make another. Drop a damaged one."""
        held = self.log
        with suppress(OSError, Moved):  # another program may make it again just now
            if not self.in_memory and held.verify(beginning_of(self.campaign, self.format)).ok:
                with alone(MIRRORS):
                    held.look_again()
                    aside = self._name_aside(held.head.seq)
                    os.rename(self.path, aside)
        self.renew()

    def _name_aside(self, seq: int) -> Path:
        """Return a free name for the mirror, once it is set aside."""
        names = (f"{self.name}-{seq}{f'-{number}' if number else ''}.db" for number in count())
        return next(path for path in map(self.path.with_name, names) if not path.exists())

    def find_lost(self) -> tuple[Row, ...]:
        """Return the events that the server lost and this computer holds: how the longest mirror set aside goes on.

        Remove those whose events the server has after all.
        """
        found: tuple[Row, ...] = ()
        self.parted = None
        with suppress(OSError):
            for path in sorted(self.path.parent.glob(f"{self.name}-*.db")):
                found = max(found, self._continue_with(path), key=len)
        return found

    def _continue_with(self, path: Path) -> tuple[Row, ...]:
        """Return how a mirror that was set aside goes on from this one, if it is sound. Remove it if it is in here."""
        with (
            suppress(OSError, LogError),
            closing(SqliteLog.open(find_own(MIRRORS, path.name), writable=False)) as aside,
        ):
            if looks.holds(self.log, aside.head):
                path.unlink()
            elif aside.verify(beginning_of(self.campaign, self.format)).ok:
                if looks.holds(aside, self.log.head):
                    return tuple(aside.read(self.log.head))
                self.parted = path
        return ()

    # --- looking at it ----------------------------------------------------------------------------------------------

    def look(self, find: Callable[[SqliteLog], T]) -> T:
        """Return what a function finds in the mirror, made again if it is damaged or gone."""
        try:
            return find(self.log)
        except LogError as error:
            self._mend(error)
        return find(self.log)

    def go_through(self, after: int, begin: Callable[[SqliteLog], Iterator[R]]) -> Iterator[R]:
        """Yield what begins with a number above `after`, going on in a mirror that was made again if one is damaged."""
        for is_last in (False, True):
            try:
                for each in begin(self.log):
                    if each[0] > after:
                        after = each[0]
                        yield each
                return
            except LogError as error:
                if is_last:
                    raise
                self._mend(error)

    def _mend(self, error: LogError) -> None:
        """Open the mirror again, or make it again. Raise an error that is not the mirror's."""
        if isinstance(error, Moved):
            self.close()
        elif isinstance(error, Parted):
            raise error
        else:
            self.renew()


def open_mirror(name: str) -> SqliteLog | None:
    """Return the mirror with a name, or None if there is none that can be used."""
    with suppress(OSError, LogError):
        return SqliteLog.open(find_own(MIRRORS, f"{name}.db"), flushed=False)
    return None


def note_address(address: str, name: str, speakers: Sequence[str]) -> None:
    """Note which mirror an address means, and whom its user speaks as, to find both without the server."""
    held = json.dumps([name, *speakers]).encode()
    with suppress(OSError):
        if (find_folder(MIRRORS) / f"{name}.db").exists() and recall_address(address) != (name, tuple(speakers)):
            write_own(MIRRORS, name_of_address(address), held)


def recall_address(address: str) -> tuple[str, tuple[str, ...]] | None:
    """Return the name of the mirror that an address means, and whom its user speaks as, or None if it is not known."""
    with suppress(OSError, ValueError):
        match parse_own(read_own(MIRRORS, name_of_address(address))):
            case [str(name), *speakers] if re.fullmatch(r"[0-9a-f]{32}", name) and all(map(is_speaker, speakers)):
                return name, tuple(speakers)
    return None


def name_of_address(address: str) -> str:
    """Return the name of the file about an address."""
    return f"{sha256(address.encode()).hexdigest()[:32]}.address"
