"""Files that are there already, that come half-made, or that go away under the program's hands."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from given import within_the_bound

from engine.store import placing
from engine.store.errors import LogError
from engine.store.log import SqliteLog as Log
from engine.store.ours import JOURNAL_MAGIC, SMALLEST
from engine.store.own_files import HEADS, STATES, find_folder
from shell.runner import Desk


def nowhere(path: Path) -> None:
    path.symlink_to("nowhere")


THERE: dict[str, tuple[Callable[[Path], object], str]] = {
    "a text": (lambda path: path.write_text("Dear diary, " * 100), "is not a campaign log"),
    "a few bytes": (lambda path: path.write_text("x"), "too short"),
    "a folder": (Path.mkdir, "is a folder"),
    "a pipe": (os.mkfifo, "is not a file"),
    "a link": (nowhere, "a link to a file that is not"),
}


@pytest.mark.parametrize("line", ["new peupfudge", "head", "note x"])
def test_of_an_empty_file_each_line_says_what_to_do(home: Path, do: Callable[..., Any], line: str) -> None:
    (home / "new.db").touch()
    fault = do("new.db", line).fault
    assert fault.message == "new.db is empty: creating it was interrupted"
    assert fault.hint == "remove the file and create it again"


@pytest.mark.parametrize("line", ["new peupfudge", "head", "note x"])
def test_of_a_log_whose_making_was_interrupted_each_line_says_what_to_do(
    log: Path, do: Callable[..., Any], line: str
) -> None:
    """The journal says that the file had no page yet: SQLite would make it empty."""
    log.with_name(f"{log.name}-journal").write_bytes(JOURNAL_MAGIC.ljust(SMALLEST, b"\0"))
    before = log.read_bytes()
    fault = do(log, line).fault
    assert fault.message == f"{log} holds no campaign: creating it was interrupted"
    assert fault.hint == "remove the file and create it again"
    assert log.read_bytes() == before


@pytest.mark.parametrize("ending", ["-journal", "-wal", "-shm"])
@pytest.mark.parametrize("make", [os.mkfifo, Path.mkdir])
def test_what_is_no_file_under_a_name_that_sqlite_keeps_for_itself_is_not_waited_for(
    log: Path, do: Callable[..., Any], ending: str, make: Callable[[Path], object]
) -> None:
    make(log.with_name(f"{log.name}{ending}"))
    for line in ("head", "note x"):
        assert within_the_bound(lambda line=line: do(log, line)).fault.message == f"{log}{ending} is not a file"


@pytest.mark.rule("P10")
@pytest.mark.parametrize("what", THERE)
def test_what_is_in_the_way_of_a_new_campaign_is_called_what_it_is(
    home: Path, do: Callable[..., Any], what: str
) -> None:
    make, said = THERE[what]
    make(home / "new.db")
    outcome = do("new.db", "new peupfudge")
    assert outcome.status == 1
    assert said in outcome.fault.message
    assert "already" in outcome.fault.message
    assert "there is a campaign" not in outcome.fault.message


@pytest.mark.rule("P10")
def test_a_campaign_in_the_way_of_a_new_one_is_called_that(log: Path, do: Callable[..., Any]) -> None:
    assert "there is a campaign teapot.db already" in do("teapot.db", "new peupfudge").fault.message


def refusing(*_: object) -> None:
    raise LogError("the disk is full: nothing was recorded")


@pytest.mark.rule("P2", "P9")
@pytest.mark.parametrize("step", ["the tables", "the first event"])
def test_a_campaign_that_could_not_be_made_leaves_nothing_in_its_way(
    home: Path, do: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    with monkeypatch.context() as patch:
        if step == "the tables":
            patch.setattr("engine.store.log.schema", refusing)
        else:
            patch.setattr(Log, "append", refusing)
        assert do("new.db", "new peupfudge").status == 3
    assert list(home.iterdir()) == []
    assert do("new.db", "new peupfudge").status == 0


@pytest.mark.rule("P1", "P9")
@pytest.mark.parametrize("what", ["moved", "replaced"])
def test_a_file_that_was_moved_or_replaced_while_it_was_open_is_called_that(log: Path, what: str) -> None:
    copy = shutil.copy(log, "copy.db")
    with closing(Desk(log)) as desk:
        assert desk.do("note here").status == 0
        os.rename(log, "elsewhere.db")
        if what == "replaced":
            os.rename(copy, log)
        outcome = desk.do("note there")
        assert outcome.status == 3
        assert outcome.fault is not None
        assert "was moved or replaced while it was open" in outcome.fault.message
        assert outcome.fault.hint == "quit, and open it where it is now"


@pytest.mark.rule("P8")
@pytest.mark.parametrize(("line", "said"), [("note x", True), ("log", False), ("sheet Kotorikh", False)])
def test_only_who_meant_to_record_is_told_that_nothing_was(
    log: Path, do: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, line: str, said: bool
) -> None:
    monkeypatch.setattr("engine.store.connection.BUSY_SECONDS", 0.0)
    with closing(sqlite3.connect(log, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        outcome = do(log, line)
    assert outcome.status == 3
    assert "another program held the log" in outcome.fault.message
    assert ("nothing was recorded" in outcome.fault.message) == said
    assert outcome.fault.hint == "try again in a moment"


def test_what_a_killed_program_left_half_made_is_removed_by_the_next(log: Path, do: Callable[..., Any]) -> None:
    mark = placing.computer_mark()
    dead, living = f".fudgelog-{mark}-999999999-aa", f".fudgelog-{mark}-{os.getpid()}-bb"
    names = [f"{dead}.part", f"{dead}.part-journal", f"{living}.part", ".fudgelog-00000000-999999999-cc.part"]
    for name in names:
        Path(name).touch()
    assert do(log, "export x.jsonl").status == 0
    assert [Path(name).exists() for name in names] == [False, False, True, True]


@pytest.mark.parametrize("given", ["relative", "", "./here", None])
def test_a_folder_of_the_users_that_is_not_given_from_the_root_on_is_passed_over(
    given: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("XDG_STATE_HOME", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False) if given is None else monkeypatch.setenv(name, given)
    assert find_folder(HEADS) == Path.home() / ".local/state/fudgelog/heads"
    assert find_folder(STATES) == Path.home() / ".cache/fudgelog/states"
    monkeypatch.setenv("XDG_STATE_HOME", "/somewhere")
    assert find_folder(HEADS) == Path("/somewhere/fudgelog/heads")


@pytest.mark.rule("P10", "B4-22")
@pytest.mark.parametrize("ending", ["-journal", "-wal", "-shm", "-WAL"])
@pytest.mark.parametrize("verb", ["backup", "fork", "rescue", "export", "convert"])
def test_a_name_that_sqlite_keeps_for_itself_is_refused(
    log: Path, home: Path, do: Callable[..., Any], verb: str, ending: str
) -> None:
    if verb == "convert":
        shutil.copy(Path(__file__).parents[1] / "logs" / "0.1.0-demo.db", log)
    files = {path: path.read_bytes() for path in home.iterdir()}
    name = f"teapot.db{ending}" if verb != "export" else f"a.jsonl{ending}"
    outcome = do(log, f'{verb} "{name}"')
    assert outcome.status == 1
    assert outcome.fault.message.startswith(f"{name} ")
    assert outcome.fault.hint
    assert {path: path.read_bytes() for path in home.iterdir()} == files
    assert do(log, "verify").status == 0


@pytest.mark.rule("P10", "B4-22")
@pytest.mark.parametrize("line", ["new peupfudge", "import a.jsonl"])
def test_no_campaign_is_begun_under_a_name_that_sqlite_keeps_for_itself(
    log: Path, home: Path, do: Callable[..., Any], line: str
) -> None:
    do(log, "export a.jsonl")
    outcome = do("teapot.db-wal", line)
    assert outcome.status == 1
    assert "SQLite keeps files of its own under names in -wal" in outcome.fault.message
    assert not Path("teapot.db-wal").exists()
    assert do(log, "verify").status == 0


@pytest.mark.rule("P8")
def test_a_journal_that_another_program_removes_meanwhile_is_no_fault(
    log: Path, do: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Let the journal go away as soon as it was looked at, as it does when another program commits."""
    looked = Path.stat

    def look_and_remove(path: Path, **how: Any) -> os.stat_result:
        found = looked(path, **how)
        if path.name.endswith("-journal"):
            path.unlink()
        return found

    Path(f"{log}-journal").touch()
    monkeypatch.setattr(Path, "stat", look_and_remove)
    assert do(log, "head").status == 0
    assert not Path(f"{log}-journal").exists()
