"""The program is killed at any moment; what it had told with a ✓ is there, and nothing by halves."""

from __future__ import annotations

import os
import random
import re
import shutil
import subprocess
import threading
from collections import Counter
from pathlib import Path

import pytest
from faulty import CAST, a_log, acked, award, copied, heavy, must_hold, needs_strace, run, side_by_side, start, tried

CALLS = ("openat", "pwrite64", "fdatasync", "fsync", "unlink", "ftruncate")
SCRIPT = "".join(f"{award(number)}\n" for number in range(5))


@pytest.mark.slow
@pytest.mark.rule("P1", "P2", "P3", "B4-01")
@pytest.mark.parametrize("times", [50, pytest.param(500, marks=heavy)])
def test_killed_at_any_instant_it_has_every_event_that_it_told(tmp_path: Path, times: int) -> None:
    original = a_log(tmp_path / "original.db")
    told = side_by_side(lambda number: killed(copied(original, tmp_path / str(number)), number), range(times))
    assert sum(map(len, told)) > times, "it was always killed before it had told anything"


def killed(path: Path, number: int) -> list[int]:
    """Kill the program while it records one command after another; returns what it had told by then."""
    moment = random.Random(number).uniform(0, 0.15)
    program = start(path, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, bufsize=0)
    assert program.stdin
    assert program.stdout
    program.stdin.write("".join(f"{award(each)}\n" for each in range(2000)).encode()[:60_000].rpartition(b"\n")[0])
    program.stdin.flush()
    first = b"".join(program.stdout.readline() for _ in range(2))  # the echo, and the first ✓
    threading.Timer(moment, program.kill).start()
    rest, _ = program.communicate()
    told = acked((first + rest).decode("utf-8", "ignore"))
    must_hold(path, told, before=1 + len(CAST))
    tried(1)
    return told


# --- at every syscall ------------------------------------------------------------------------------------------


def traced(path: Path, calls: tuple[str, ...], *inject: str) -> list[str]:
    """Return the words that make strace watch these calls on the log, its journal and its folder."""
    paths = [part for each in (path, f"{path}-journal", path.parent) for part in ("-P", str(each))]
    what = [part for each in inject for part in ("-e", f"inject={each}")]
    # Stopping at these calls alone is quicker, but a signal is not delivered so.
    fast = [] if any("signal=" in each for each in inject) else ["--seccomp-bpf"]
    return ["strace", "-f", *fast, "-qq", "-o", f"{path}.trace", "-e", f"trace={','.join(calls)}", *paths, *what]


def syscalls(original: Path, folder: Path) -> list[tuple[str, int]]:
    """Every file syscall of a session of five commands: its name, and the how many-th of that name it is."""
    path = copied(original, folder)
    done = run(path, stdin=SCRIPT, before=traced(path, CALLS))
    assert len(done.acked) == 5 * len(CAST)
    by_thread: dict[str, Counter[str]] = {}
    for line in Path(f"{path}.trace").read_text().splitlines():
        found = re.match(r"(\d+) +(\w+)\(", line)
        if found and found[2] in CALLS:
            by_thread.setdefault(found[1], Counter())[found[2]] += 1
    most = {call: max(counted[call] for counted in by_thread.values()) for call in CALLS}
    return [(call, number) for call, count in most.items() for number in range(1, count + 1)]


@pytest.mark.slow
@needs_strace
@pytest.mark.rule("P1", "P2", "B4-02")
def test_killed_at_every_file_syscall_it_has_every_event_that_it_told(quick: Path) -> None:
    original = a_log(quick / "original.db")
    every = syscalls(original, quick / "all")
    assert len(every) > 60

    def killed_at(call: tuple[str, int]) -> int:
        path = copied(original, quick / "-".join(map(str, call)))
        done = run(path, stdin=SCRIPT, before=traced(path, CALLS, f"{call[0]}:signal=KILL:when={call[1]}"))
        must_hold(path, done.acked, before=1 + len(CAST))
        shutil.rmtree(path.parent)
        return done.status

    ended = side_by_side(killed_at, every)
    alive = [call for call, status in zip(every, ended, strict=True) if status not in (137, -9)]
    assert not alive, f"{alive} never came in its turn"
    tried(2, len(every))


SAID = (
    "the disk is full: nothing was recorded",
    "the disk reported an error: nothing was recorded",
    "cannot be opened",
    "cannot be read",
    "is in the log, but the disk did not confirm it",
    "can only be read: nothing was recorded",
)


@pytest.mark.slow
@needs_strace
@pytest.mark.rule("P9", "P2", "B4-03")
@pytest.mark.parametrize("error", ["ENOSPC", "EIO"])
def test_an_error_of_the_disk_at_any_file_syscall_is_told_and_the_session_goes_on(quick: Path, error: str) -> None:
    original = a_log(quick / "original.db")
    every = syscalls(original, quick / "all")

    def failing_at(call: tuple[str, int]) -> int:
        path = copied(original, quick / "-".join(map(str, call)))
        before = traced(path, CALLS, f"{call[0]}:error={error}:when={call[1]}")
        done = run("--keep-going", path, stdin=SCRIPT, before=before)
        found = must_hold(path, done.acked, before=1 + len(CAST))
        unsure = re.findall(r"^#(\d+) is in the log, but", done.err, re.MULTILINE)
        told = {*done.acked, *(seq for last in unsure for seq in range(int(last) - len(CAST) + 1, int(last) + 1))}
        assert {row.seq for row in found} == {*range(1, 2 + len(CAST)), *told}, "what was said is not what is stored"
        refused = done.err.count("nothing was recorded") + done.err.count("cannot be")
        assert len(done.acked) // len(CAST) + refused + len(unsure) == 5, done
        assert done.status == (3 if refused or unsure else 0), done
        shutil.rmtree(path.parent)
        return refused + len(unsure)

    noticed = side_by_side(failing_at, every)
    assert sum(map(bool, noticed)) > len(every) / 2
    tried(3, len(every))


# --- flushed before told ---------------------------------------------------------------------------------------


@needs_strace
@pytest.mark.rule("P1", "B4-05")
def test_the_log_and_its_folder_are_flushed_before_every_tick(tmp_path: Path) -> None:
    path = a_log(tmp_path / "log.db")
    trace = tmp_path / "trace"
    watch = ["strace", "-f", "--seccomp-bpf", "-qq", "-y", "-s", "64", "-o", str(trace)]
    watch += ["-e", "trace=pwrite64,pwritev,write,fsync,fdatasync,unlink,ftruncate,sync_file_range"]
    done = run(path, stdin="".join(f"{award(number)}\n" for number in range(20)), before=watch)
    assert len(done.acked) == 20 * len(CAST)
    since: list[str] = []
    ticks = 0
    for line in trace.read_text().splitlines():
        call = line.split(maxsplit=1)[1]
        if call.startswith("write(1<") and r"\342\234\223" in call:
            must_be_flushed(since, path)
            ticks, since = ticks + 1, []
        else:
            since.append(call)
    assert ticks == 20
    tried(5, ticks)


def must_be_flushed(calls: list[str], path: Path) -> None:
    """After the last write to the log come a flush of it and, once its journal is gone, one of the folder."""
    folder = os.fspath(path.parent)
    wrote = max(place for place, call in enumerate(calls) if re.match(r"pwrite\w*\(\d+<" + re.escape(f"{path}>"), call))
    gone = max(place for place, call in enumerate(calls) if call.startswith(f'unlink("{path}-journal")'))
    after = calls[wrote + 1 :]
    assert any(re.match(r"f(data)?sync\(\d+<" + re.escape(f"{path}>"), call) for call in after), (
        "the log is not flushed"
    )
    synced = [place for place, call in enumerate(calls) if re.match(rf"f(data)?sync\(\d+<{re.escape(folder)}>", call)]
    assert any(place > gone for place in synced), "the folder is not flushed after the journal is gone"
