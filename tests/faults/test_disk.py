"""Disks that are full, and places where nothing can be written: P9, and what can still be read."""

from __future__ import annotations

import ctypes
import os
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest
from faulty import ROOT, a_log, award, copied, environment, must_hold, rows, run, tried
from given import one_in

from engine.store.errors import LogError
from engine.store.inspection import inspect, salvage
from engine.store.log import SqliteLog as Log
from shell.runner import Desk

pytestmark = pytest.mark.slow

LIBC = ctypes.CDLL(None)
PR_CAPBSET_DROP, CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH = 24, 1, 2
FULL = "the disk is full: nothing was recorded"
REFUSED = "the disk reported an error: nothing was recorded"


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """Mount a file system of half a megabyte; only root can have one."""
    place = tmp_path / "small"
    place.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=512k", "none", place], capture_output=True)
    if mounted.returncode:
        pytest.skip("a small file system cannot be mounted here")
    yield place
    subprocess.run(["umount", "-l", place], check=True)


@pytest.mark.rule("P9", "B4-06")
def test_on_a_full_disk_nothing_is_recorded_and_it_carries_on_when_there_is_room(small_disk: Path) -> None:
    path = a_log(small_disk / "log.db")
    ballast = small_disk / "ballast"
    ballast.write_bytes(b"x" * 200_000)
    script = "".join(f"note {number} {'x' * 5000}\n" for number in range(100))
    full = run("--keep-going", path, stdin=script)
    assert (full.status, full.err.count(FULL) > 0) == (3, True)
    assert "make room and try again" in full.err
    assert {row.seq for row in rows(path)} == {1, 2, 3, 4, *full.acked}
    ballast.unlink()
    again = run(path, "note", "there is room again")
    assert (again.status, again.acked) == (0, [rows(path)[-1].seq])
    tried(6)


@pytest.mark.rule("P9", "B4-06")
def test_at_the_limit_of_a_files_size_nothing_is_recorded_and_it_carries_on_beyond(tmp_path: Path) -> None:
    path = a_log(tmp_path / "log.db")
    limit = path.stat().st_size + 20_000

    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    script = "".join(f"note {number} {'x' * 5000}\n" for number in range(10))
    full = run("--keep-going", path, stdin=script, preexec_fn=limited)
    assert full.status == 3
    assert full.err.count(REFUSED) + full.err.count(FULL) == 10 - len(full.acked) > 0
    assert {row.seq for row in rows(path)} == {1, 2, 3, 4, *full.acked}
    assert run(path, stdin=script).status == 0
    tried(6)


# --- nothing can be written ------------------------------------------------------------------------------------


def without_privilege() -> None:
    """Give up what root may do with the files of others, and with its own that say no."""
    for capability in (CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH):
        LIBC.prctl(PR_CAPBSET_DROP, capability, 0, 0, 0)


#: What recomputes every hash, without recording anything.
PASSES = (
    *(("why", "Ilse", "xp"), ("ledger", "Ilse"), ("dispute", "Ilse", "5"), ("audit",), ("diff", "#2", "#4")),
    *(("whatif", "drop", "#3"), ("verify",)),
)
READING = (("log",), ("sheet", "Ilse"), ("party", "at", "#3"), *PASSES)
LOCKS = {"the file": (0o444, 0o755), "the folder": (0o644, 0o555), "both": (0o444, 0o555)}


@pytest.mark.slow
@pytest.mark.rule("P9", "B4-07")
@pytest.mark.parametrize("what", LOCKS)
@pytest.mark.parametrize("verb", READING, ids=" ".join)
def test_a_log_that_can_only_be_read_is_read(folder: Path, what: str, verb: tuple[str, ...]) -> None:
    path = locked(folder, what)
    before = path.read_bytes()
    done = run(path, *verb, preexec_fn=without_privilege)
    assert done.status == 0, done
    assert not done.err
    assert path.read_bytes() == before
    assert os.listdir(folder) == ["log.db"]
    tried(7)


@pytest.mark.rule("P9", "B4-06")
def test_on_a_full_disk_every_hash_is_still_checked(small_disk: Path) -> None:
    """Fill the disk that has the log, and this computer's notes and caches too."""
    path, home = a_log(small_disk / "log.db", events=600), small_disk / "home"
    home.mkdir()
    there = environment(XDG_STATE_HOME=str(home / "state"), XDG_CACHE_HOME=str(home / "cache"))
    right = [run(path, *words).out for words in PASSES]
    with (small_disk / "ballast").open("wb", buffering=0) as ballast, suppress(OSError):
        while ballast.write(b"x" * 512):
            pass
    assert shutil.disk_usage(small_disk).free == 0
    for words, out in zip(PASSES, right, strict=True):
        done = run(path, *words, env=there)
        assert (done.status, done.out, done.err) == (0, out, ""), words
        tried(6)


@pytest.mark.rule("P9", "B4-07")
@pytest.mark.parametrize("what", one_in(4, LOCKS))
def test_a_log_that_can_only_be_read_is_not_added_to_and_says_so(folder: Path, what: str) -> None:
    path = locked(folder, what)
    before = path.read_bytes()
    done = run(path, "note", "this cannot be", preexec_fn=without_privilege)
    assert done.status == 3, done
    assert "nothing was recorded" in done.err or f"{path} cannot be opened" in done.err
    assert not done.out
    assert path.read_bytes() == before
    tried(7)


@pytest.mark.parametrize("asked", [("report", "evening.html", "sheets"), ("export", "copy.jsonl for players")])
def test_in_a_folder_that_can_only_be_read_no_report_or_copy_is_written(folder: Path, asked: tuple[str, ...]) -> None:
    path = locked(folder, "the folder")
    done = run(path, *" ".join(asked).split(), cwd=folder, preexec_fn=without_privilege)
    assert done.status == 1, done
    assert "cannot be written: Permission denied" in done.err
    assert os.listdir(folder) == ["log.db"]


def locked(folder: Path, what: str) -> Path:
    """Make a log of which some part cannot be written."""
    path = a_log(folder / "log.db", events=10)
    lock(path, what)
    return path


def lock(path: Path, what: str) -> None:
    file_mode, folder_mode = LOCKS[what]
    path.chmod(file_mode)
    path.parent.chmod(folder_mode)


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """Make a folder that can be deleted in the end."""
    place = tmp_path / "folder"
    place.mkdir()
    yield place
    place.chmod(0o755)


@pytest.mark.rule("P9", "B4-07")
@pytest.mark.parametrize("what", one_in(4, LOCKS))
def test_an_interrupted_write_does_not_stand_in_the_way_of_reading_alone(folder: Path, what: str) -> None:
    path = a_log(folder / "log.db", events=10)
    interrupted(path)
    lock(path, what)
    done = run(path, "verify", preexec_fn=without_privilege)
    assert done.status == 0, done
    assert run(path, "head", preexec_fn=without_privilege).out.startswith("10 events")
    tried(7)


@pytest.mark.rule("P9", "B4-07")
def test_a_log_on_a_read_only_medium_is_read_even_after_an_interrupted_write(small_disk: Path) -> None:
    path = a_log(small_disk / "log.db", events=10)
    interrupted(path)
    subprocess.run(["mount", "-o", "remount,ro", small_disk], check=True)
    assert run(path, "verify").status == 0
    assert run(path, "log", "last", "1").out.count("#10 ") == 1
    refused = run(path, "note", "this cannot be")
    assert (refused.status, refused.out) == (3, "")
    assert "nothing was recorded" in refused.err
    tried(7)


def interrupted(path: Path) -> None:
    """Leave the log as a power cut does in the middle of a command: written in part, with its journal."""
    copy = copied(path, path.parent / "away")
    with closing(Log.open(copy)) as log:
        log.connection.set_authorizer(None)
        log.connection.execute("PRAGMA cache_size = 1")  # so that pages are written before the end of the command
        log.connection.execute("BEGIN IMMEDIATE")
        log.connection.execute("DROP TRIGGER event_is_never_changed")
        log.connection.execute("UPDATE event SET body = json_quote(hex(randomblob(8000)))")
        for each in ("", "-journal"):
            shutil.copyfile(f"{copy}{each}", f"{path}{each}")
        log.connection.execute("ROLLBACK")
    shutil.rmtree(copy.parent)
    assert Path(f"{path}-journal").read_bytes().startswith(b"\xd9\xd5\x05\xf9"), "it is not to be played back"
    assert path.stat().st_size > 100_000


def test_what_saves_a_log_after_an_interrupted_write_can_write_nothing_else(tmp_path: Path) -> None:
    """It had to open the log for writing, so that SQLite undoes the write."""
    path = a_log(tmp_path / "log.db", events=10)
    interrupted(path)
    with closing(salvage(path)) as connection:
        assert connection.execute("SELECT count(*) FROM event").fetchone() == (10,)
        with pytest.raises(sqlite3.OperationalError, match="readonly"):
            connection.execute("CREATE TABLE other(x)")


def test_an_interrupted_write_is_undone_when_the_log_can_be_written(tmp_path: Path) -> None:
    path = a_log(tmp_path / "log.db", events=10)
    before = [row.body for row in rows(path)]
    interrupted(path)
    assert run(path, "note", "after the power cut").acked == [11]
    assert [row.body for row in rows(path)][:10] == before


# --- at the last moment ----------------------------------------------------------------------------------------


@pytest.mark.rule("P9", "P3")
def test_where_the_disk_would_not_confirm_an_event_that_is_in_the_log_it_says_just_that(tmp_path: Path) -> None:
    """The journal is gone, so the event counts; but the folder could not be flushed, so the journal may come back."""
    path = a_log(tmp_path / "log.db")
    if not shutil.which("strace"):
        pytest.skip("strace is not there")
    folder_flush = ["strace", "-f", "--seccomp-bpf", "-qq", "-o", "/dev/null", "-P", str(tmp_path)]
    done = run(path, stdin=f"{award(1)}\n", before=[*folder_flush, "-e", "inject=fsync,fdatasync:error=EIO:when=2"])
    if done.status == 0:
        pytest.skip("this SQLite flushes the folder otherwise")
    assert done.status == 3
    assert "#7 is in the log, but the disk did not confirm it" in done.err
    assert not done.acked
    must_hold(path, [], before=4)
    assert inspect(path).events == 7


AFTER = "#5 is in the log, but after that: the disk reported an error"


@pytest.mark.rule("P3")
@pytest.mark.parametrize("place", ["shell.runner.answer", "engine.campaign.Campaign._advance"])
def test_where_something_fails_after_an_event_was_stored_it_says_so(
    tmp_path: Path, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody types it a second time."""
    path = a_log(tmp_path / "log.db")
    desk = Desk(path)
    assert desk.do("head").fault is None
    with monkeypatch.context() as patch:
        patch.setattr(place, failing)
        outcome = desk.do("note it rains")
    desk.close()
    assert outcome.fault is not None
    assert (outcome.fault.message, outcome.fault.hint) == (AFTER, "check with “log last 3” before you type it again")
    assert len(rows(path)) == 5


@pytest.mark.rule("P3")
def test_where_something_fails_after_an_import_it_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = a_log(tmp_path / "log.db")
    older = copied(path, tmp_path / "older")
    for line in ("note it rains", f"export {tmp_path}/all.jsonl"):
        assert run(path, *line.split()).status == 0
    desk = Desk(older)
    assert desk.do("head").fault is None
    monkeypatch.setattr("engine.campaign.Campaign.remember", lambda self, **_: self.log.head.seq < 5 or failing())
    outcome = desk.do(f"import {tmp_path}/all.jsonl")
    desk.close()
    assert outcome.fault is not None
    assert outcome.fault.message == AFTER
    assert inspect(older).events == 5


def failing(*_: object, **__: object) -> None:
    raise LogError("the disk reported an error: nothing was recorded", "is it full, or unplugged?")


@pytest.mark.rule("P9")
@pytest.mark.parametrize("output", ["stdout", "stderr"])
def test_output_that_cannot_be_written_is_owned_up_to(tmp_path: Path, output: str) -> None:
    path = a_log(tmp_path / "log.db")
    line = "log" if output == "stdout" else "nothing of the kind"
    with open("/dev/full", "wb") as full:
        command = [sys.executable, "-m", "shell", str(path), line]
        pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | {output: full}
        done = subprocess.run(command, env=environment(), cwd=ROOT, **pipes)
    assert done.returncode == 3
    if output == "stdout":
        assert done.stderr.startswith(b"fudgelog: the output cannot be written: ")


@pytest.mark.rule("P1")
def test_a_reader_who_has_enough_ends_it_without_a_word(tmp_path: Path) -> None:
    path = a_log(tmp_path / "log.db", events=50)
    program = subprocess.Popen(
        [sys.executable, "-m", "shell", path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        env=environment(), bufsize=0,
    )  # fmt: skip
    assert program.stdin
    assert program.stdout
    program.stdin.write(b"head\n")
    program.stdout.readline()
    program.stdout.close()
    _, err = program.communicate(b"note this is recorded, though nobody listens\nnote this may be\n")
    assert (program.returncode, err) == (128 + signal.SIGPIPE, b"")
    assert 50 <= len(rows(path)) <= 52
    tried(17)
