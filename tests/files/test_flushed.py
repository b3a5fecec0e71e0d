"""Flush a file before it gets its name, and the name before it counts; wait once; import only where it follows."""

from __future__ import annotations

import os
import sqlite3
import stat
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from engine.campaign import Campaign
from engine.commands import MakeNote
from engine.refusal import Refused
from engine.store import connection
from engine.store import log as store_log
from engine.store.door import LogError
from engine.store.log import SqliteLog
from replay.files import transfer

#: Every line that writes a file which is to last.
WRITING = [
    "export made.jsonl",
    "export made.csv",
    "export made.session",
    "backup made.db",
    "fork made.db",
    "rescue made.db",
]


@pytest.mark.parametrize("writable", [True, False])
def test_a_log_is_opened_with_what_sqlite_has_against_damage_and_loss(log: Path, *, writable: bool) -> None:
    """Against damaged cells, against a file that shrinks under a map of it, and against rows without end."""
    with closing(connection.connect(log, writable=writable)) as opened:
        found = {name: opened.execute(f"PRAGMA {name}").fetchone()[0] for name in ("cell_size_check", "mmap_size")}
        assert found == {"cell_size_check": 1, "mmap_size": 0}
        assert opened.getlimit(sqlite3.SQLITE_LIMIT_LENGTH) == 1_000_000
        if writable:
            flushed = [opened.execute(f"PRAGMA {name}").fetchone()[0] for name in ("synchronous", "fullfsync")]
            assert flushed == [3, 1], "EXTRA, and on a Mac to the disk itself"


@pytest.mark.rule("P1")
@pytest.mark.parametrize("line", WRITING)
def test_a_file_is_flushed_before_its_name_and_then_its_folder(
    log: Path, do: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, line: str
) -> None:
    """Flush the file itself, link it, then flush the folder that holds the name."""
    done: list[tuple[str, int]] = []
    fsync, link = os.fsync, os.link

    def flushed(number: int) -> None:
        found = os.fstat(number)
        done.append(("folder" if stat.S_ISDIR(found.st_mode) else "file", found.st_ino))
        fsync(number)

    def linked(fresh: Path, path: Path) -> None:
        done.append(("named", os.stat(fresh).st_ino))
        link(fresh, path)

    monkeypatch.setattr(os, "fsync", flushed)
    monkeypatch.setattr(os, "link", linked)
    assert do(log, line).status == 0
    made, here = Path(line.split()[1]).stat().st_ino, Path().stat().st_ino
    named = done.index(("named", made))
    assert ("file", made) in done[:named]
    assert ("folder", here) in done[named:]


@pytest.mark.rule("P8")
def test_an_import_goes_on_only_from_where_it_looked(
    log: Path, do: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Look again where another window appended meanwhile, and refuse what does not follow any more."""
    do(log, "fork longer.db at #25")
    Path("shorter.db").write_bytes(Path("longer.db").read_bytes())
    do("longer.db", "note one more")
    do("longer.db", "export longer.jsonl")
    looked, same = 0, transfer.same_so_far

    def and_another_appends(*args: Any) -> int:
        nonlocal looked
        found = same(*args)
        looked += 1
        if looked == 1:
            with Campaign.open("shorter.db") as other:
                other.execute(MakeNote("meanwhile"))
        return found

    monkeypatch.setattr(transfer, "same_so_far", and_another_appends)
    with Campaign.open("shorter.db") as campaign, pytest.raises(Refused, match="part ways"):
        transfer.import_into(campaign, Path("longer.jsonl"))
    assert looked == 1


@pytest.mark.rule("P8")
@pytest.mark.parametrize("writable", [True, False])
def test_a_program_waits_once_for_its_turn(log: Path, monkeypatch: pytest.MonkeyPatch, writable: bool) -> None:
    """Give up after one wait, for reading as for writing."""
    monkeypatch.setattr(connection, "BUSY_SECONDS", 0.4)
    with closing(SqliteLog.open(log)) as holder:
        holder.connection.set_authorizer(None)
        holder.connection.execute("BEGIN EXCLUSIVE")
        began = time.monotonic()
        with pytest.raises(LogError, match="another program"):
            SqliteLog.open(log, writable=writable)
        assert time.monotonic() - began < 0.75


@pytest.mark.rule("P8")
def test_a_reader_in_the_middle_of_a_log_holds_up_no_writer(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Append while somebody has read only the first event of many."""
    monkeypatch.setattr(store_log, "BATCH", 10)
    monkeypatch.setattr(connection, "BUSY_SECONDS", 0.2)
    with closing(SqliteLog.open(log, writable=False)) as reader, Campaign.open(log) as writer:
        rows = reader.read()
        assert next(rows).seq == 1
        writer.execute(MakeNote("meanwhile"))
        assert next(rows).seq == 2
