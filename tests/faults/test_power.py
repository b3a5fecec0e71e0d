"""The power fails at any moment: the disks that there could be then are rebuilt, and nothing that was told is missing.

A recorder (`recorder.c`) notes every change of the files, every flush and everything that was told. From that, disks
are made as they could be after a power cut: what was flushed is there; of what was not, any sectors may be there or
not, and any number of the changes to the folder, in their order.
"""

from __future__ import annotations

import random
import re
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from attrs import Factory, define, evolve, frozen
from faulty import CAST, acked, award, environment, heavy, must_hold, run, tried

from engine.store.errors import LogError

SECTOR = 512
IMAGES = 6


# --- what happened ---------------------------------------------------------------------------------------------


@frozen
class Step:
    """One call: what was done, to which file, and with what."""

    what: str
    fd: int = -1
    name: str = ""
    place: int = 0
    data: bytes = b""


def recorded(file: Path) -> list[Step]:
    """Return the steps that the recorder noted."""
    raw = file.read_bytes()
    steps: list[Step] = []
    at = 0
    while at < len(raw):
        end = raw.index(b"\n", at)
        what, *words = raw[at:end].decode().split(" ")
        at = end + 1
        size = int(words[-1]) if what in ("write", "told") else 0
        data = raw[at : at + size]
        at += size
        steps.append(step(what, words, data))
    return steps


def step(what: str, words: Sequence[str], data: bytes) -> Step:
    match what:
        case "open":
            return Step("create" if words[2] == "1" else "open", int(words[0]), words[1])
        case "write":
            return Step(what, int(words[0]), place=int(words[1]), data=data)
        case "cut":
            return Step(what, int(words[0]), place=int(words[1]))
        case "unlink":
            return Step(what, name=words[0])
        case "told":
            return Step(what, data=data)
    return Step(what, int(words[0]))


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
    """A folder: the names that are surely on the disk, the changes to them since, and what is open (None: itself)."""

    folder: str
    names: dict[str, Inode] = Factory(dict)
    safe: dict[str, Inode] = Factory(dict)
    since: list[tuple[str, Inode | None]] = Factory(list)
    open: dict[int, Inode | None] = Factory(dict)
    told: bytes = b""

    def do(self, each: Step) -> None:
        """Take account of a step."""
        match each.what:
            case "create":
                self.rename(each.name, Inode())
                self.open[each.fd] = self.names[each.name]
            case "open":
                self.open[each.fd] = None if each.name == self.folder else self.names[each.name]
            case "write" | "cut":
                inode = self.open[each.fd]
                assert inode is not None
                inode.since.append(each)
            case "sync":
                self.flush(self.open[each.fd])
            case "unlink":
                self.rename(each.name, None)
            case "close":
                del self.open[each.fd]
            case "told":
                self.told += each.data

    def rename(self, name: str, inode: Inode | None) -> None:
        self.since.append((name, inode))
        self.names = {**self.names, name: inode} if inode else {n: i for n, i in self.names.items() if n != name}

    def flush(self, inode: Inode | None) -> None:
        """Flush a file, or the folder: only that keeps the names."""
        if inode is not None:
            inode.safe, inode.since = inode.now(), []
        else:
            self.safe, self.since = self.names, []

    def crashed(self, chance: random.Random) -> dict[str, bytes]:
        """Return the files that could be there after a power cut."""
        names = dict(self.safe)
        for name, inode in self.since[: chance.randint(0, len(self.since))]:
            if inode is None:
                names.pop(name, None)
            else:
                names[name] = inode
        return {Path(name).name: inode.crashed(chance) for name, inode in names.items()}


# --- the test --------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def recorder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Compile the recorder."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        pytest.skip("there is no C compiler")
    made = tmp_path_factory.mktemp("recorder") / "recorder.so"
    source = Path(__file__).with_name("recorder.c")
    subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", made, source, "-ldl", "-lpthread"], check=True)
    return made


def evening(recorder: Path, folder: Path, commands: int) -> list[Step]:
    """Begin a campaign and play, recorded from its first byte on."""
    path = folder / "log.db"
    place = {"LD_PRELOAD": str(recorder), "RECORDER_FOLDER": str(folder)}
    begun, played = folder.with_name("begun"), folder.with_name("played")
    assert run(path, "new", "peupfudge", env=environment(**place, RECORDER_FILE=str(begun))).status == 0
    script = "".join(f"pc {name}\n" for name in CAST) + "".join(f"{award(number)}\n" for number in range(commands))
    done = run(path, stdin=script, env=environment(**place, RECORDER_FILE=str(played)))
    assert len(done.acked) == (commands + 1) * len(CAST)
    return [*recorded(begun), *recorded(played)]


@pytest.mark.slow
@pytest.mark.rule("P1", "P2", "B4-04")
@pytest.mark.parametrize(("commands", "every"), [(5, 4), pytest.param(45, 1, marks=heavy)])
def test_a_power_cut_at_any_moment_takes_nothing_that_was_told(
    quick: Path, recorder: Path, commands: int, every: int
) -> None:
    folder = quick / "folder"
    folder.mkdir()
    steps = evening(recorder, folder, commands)
    assert {"create", "write", "sync", "unlink", "told"} <= {each.what for each in steps}
    chance = random.Random(4)
    disk = Disk(str(folder))
    images: list[tuple[dict[str, bytes], list[int]]] = []
    for number, each in enumerate(steps):
        disk.do(each)
        if each.what != "open" and number % every == 0:
            told = acked(disk.told.decode("utf-8", "ignore"))
            images += [(disk.crashed(chance), told) for _ in range(IMAGES)]
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == {
        Path(name).name: inode.now() for name, inode in disk.names.items()
    }, "the recorder missed something"
    for files, told in images:
        must_survive(quick / "crashed", files, told)
        tried(4)


def must_survive(folder: Path, files: dict[str, bytes], told: list[int]) -> None:
    """Assert that a disk after a power cut holds every acknowledged event, and nothing by halves."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for name, held in files.items():
        (folder / name).write_bytes(held)
    try:
        must_hold(folder / "log.db", told, before=1 + len(CAST))
    except LogError as error:
        said = error.message
    else:
        return
    # Making the campaign was interrupted: nothing was told yet, and that is said.
    assert not told, said
    assert re.search(r"there is no campaign|is empty|not a campaign log|holds no campaign", said), said
