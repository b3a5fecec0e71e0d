"""The program is killed at any moment; what it had told with a ✓ is there, and nothing by halves."""

from __future__ import annotations

import os
import random
import re
import shutil
import subprocess
import threading
from collections import Counter
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from faulty import (
    CAST,
    a_log,
    acked,
    award,
    copied,
    heavy,
    must_hold,
    needs_strace,
    run,
    side_by_side,
    start,
    texts,
    tried,
)
from given import one_in
from windows import Nursery, Window


@pytest.mark.slow
@pytest.mark.rule("P1", "P2", "P3", "B4-01")
@pytest.mark.parametrize("times", [25, pytest.param(500, marks=heavy)])
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
    found = must_hold(path, told, before=1 + len(CAST), spare=100)
    stored = texts(found)[1 + len(CAST) :: len(CAST)]
    assert stored == [f"n{each}" for each in range(len(stored))], "a line is stored, but not one before it"
    tried(1)
    return told


# --- at every file call ----------------------------------------------------------------------------------------


#: “✓” as strace writes it.
TICK = r"\342\234\223"

#: How the lines come: one as soon as the one before is answered, or all at once, of which those but the first, which
#: opens the log, share a commit.
WAYS = {"waiting for each": 1, "at once": 4}


def played(
    nursery: Nursery, original: Path, folder: Path, kind: str, call: int, way: str
) -> tuple[Path, Window, list[Any]]:
    """Play five commands in a window of which one file call fails; returns the log, the window and its answers."""
    path = copied(original, folder / "log")
    kept = {"XDG_STATE_HOME": str(folder / "state")}
    window = Window(nursery, path, folder, kept, None, fault=(kind, call, False))
    answers: list[Any] = []
    lines = [award(number) for number in range(5)]
    for typed in lines if way == "waiting for each" else ["\n".join(lines)]:
        window.type(typed)
        for _ in typed.splitlines():
            if (answer := window.answer()) is None:
                return path, window, answers
            answers.append(answer)
    return path, window, answers


@pytest.mark.slow
@pytest.mark.rule("P1", "P2", "P9", "B4-02", "B4-03")
@pytest.mark.parametrize("kind", one_in(3, ["kill", "EIO", "ENOSPC"], heavy))
@pytest.mark.parametrize("way", WAYS)
def test_at_whatever_file_call_a_fault_comes_what_was_told_is_stored(
    quick: Path, nursery: Nursery, kind: str, way: str
) -> None:
    original = a_log(quick / "original.db")
    _, whole, answers = played(nursery, original, quick / "whole", kind, 0, way)
    assert len(answers) == 5
    calls = range(1, whole.fault.calls + 1)
    assert (len(calls) > 100) == (way == "waiting for each"), "lines did not share a commit"
    whole.close()
    noticed = [fault_at(nursery, original, quick / str(call), kind, call, way) for call in calls]
    assert sum(noticed) > len(noticed) / 2
    tried(2 if kind == "kill" else 3, len(noticed))


def fault_at(nursery: Nursery, original: Path, folder: Path, kind: str, call: int, way: str) -> bool:
    """Try a fault at one file call; returns whether the window told of it."""
    path, window, answers = played(nursery, original, folder, kind, call, way)
    assert window.disarm(), "it never came in its turn"
    assert window.alive == (kind != "kill")
    window.close()
    told = [event["seq"] for answer in answers if answer["ok"] for event in answer["events"]]
    said = [answer["error"]["message"] for answer in answers if not answer["ok"]]
    unsure = [
        int(found[1]) for each in said if (found := re.match(r"#(\d+) is in the log, but the disk did not", each))
    ]
    assert all("nothing was recorded" in each or "cannot be" in each or "did not confirm" in each for each in said), (
        said
    )
    found = must_hold(path, told, before=1 + len(CAST), spare=WAYS[way])
    if kind != "kill":
        told += (seq for last in unsure for seq in range(int(last) - len(CAST) + 1, int(last) + 1))
        assert {row.seq for row in found} == {*range(1, 2 + len(CAST)), *told}, "what was said is not what is stored"
    shutil.rmtree(folder)
    return bool(said) or kind == "kill"


# --- a log that is being made ------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.rule("P2", "P10")
def test_killed_while_it_makes_a_log_it_leaves_a_whole_one_or_a_free_name(quick: Path, nursery: Nursery) -> None:
    """At each file call of `new` the program is killed, and the next one goes on, or begins again."""
    ends: Counter[str] = Counter()
    for call in count(1):
        place = quick / str(call)
        path = place / "log" / "log.db"
        path.parent.mkdir(parents=True)
        kept = {"XDG_STATE_HOME": str(place)}
        first = Window(nursery, path, place, kept, None, fault=("kill", call, False))
        second = Window(nursery, path, place, kept, None)
        first.ask("new peupfudge")
        killed_there = first.disarm()
        first.close()
        ends[must_be_whole_or_free(path, second)] += 1
        second.close()
        if not killed_there:
            break
    assert set(ends) == {"no log", "whole"}
    assert ends["whole"] > 1, "it was never killed once the name was given"
    tried(2, call - 1)


def must_be_whole_or_free(path: Path, window: Window) -> str:
    """Return what became of a log, after asking for it and making it once more."""
    there = path.exists()
    looked, again = [window.ask(line) or {} for line in ("head", "new peupfudge")]
    assert (looked["ok"], again["ok"]) == (there, not there)
    if there:
        assert again["error"]["message"] == f"there is a campaign {path} already"
    else:
        assert [each.name for each in path.parent.iterdir()] == ["log.db"]
    assert (window.ask("verify") or {})["result"]["ok"]
    return "whole" if there else "no log"


# --- flushed before told ---------------------------------------------------------------------------------------


@needs_strace
@pytest.mark.rule("P1", "B4-05")
def test_the_log_and_its_folder_are_flushed_before_every_tick(tmp_path: Path) -> None:
    path = a_log(tmp_path / "log.db")
    trace = tmp_path / "trace"
    watch = ["strace", "-f", "--seccomp-bpf", "-qq", "-y", "-s", "4096", "-o", str(trace)]
    watch += ["-e", "trace=pwrite64,pwritev,write,fsync,fdatasync,unlink,ftruncate,sync_file_range"]
    done = run(path, stdin="".join(f"{award(number)}\n" for number in range(20)), before=watch)
    assert len(done.acked) == 20 * len(CAST)
    calls = [line.split(maxsplit=1)[1] for line in trace.read_text().splitlines()]
    ticks = [
        (place, call.count(TICK)) for place, call in enumerate(calls) if call.startswith("write(1<") and TICK in call
    ]
    for place, _ in ticks:
        must_be_flushed(calls[:place], path)
    assert sum(several for _, several in ticks) == len(done.acked)
    tried(5, len(ticks))


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
