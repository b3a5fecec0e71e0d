"""A log in memory: another engine behind the door, to hold the program to it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from attrs import Factory, define

from engine.store.door import (
    NEWEST,
    Head,
    HeadMoved,
    Log,
    LogError,
    OnSound,
    Parted,
    Report,
    Row,
    beginning_of,
    continues_with,
)
from engine.store.files import FilePlace, campaign_of, check_rows, check_tail, format_of
from engine.value import value


@define
class MemoryLog(Log):
    """A window on the events kept at a place; several windows may share them."""

    campaign: str
    format: int = NEWEST
    kept: list[Row] = Factory(list)
    place: Any = "memory"
    writable: bool = True
    notes: tuple[str, ...] = ()
    shut: bool = False
    is_together: bool = False

    @property
    def name(self) -> str:
        return str(self.place)

    @property
    def head(self) -> Head:
        self.must_be_open()
        return Head(self.kept[-1].seq, self.kept[-1].hash) if self.kept else beginning_of(self.campaign, self.format)

    def must_be_open(self) -> None:
        if self.shut:
            raise LogError(f"{self.place} is closed")

    def must_hold(self, head: Head) -> None:
        row = self.at(head.seq)
        if head.seq and (row is None or row.hash != head.hash):
            raise Parted(self.name, head.seq)

    def at(self, seq: int) -> Row | None:
        self.must_be_open()
        return self.kept[seq - 1] if 0 < seq <= len(self.kept) else None

    def read(self, after: Head | None = None, upto: int | None = None) -> Iterator[Row]:
        head = after or beginning_of(self.campaign, self.format)
        last = self.head.seq if upto is None else upto
        self.must_hold(head)
        while head.seq < last and (row := self.at(head.seq + 1)) is not None:
            self.must_hold(head)
            head = Head(row.seq, row.hash)
            yield row

    @contextmanager
    def together(self, *, alone: bool = False) -> Iterator[None]:
        before, outermost = len(self.kept), not self.is_together
        self.is_together = True
        try:
            yield
        except BaseException:
            del self.kept[before:]
            raise
        finally:
            self.is_together = not outermost

    def append(self, head: Head, rows: Iterable[Row]) -> None:
        if self.head != head:
            self.must_hold(head)
            if continues_with(self, head, rows):
                return
            raise HeadMoved
        if not self.writable:
            raise LogError(f"{self.place} can only be read")
        fresh = list(rows)
        ids, hashes = {row.id for row in self.kept}, {row.hash for row in self.kept}
        for row in fresh:
            follows = row.seq == head.seq + 1 and (row.prev == head.hash or not head.seq)
            if not follows or row.id in ids or row.hash in hashes:
                raise LogError(f"an event follows the head, and is new: nothing was recorded in {self.place}")
            ids.add(row.id)
            hashes.add(row.hash)
            head = Head(row.seq, row.hash)
        self.kept += fresh

    def verify(self, after: Head | None = None) -> Report:
        if after is None:
            return check_rows(self.read(), self.format)
        return check_tail(self, after, self.read(after))

    def close(self) -> None:
        self.shut = True


@value
class MemoryPlace(FilePlace):
    """A name for a log in memory, which is no file though it is called like one."""

    memory: Memory

    def must_be_possible(self) -> None:
        pass

    def is_there(self) -> bool:
        return str(self) in self.memory.kept

    def is_taken(self) -> bool:
        return self.is_there()

    def is_writable(self) -> bool:
        return True

    def must_be_free(self) -> None:
        if self.is_there():
            raise LogError(f"there is a log {self} already", None, "taken")

    def invites_a_log(self) -> bool:
        return not self.is_there()

    def open(self, *, writable: bool = True) -> MemoryLog:
        if not self.is_there():
            raise LogError(f"there is no campaign {self}", None, "there-is-none")
        campaign, format, rows = self.memory.kept[str(self)]
        return MemoryLog(campaign, format, rows, self, writable)

    def create(self, rows: Iterable[Row]) -> MemoryLog:
        self.must_be_free()
        first, *more = rows
        made = MemoryLog(campaign_of(first), format_of(first), [], self)
        made.append(made.head, [first, *more])
        self.must_be_free()
        self.memory.kept[str(self)] = made.campaign, made.format, made.kept
        return made

    def copy(self, log: Log, check: Callable[[Log], None]) -> None:
        try:
            check(self.create(log.read()))
        except BaseException:
            del self.memory.kept[str(self)]
            raise

    def verify(self, on_sound: OnSound | None = None) -> Report:
        log = self.open()
        return check_rows(log.read(), log.format, on_sound)

    def verify_slowly(self) -> Report:
        return self.verify()

    def rescue(self) -> None:
        return None


@define
class Memory:
    """All logs in memory, by their places; `locate` finds them as others are found in files."""

    kept: dict[str, tuple[str, int, list[Row]]] = Factory(dict)

    def locate(self, path: Path | str) -> MemoryPlace:
        return MemoryPlace(Path(path), self)
