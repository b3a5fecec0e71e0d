"""Several programs on one log: nothing lost, nothing doubled, everybody has a turn, and nobody waits for a reader."""

from __future__ import annotations

import json
import signal
import subprocess
import threading
import time
from collections import Counter
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest
from faulty import PROGRAM, a_log, acked, environment, heavy, rows, run, start, texts, tried

from engine.log import Log

pytestmark = heavy

PIPES: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
BUSY = "another program held the log for 5 seconds: nothing was recorded"


def writer(path: Path, name: str, seconds: float) -> tuple[list[int], list[float], str]:
    """Let the program record notes for a while, each as soon as the one before it was told.

    Returns the numbers that were told, how long each took, and what was said on stderr.
    """
    program = start(path, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0)
    assert program.stdin
    assert program.stdout
    told: list[int] = []
    took: list[float] = []
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        began = time.monotonic()
        program.stdin.write(f"note {name} {len(told)}\n".encode())
        program.stdout.readline()
        told += acked(program.stdout.readline().decode())
        took.append(time.monotonic() - began)
    _, err = program.communicate()
    return told, took, err.decode()


def written_together(path: Path, names: list[str], seconds: float) -> dict[str, tuple[list[int], list[float], str]]:
    """What became of several writers at once."""
    found: dict[str, tuple[list[int], list[float], str]] = {}

    def write(name: str) -> None:
        found[name] = writer(path, name, seconds)

    threads = [threading.Thread(target=write, args=(name,)) for name in names]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found


@pytest.mark.rule("P8", "B4-08")
@pytest.mark.parametrize(
    ("writers", "seconds"), [(2, 5), (8, 5), pytest.param(2, 60, marks=heavy), pytest.param(8, 60, marks=heavy)]
)
def test_writers_side_by_side_lose_nothing_double_nothing_and_all_have_their_turn(
    tmp_path: Path, writers: int, seconds: float
) -> None:
    path = a_log(tmp_path / "log.db")
    names = [f"w{number}" for number in range(writers)]
    found = written_together(path, names, seconds)
    stored = Counter(texts(rows(path))[4:])
    assert max(stored.values()) == 1
    for name, (told, took, err) in found.items():
        assert not err, err
        assert len(told) == sum(text.startswith(f"{name} ") for text in stored), f"{name} was told other than stored"
        assert len(told) > 5, f"{name} had no turn"
        assert max(took) < 20
    assert sum(len(told) for told, _, _ in found.values()) == len(stored)
    tried(8, len(stored))


@pytest.mark.rule("P8", "B4-08")
@pytest.mark.parametrize("seconds", [5, pytest.param(60, marks=heavy)])
def test_a_person_hardly_notices_a_script_that_writes_as_fast_as_it_can(tmp_path: Path, seconds: float) -> None:
    path = a_log(tmp_path / "log.db")
    lines = "".join(f"note imported {number}\n" for number in range(200_000)).encode()
    script = start(path, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    feeding = threading.Thread(target=feed, args=(script, lines))
    feeding.start()
    told, took, err = writer(path, "typed", seconds)
    assert script.poll() is None, "the script was done too soon"
    assert (err, stop(script, feeding)) == ("", b"")
    stored = texts(rows(path))
    assert sum(text.startswith("typed ") for text in stored) == len(told) > 10
    assert sorted(took)[len(took) // 2] < 0.25
    assert max(took) < 20
    tried(8, len(stored))


def feed(program: subprocess.Popen[bytes], lines: bytes) -> None:
    """Write lines into a program until it has enough."""
    assert program.stdin
    try:
        program.stdin.write(lines)
    except OSError:
        return


def stop(program: subprocess.Popen[bytes], feeding: threading.Thread) -> bytes:
    """End a program that is still being fed; returns what it said on stderr."""
    assert program.stdin
    program.kill()
    feeding.join()
    with suppress(BrokenPipeError):
        program.stdin.close()
    said = program.stderr.read() if program.stderr else b""
    program.wait()
    if program.stderr:
        program.stderr.close()
    return said


@pytest.mark.rule("P8")
def test_who_cannot_get_a_turn_in_five_seconds_says_so_and_records_nothing(tmp_path: Path) -> None:
    path = a_log(tmp_path / "log.db")
    with closing(Log.open(path)) as other:
        other.connection.execute("BEGIN IMMEDIATE")
        began = time.monotonic()
        done = run(path, "note", "I waited")
        assert 5 <= time.monotonic() - began < 20
        other.connection.execute("ROLLBACK")
    assert (done.status, done.out) == (3, "")
    assert done.err.splitlines() == [BUSY, "  type it again in a moment"]
    assert len(rows(path)) == 4
    assert run(path, "note", "I waited").acked == [5]
    tried(8)


@pytest.mark.rule("P8")
def test_a_command_is_decided_anew_when_another_program_was_first(tmp_path: Path) -> None:
    """Two shells see the same 10 XP; only one of them can spend them."""
    path = a_log(tmp_path / "log.db")
    assert run(path, "award", "Ilse", "10").status == 0
    assert run(path, "define ability Mycology").status == 0
    shells = [start("--keep-going", path, **PIPES) for _ in "ab"]
    for shell in shells:
        assert shell.stdin
        shell.stdin.write(b"head\nspend Ilse 10 on Mycology\n")
        shell.stdin.flush()
    said = [b"".join(shell.communicate()).decode() for shell in shells]
    assert sorted("Ilse has 0 XP to spend, not 10" in each for each in said) == [False, True]
    assert [row.type for row in rows(path)].count("XpAllocated") == 1
    tried(8)


# --- readers ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("P8", "B4-09")
@pytest.mark.parametrize("verb", ["log", "--json log", "timeline", "export", "two logs"])
def test_who_only_reads_and_stops_in_the_middle_keeps_nobody_from_writing(quick: Path, verb: str) -> None:
    path = a_log(quick / "log.db", events=3000, note="the thief limps on the left foot " * 3)
    command = {
        "log": [*PROGRAM, str(path), "log"],
        "--json log": [*PROGRAM, "--json", str(path), "log"],
        "timeline": [*PROGRAM, str(path), "log", "Ilse"],
        "export": [*PROGRAM, str(path), "log", "last", "2500"],
        "two logs": [*PROGRAM, str(path)],
    }[verb]
    reader = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment())
    assert reader.stdin
    assert reader.stdout
    reader.stdin.write(b"log\nlog\n")
    reader.stdin.close()
    assert reader.stdout.read(1)  # it has begun, and waits for us to read on
    reader.send_signal(signal.SIGSTOP)
    for _ in range(5):
        assert run(path, "note", "meanwhile").status == 0
    reader.send_signal(signal.SIGCONT)
    reader.stdout.read()
    reader.stdout.close()
    assert reader.wait() == 0
    assert rows(path)[-1].seq == 3005
    tried(9)


@pytest.mark.rule("P8")
def test_a_log_is_checked_while_others_write_to_it(tmp_path: Path) -> None:
    path = a_log(tmp_path / "log.db", events=50)
    writing = start(path, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    feeding = threading.Thread(target=feed, args=(writing, b"note again\n" * 100_000))
    feeding.start()
    for _ in range(5):
        found = json.loads(run("--json", path, "verify").out)
        assert found["ok"]
        assert found["result"]["ok"]
    assert writing.poll() is None
    stop(writing, feeding)
    tried(9)
