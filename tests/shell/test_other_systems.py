"""The program where the system lacks what POSIX has, as Windows does."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

#: Takes from Python what it lacks on Windows, and lets folders and files behave as there; then runs the program.
AS_ON_WINDOWS = """
import errno, os, signal, sys
for module in ("fcntl", "termios", "tty", "pty", "resource", "pwd", "grp", "readline"):
    sys.modules[module] = None
for name in ("fork", "geteuid", "getuid", "O_DIRECTORY", "O_NOFOLLOW", "O_NONBLOCK", "uname", "fchmod"):
    delattr(os, name)
for name in ("SIGPIPE", "SIGTSTP", "SIGHUP", "SIGWINCH", "SIGKILL", "SIGALRM"):
    delattr(signal, name)
opened, flushed, read_only = os.open, os.fsync, set()
def open_no_folder(path, flags, mode=0o777, *, dir_fd=None):
    if os.path.isdir(path):
        raise PermissionError(errno.EACCES, "Permission denied", str(path))
    number = opened(path, flags, mode)
    (read_only.discard if flags & (os.O_WRONLY | os.O_RDWR) else read_only.add)(number)
    return number
def flush_what_is_written(number):
    if number in read_only:
        raise OSError(errno.EBADF, "Bad file descriptor")
    flushed(number)
os.open, os.fsync = open_no_folder, flush_what_is_written
import shutil
from shell.__main__ import start
sys.exit(start())
"""

EVERY_KIND_OF_FILE = """
new polyhedral The Brass Lantern
setup caravan
check samira tracking vs fair
session start
award all 2
undo
export lantern.jsonl
export lantern.session
export lantern.csv
export tables.db
export notes/
report lantern.html
backup copy.db
fork other.db
replay
verify
"""


@pytest.mark.slow
def test_without_what_only_posix_has_a_campaign_is_played_and_every_file_written(home: Path) -> None:
    played = subprocess.run(
        [sys.executable, "-c", AS_ON_WINDOWS, "lantern.db"],
        input=EVERY_KIND_OF_FILE.encode(),
        capture_output=True,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
        cwd=home,
        check=False,
    )
    assert (played.returncode, played.stderr.decode()) == (0, "")
    written = {"lantern.jsonl", "lantern.session", "lantern.csv", "tables.db", "notes", "lantern.html", "copy.db"}
    assert written <= {path.name for path in home.iterdir()}
