"""What the fault suite shares: the program as a process, logs to break, and the count of what was tried."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any, TypeVar

import pytest
from attrs import frozen

from engine import Campaign
from engine.commands import CreatePc, MakeNote
from engine.store.door import Row
from engine.store.inspection import inspect
from engine.store.log import SqliteLog as Log

ROOT = Path(__file__).parents[2]
PROGRAM = (sys.executable, "-m", "shell")
MEMORY = Path("/dev/shm")
T = TypeVar("T")
U = TypeVar("U")

heavy = pytest.mark.heavy
needs_strace = pytest.mark.skipif(not shutil.which("strace"), reason="strace is not there")

#: What each row of the list of faults is, for the table at the end.
ROWS = {
    1: "kill -9 at a random instant",
    2: "kill -9 at a file call",
    3: "ENOSPC or EIO at a file call",
    4: "power cut: crash images rebuilt",
    5: "appends with every flush seen before the ✓",
    6: "disks that were full",
    7: "read-only file, folder or both, by verb and user",
    8: "commits of writers side by side",
    9: "appends beside a reader held open",
    10: "bits flipped",
    11: "files cut, sectors and pages zeroed or reverted",
    12: "interrupted writes with a damaged journal",
    13: "stray or foreign journals",
    14: "old copies, cut tails, new chains",
    15: "files that are not ours",
    16: "clocks that are wrong",
    17: "signals",
    18: "texts that could move a terminal, by output",
    19: "bytes that are no text",
    20: "names of every script",
    21: "texts that mean something to SQL, by field",
    22: "file names that mean something to a system",
    24: "inputs too large",
    29: "replays in other surroundings",
    30: "messages as they are catalogued",
    31: "guards taken away",
    32: "answers of logs spoiled where no hash covers them",
}
counts: Counter[int] = Counter()


def tried(row: int, times: int = 1) -> None:
    """Count faults that were tried, for a row of the list."""
    counts[row] += times


# --- the program -----------------------------------------------------------------------------------------------


@frozen
class Done:
    """How a run of the program ended."""

    status: int
    out: str
    err: str

    @property
    def acked(self) -> list[int]:
        """The numbers of the events that were told with a ✓."""
        return acked(self.out)


def acked(out: str) -> list[int]:
    """Return the numbers of the events that an output marks with a ✓."""
    return [int(number) for number in re.findall(r"^✓ #(\d+)", out, re.MULTILINE)]


COMPILED = tempfile.TemporaryDirectory(prefix="fudgelog-compiled-")


def environment(**more: str) -> dict[str, str]:
    """Return the surroundings in which the program runs: this checkout, and whatever the test has set.

    It is started thousands of times: what was compiled is kept, elsewhere than in the checkout.
    """
    kept = {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": COMPILED.name}
    return {**os.environ, "PYTHONPATH": str(ROOT), **kept, **more}


def run(
    *arguments: str | Path | bytes,
    stdin: str | bytes = b"",
    before: Sequence[str] = (),
    env: dict[str, str] | None = None,
    timeout: float = 60,
    **more: Any,
) -> Done:
    """Run the program to its end; it must never show a traceback."""
    given = stdin.encode() if isinstance(stdin, str) else stdin
    command = [*before, *PROGRAM, *arguments]
    found = subprocess.run(command, input=given, capture_output=True, env=env or environment(), timeout=timeout, **more)
    done = Done(found.returncode, found.stdout.decode("utf-8", "replace"), found.stderr.decode("utf-8", "replace"))
    assert "Traceback" not in done.err, done.err
    return done


def start(*arguments: str | Path, before: Sequence[str] = (), **more: Any) -> subprocess.Popen[bytes]:
    """Start the program and leave it running."""
    return subprocess.Popen([*before, *PROGRAM, *map(str, arguments)], env=environment(), **more)


def side_by_side(work: Callable[[T], U], each: Iterable[T], workers: int | None = None) -> list[U]:
    """Do something for each, as many at a time as there are processors; the work is another process's."""
    with ThreadPoolExecutor(workers or os.cpu_count() or 1) as pool:
        return list(pool.map(work, each))


def must_wait(program: subprocess.Popen[bytes], times: int = 20) -> None:
    """Stay until a program that waits for its turn has gone to sleep so often; it must not give up before that."""
    status = Path(f"/proc/{program.pid}/status")
    first = None
    while True:
        found = re.search(r"\nvoluntary_ctxt_switches:\s*(\d+)", status.read_text())
        assert program.poll() is None, "it gave up"
        assert found
        first = int(found[1]) if first is None else first
        if int(found[1]) >= first + times:
            return
        time.sleep(0.001)


# --- logs ------------------------------------------------------------------------------------------------------

CAST = ("Ilse", "Kotorikh", "Obazana")


def a_log(path: Path, events: int = 0, note: str = "It rains, and the moon is down") -> Path:
    """Make a campaign with a cast of three and so many events altogether; the memo knows how far it goes."""
    with Campaign.create(path, "peupfudge", "The Golden Teapot") as campaign:
        for name in CAST:
            campaign.execute(CreatePc(name, "Kurt"))
        while campaign.state.seq < events:
            campaign.execute(MakeNote(f"{note}: {campaign.state.seq}"))
    return path


def award(number: int) -> str:
    """Return a line that records three events, marked so that they can be told from those of other lines."""
    return f"award all 1 for n{number}"


def rows(path: Path) -> list[Row]:
    """Every event of a log, as the next start of the program finds them; the log must be sound."""
    with Campaign.open(path) as campaign:
        assert not campaign.log.connection.in_transaction
        found = list(campaign.log.read())
    report = inspect(path)
    assert report.ok, report
    assert report.events == len(found)
    return found


def must_hold(path: Path, told: Sequence[int], before: int, *, spare: int = 1) -> list[Row]:
    """Every event that was told is stored; at most `spare` commands more are; no command is there by half."""
    found = rows(path)
    assert set(told) <= {row.seq for row in found}, "an event that was told is lost"
    commands = Counter(row.cmd for row in found if row.seq > before)
    assert set(commands.values()) <= {len(CAST)}, "a command is there by half"
    last_told = max(told, default=before)
    untold = {row.cmd for row in found if row.seq > max(last_told, before)}
    assert len(untold) <= spare, f"{len(untold)} commands are stored that were never told"
    return found


def copied(path: Path, into: Path, name: str = "log.db") -> Path:
    """Copy a log into a folder that has nothing else in it."""
    into.mkdir(parents=True, exist_ok=True)
    return Path(shutil.copy(path, into / name))


def texts(found: Iterable[Row]) -> list[str]:
    """Return what the events say: their notes or reasons."""
    bodies = [json.loads(row.body) for row in found]
    return [body.get("text", body.get("reason", "")) for body in bodies]


def head_of(path: Path) -> tuple[int, str]:
    """Return the number and the hash of the last event."""
    with closing(Log.open(path, writable=False)) as log:
        return log.head.seq, log.head.hash.hex()
