"""Several programs on one log: nothing lost, nothing doubled, everybody has a turn, and nobody waits for a reader."""

from __future__ import annotations

import json
import shutil
import signal
import sqlite3
import subprocess
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import given
import pytest
from faulty import PROGRAM, a_log, environment, heavy, must_wait, rows, run, side_by_side, start, texts, tried

from engine.store.log import SqliteLog as Log

PIPES: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
BUSY = "another program held the log for 5 seconds: nothing was recorded"


def written(path: Path, name: str, notes: int) -> list[str]:
    """Let the program record notes, each as soon as the one before it was answered; returns those that were told.

    On a machine that is busy enough a turn may not come in time: then just that is said.
    """
    program = start("--json", "--keep-going", path, bufsize=0, **PIPES)
    assert program.stdin
    assert program.stdout
    told = []
    for number in range(notes):
        program.stdin.write(f"note {name} {number}\n".encode())
        answer = json.loads(program.stdout.readline())
        if answer["ok"]:
            told.append(f"{name} {number}")
        else:
            assert answer["error"]["message"] == BUSY
    _, err = program.communicate()
    assert not err
    return told


@pytest.mark.slow
@pytest.mark.rule("P8", "B4-08")
@pytest.mark.parametrize(
    ("writers", "notes"), [(2, 200), (8, 40), pytest.param(2, 5000, marks=heavy), pytest.param(8, 1000, marks=heavy)]
)
def test_writers_side_by_side_lose_nothing_double_nothing_and_all_have_their_turn(
    tmp_path: Path, writers: int, notes: int
) -> None:
    path = a_log(tmp_path / "log.db")
    names = [f"w{number}" for number in range(writers)]
    found = side_by_side(lambda name: written(path, name, notes), names, workers=writers)
    assert Counter(texts(rows(path))[4:]) == Counter(note for told in found for note in told)
    assert min(map(len, found)) > notes / 2
    tried(8, sum(map(len, found)))


@pytest.mark.slow
@pytest.mark.rule("P8", "B4-08")
@pytest.mark.parametrize("notes", [100, pytest.param(2000, marks=heavy)])
def test_a_person_has_a_turn_beside_a_script_that_writes_as_fast_as_it_can(tmp_path: Path, notes: int) -> None:
    path = a_log(tmp_path / "log.db")
    script = start(path, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    feeding = threading.Thread(target=feed, args=(script, b"note imported\n" * 1_000_000))
    feeding.start()
    told = written(path, "typed", notes)
    assert script.poll() is None, "the script was done too soon"
    assert stop(script, feeding) == b""
    stored = texts(rows(path))[4:]
    assert [text for text in stored if text != "imported"] == told
    assert len(told) > notes / 2
    assert len(told) < len(stored)
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
def test_a_turn_keeps_others_out_from_its_beginning(tmp_path: Path) -> None:
    path = a_log(tmp_path / "log.db")
    with closing(Log.open(path)) as log, closing(sqlite3.connect(path, timeout=0, isolation_level=None)) as other:
        with log.together(alone=True), pytest.raises(sqlite3.OperationalError, match="locked"):
            other.execute("BEGIN IMMEDIATE")
        other.execute("BEGIN IMMEDIATE")
    tried(8)


@pytest.mark.slow
@pytest.mark.rule("P8")
def test_who_cannot_get_a_turn_in_five_seconds_says_so_and_records_nothing(tmp_path: Path) -> None:
    path = a_log(tmp_path / "log.db")
    with closing(Log.open(path)) as other:
        other.connection.execute("BEGIN IMMEDIATE")
        began = time.monotonic()
        done = run(path, "note", "I waited")
        assert time.monotonic() - began >= 5
        other.connection.execute("ROLLBACK")
    assert (done.status, done.out) == (3, "")
    assert done.err.splitlines() == [BUSY, "  try again in a moment"]
    assert len(rows(path)) == 4
    assert run(path, "note", "I waited").acked == [5]
    tried(8)


@pytest.mark.rule("P8")
def test_who_waits_for_a_turn_asks_again_and_again_and_has_it_once_it_is_free(tmp_path: Path) -> None:
    path = a_log(tmp_path / "log.db")
    with closing(Log.open(path)) as other:
        other.connection.execute("BEGIN IMMEDIATE")
        program = start(path, bufsize=0, **PIPES)
        assert program.stdin
        assert program.stdout
        program.stdin.write(b"note I waited\n")
        assert program.stdout.readline() == b"> note I waited\n"
        must_wait(program)
        other.connection.execute("ROLLBACK")
    out, err = program.communicate()
    said = "✓ #5 I waited (no session is open: “session start” begins one)\n"
    assert (program.returncode, out.decode(), err) == (0, said, b"")
    tried(8)


@pytest.mark.slow
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


@pytest.fixture(scope="module")
def long() -> Iterator[Path]:
    """Make a log that no pipe takes in whole."""
    with given.folder() as place:
        yield a_log(Path(place) / "long.db", events=3000, note="the thief limps on the left foot " * 3)


@pytest.mark.slow
@pytest.mark.rule("P8", "B4-09")
@pytest.mark.parametrize("verb", ["log", "--json log", "log Ilse", "log last", "two logs"])
def test_who_only_reads_and_stops_in_the_middle_keeps_nobody_from_writing(quick: Path, long: Path, verb: str) -> None:
    path = Path(shutil.copy(long, quick / "log.db"))
    command = {
        "log": [*PROGRAM, str(path), "log"],
        "--json log": [*PROGRAM, "--json", str(path), "log"],
        "log Ilse": [*PROGRAM, str(path), "log", "Ilse"],
        "log last": [*PROGRAM, str(path), "log", "last", "2500"],
        "two logs": [*PROGRAM, str(path)],
    }[verb]
    reader = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment())
    assert reader.stdin
    assert reader.stdout
    reader.stdin.write(b"log\nlog\n")
    reader.stdin.close()
    assert reader.stdout.read(1)  # it has begun, and waits for us to read on
    reader.send_signal(signal.SIGSTOP)
    assert run(path, stdin="note meanwhile\n" * 5).status == 0
    reader.send_signal(signal.SIGCONT)
    reader.stdout.read()
    reader.stdout.close()
    assert reader.wait() == 0
    assert rows(path)[-1].seq == 3005
    tried(9, 5)


@pytest.mark.slow
@pytest.mark.rule("P8")
def test_a_log_is_checked_while_others_write_to_it(tmp_path: Path) -> None:
    path = a_log(tmp_path / "log.db", events=50)
    writing = start(path, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    feeding = threading.Thread(target=feed, args=(writing, b"note again\n" * 1_000_000))
    feeding.start()
    for _ in range(5):
        found = json.loads(run("--json", path, "verify").out)
        assert found["ok"]
        assert found["result"]["ok"]
    assert writing.poll() is None
    stop(writing, feeding)
    tried(9)
