"""Disks as they could be after a power cut.

A recorder (`recorder.c`) notes every change of the files, every flush and everything that was told. From that, disks
are made as they could be after a power cut: what was flushed is there; of what was not, any sectors may be there or
not, and any number of the changes to the folder, in their order.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from attrs import Factory, define, evolve, frozen

SECTOR = 512

# --- what happened ---------------------------------------------------------------------------------------------


@frozen
class Step:
    """One call: which process, what was done, to which file, and with what."""

    pid: int
    what: str
    fd: int = -1
    name: str = ""
    place: int = 0
    data: bytes = b""
    fresh: str = ""


def recorded(file: Path) -> list[Step]:
    """Return the steps that the recorder noted."""
    raw = file.read_bytes()
    steps: list[Step] = []
    at = 0
    while at < len(raw):
        end = raw.index(b"\n", at)
        pid, what, *words = raw[at:end].decode().split(" ")
        at = end + 1
        size = int(words[-1]) if what in ("write", "told") else 0
        data = raw[at : at + size]
        at += size
        steps.append(step(int(pid), what, words, data))
    return steps


def step(pid: int, what: str, words: Sequence[str], data: bytes) -> Step:
    match what:
        case "open":
            return Step(pid, "create" if words[2] == "1" else "open", int(words[0]), words[1])
        case "write":
            return Step(pid, what, int(words[0]), place=int(words[1]), data=data)
        case "cut":
            return Step(pid, what, int(words[0]), place=int(words[1]))
        case "unlink":
            return Step(pid, what, name=words[0])
        case "link" | "rename":
            return Step(pid, what, name=words[0], fresh=words[1])
        case "told":
            return Step(pid, what, data=data)
    return Step(pid, what, int(words[0]))


# --- a disk ----------------------------------------------------------------------------------------------------


@define
class Inode:
    """A file without a name: what is surely on the disk, and what was done to it since."""

    safe: bytes = b""
    since: list[Step] = Factory(list)

    def now(self) -> bytes:
        """Return what a program reads."""
        held = bytearray(self.safe)
        for each in self.since:
            apply(held, each)
        return bytes(held)

    def crashed(self, chance: random.Random) -> bytes:
        """Return what a power cut could leave: of each write any of its sectors, of each cut all or nothing."""
        held = bytearray(self.safe)
        kind = chance.choice(("none", "all", "some", "some", "first"))
        for each in self.since[: chance.randint(0, len(self.since))] if kind == "first" else self.since:
            if each.what == "cut":
                if kind != "none" and (kind != "some" or chance.random() < 0.5):
                    apply(held, each)
                continue
            for start, piece in sectors(each):
                if kind in ("all", "first") or (kind == "some" and chance.random() < 0.5):
                    apply(held, evolve(each, place=start, data=piece))
        return bytes(held)


def sectors(written: Step) -> Iterator[tuple[int, bytes]]:
    """Yield a write in pieces that reach the disk one by one."""
    start, end = written.place, written.place + len(written.data)
    while start < end:
        stop = min(end, (start // SECTOR + 1) * SECTOR)
        yield start, written.data[start - written.place : stop - written.place]
        start = stop


def apply(held: bytearray, each: Step) -> None:
    """Do to some bytes what was done to a file."""
    if each.what == "cut":
        del held[each.place :]
        held.extend(bytes(each.place - len(held)))
    else:
        held.extend(bytes(max(0, each.place - len(held))))
        held[each.place : each.place + len(each.data)] = each.data


@define
class Disk:
    """A folder: the names that are surely on the disk, the changes to them since, and what is open (None: itself).

    `told` is what each process has printed.
    """

    folder: str
    names: dict[str, Inode] = Factory(dict)
    safe: dict[str, Inode] = Factory(dict)
    since: list[dict[str, Inode | None]] = Factory(list)
    open: dict[tuple[int, int], Inode | None] = Factory(dict)
    told: dict[int, bytes] = Factory(dict)

    @classmethod
    def of(cls, folder: Path) -> Disk:
        """Return a disk that surely has on it what is in a folder."""
        names = {str(each): Inode(each.read_bytes()) for each in folder.iterdir()}
        return cls(str(folder), names, names)

    def do(self, each: Step) -> None:
        """Take account of a step."""
        held = each.pid, each.fd
        match each.what:
            case "create":
                self.rename({each.name: Inode()})
                self.open[held] = self.names[each.name]
            case "open":
                self.open[held] = None if each.name == self.folder else self.names[each.name]
            case "write" | "cut":
                inode = self.open[held]
                assert inode is not None
                inode.since.append(each)
            case "sync":
                self.flush(self.open[held])
            case "unlink":
                self.rename({each.name: None})
            case "link":
                self.rename({each.fresh: self.names[each.name]})
            case "rename":
                self.rename({each.name: None, each.fresh: self.names[each.name]})
            case "close":
                del self.open[held]
            case "told":
                self.told[each.pid] = self.told.get(each.pid, b"") + each.data

    def rename(self, names: Mapping[str, Inode | None]) -> None:
        """Change names in one go: to another file, or to none."""
        self.since.append(dict(names))
        self.names = applied(self.names, names)

    def flush(self, inode: Inode | None) -> None:
        """Flush a file, or the folder: only that keeps the names."""
        if inode is not None:
            inode.safe, inode.since = inode.now(), []
        else:
            self.safe, self.since = self.names, []

    def now(self) -> dict[str, bytes]:
        """Return the files as programs see them."""
        return {Path(name).name: inode.now() for name, inode in self.names.items()}

    def crashed(self, chance: random.Random) -> dict[str, bytes]:
        """Return the files that could be there after a power cut."""
        names = self.safe
        for change in self.since[: chance.randint(0, len(self.since))]:
            names = applied(names, change)
        return {Path(name).name: inode.crashed(chance) for name, inode in names.items()}


def applied(names: Mapping[str, Inode], change: Mapping[str, Inode | None]) -> dict[str, Inode]:
    """Return the names of a folder after a change of some."""
    return {name: inode for name, inode in {**names, **change}.items() if inode is not None}
