"""What a process holds of a log stays held, whatever else it does with the file."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from faulty import a_log

from engine import Campaign
from engine.store.errors import LogError
from engine.store.inspection import inspect
from engine.store.log import SqliteLog as Log

TAKING = """
import sqlite3, sys
other = sqlite3.connect(sys.argv[1], isolation_level=None, timeout=0)
try:
    other.execute("BEGIN IMMEDIATE")
except sqlite3.OperationalError as error:
    print(error)
"""


def taken_by_another(path: Path) -> bool:
    """Whether another process may begin to write."""
    found = subprocess.run([sys.executable, "-c", TAKING, path], capture_output=True, text=True, timeout=60)
    assert found.stdout in ("", "database is locked\n"), found
    return not found.stdout


@pytest.mark.rule("P2")
def test_looking_at_a_log_gives_nobody_else_the_turn_that_a_writer_of_this_process_has(quick: Path) -> None:
    path = a_log(quick / "log.db")
    with closing(Log.open(path)) as log:
        log.connection.execute("BEGIN IMMEDIATE")
        assert inspect(path).ok
        Campaign.open(path, writable=False).close()
        assert not taken_by_another(path)
        log.connection.execute("ROLLBACK")
        assert taken_by_another(path)


@pytest.mark.rule("P10")
def test_a_file_that_was_let_go_of_is_looked_at_again_before_sqlite_does(quick: Path) -> None:
    path = a_log(quick / "log.db")
    log = Log.open(path)
    log.close()
    with closing(sqlite3.connect(path)) as other:
        other.execute("PRAGMA application_id = 7")
    Path(f"{path}-journal").write_bytes(b"anything")
    with pytest.raises(LogError, match="another program made it"):
        Log.open(path)
    assert Path(f"{path}-journal").read_bytes() == b"anything"
