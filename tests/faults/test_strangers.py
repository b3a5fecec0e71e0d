"""Files that are not ours, or not yet: refused with a sentence, and left as they are to the byte."""

from __future__ import annotations

import hashlib
import json
import os
import sqlite3
import subprocess
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from faulty import a_log, heavy, run, start, tried
from given import one_in

from engine.store.connection import connect
from engine.store.errors import LogError

SCRIPT = "log\nnote hello\nverify\nundo\n"


def nothing(path: Path) -> None:
    """There is no such file."""


def empty(path: Path) -> None:
    path.touch()


def fifty_bytes(path: Path) -> None:
    path.write_bytes(b"x" * 50)


def text(path: Path) -> None:
    path.write_text("Dear diary,\n" * 500)


def folder(path: Path) -> None:
    path.mkdir()


def dangling(path: Path) -> None:
    path.symlink_to(path.with_name("nowhere"))


def fifo(path: Path) -> None:
    os.mkfifo(path)


def strange_database(path: Path) -> None:
    with closing(sqlite3.connect(path)) as other:
        other.executescript("CREATE TABLE event(seq); INSERT INTO event VALUES (1);")


def ours_but(change: str | Callable[[Path], None]) -> Callable[[Path], None]:
    """Return a way to make a log that is not quite one any more."""

    def make(path: Path) -> None:
        a_log(path)
        if callable(change):
            change(path)
            return
        with closing(sqlite3.connect(path)) as tool:
            tool.executescript(change)

    return make


def poked(place: int, *values: int) -> Callable[[Path], None]:
    """Return a way to make a log with other bytes at a place."""

    def poke(path: Path) -> None:
        with path.open("r+b") as file:
            file.seek(place)
            file.write(bytes(values))

    return poke


ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i AS seq, i AS id FROM n"


def endless_view(path: Path) -> None:
    """Make a database that passes every check of SQLite, and whose events never end."""
    with closing(sqlite3.connect(path)) as other:
        other.executescript(
            f"PRAGMA application_id = 0x46444C47; PRAGMA user_version = 1; CREATE VIEW event AS {ENDLESS}"
        )


def interrupted_stranger(path: Path) -> None:
    """Another program's database with a journal that SQLite would play back when it opens it."""
    strange_database(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("PRAGMA cache_size = 1")
        other.execute("BEGIN IMMEDIATE")
        other.executemany("INSERT INTO event VALUES (?)", ((f"{number}" * 500,) for number in range(500)))
        copies = [(name, Path(f"{path}{name}").read_bytes()) for name in ("", "-journal")]
        other.execute("ROLLBACK")
    for name, held in copies:
        Path(f"{path}{name}").write_bytes(held)


STRANGERS: dict[str, tuple[Callable[[Path], None], str]] = {
    "nothing there": (nothing, "there is no campaign"),
    "an empty file": (empty, "is empty: creating it was interrupted"),
    "fifty bytes": (fifty_bytes, "is not a campaign log: it is too short"),
    "a text": (text, "is not a campaign log"),
    "a folder": (folder, "is a folder, not a campaign log"),
    "a link to nowhere": (dangling, "there is no campaign"),
    "a pipe": (fifo, "is not a file"),
    "a database of others": (strange_database, "is not a campaign log: another program made it"),
    "one of others, interrupted": (interrupted_stranger, "is not a campaign log: another program made it"),
    "an endless view": (endless_view, "the tables of"),
    "a later version": (ours_but("PRAGMA user_version = 3"), "was made by a newer version of the program"),
    "another application": (ours_but("PRAGMA application_id = 7"), "is not a campaign log: another program made it"),
    "a later SQLite, to write": (ours_but(poked(18, 3)), "is not a campaign log"),
    "a later SQLite, to read": (ours_but(poked(18, 3, 3)), "is not a campaign log"),
    "a trigger more": (
        ours_but("CREATE TRIGGER more AFTER INSERT ON event BEGIN SELECT 1; END"),
        "the tables of",
    ),
    "a trigger less": (ours_but("DROP TRIGGER event_is_never_changed"), "lacks a safeguard of its events"),
    "a column more": (ours_but("ALTER TABLE event ADD COLUMN more TEXT"), "the tables of"),
    "a generated column": (ours_but("ALTER TABLE event ADD COLUMN more INT AS (seq + 1)"), "the tables of"),
    "a table more": (ours_but("CREATE TABLE more(x)"), "the tables of"),
    "a view less": (ours_but("DROP VIEW rolls"), "the tables of"),
    "no events": (
        ours_but("DROP TRIGGER event_is_never_removed; DELETE FROM event;"),
        "lacks a safeguard of its events",
    ),
}


def fingerprint(folder: Path) -> dict[str, str]:
    """Every file of a folder, by what it holds."""
    files = (each for each in folder.rglob("*") if each.is_file())
    return {each.name: hashlib.sha256(each.read_bytes()).hexdigest() for each in files}


@pytest.mark.slow
@pytest.mark.rule("P10", "B4-15")
@pytest.mark.parametrize("what", one_in(2, STRANGERS, heavy))
def test_what_is_not_a_log_of_ours_is_refused_in_a_sentence_and_left_as_it_is(tmp_path: Path, what: str) -> None:
    make, said = STRANGERS[what]
    place = tmp_path / "place"
    place.mkdir()
    path = place / "log.db"
    make(path)
    before = fingerprint(place)
    done = run("--keep-going", "--json", path, stdin=SCRIPT)
    assert done.status == 3
    *others, verified = sorted(map(json.loads, done.out.splitlines()), key=lambda each: each["command"] == "verify")
    assert len(others) == 3
    assert all(said in each["error"]["message"] for each in others), others
    assert said in json.dumps(verified, ensure_ascii=False)
    assert run(path, "verify").status in (1, 3)
    assert fingerprint(place) == before
    tried(15)


@pytest.mark.slow
@pytest.mark.rule("P10", "B4-15")
@pytest.mark.parametrize("what", one_in(2, [name for name in STRANGERS if name != "nothing there"], heavy))
def test_a_new_campaign_never_takes_the_place_of_anything(tmp_path: Path, what: str) -> None:
    place = tmp_path / "place"
    place.mkdir()
    path = place / "log.db"
    STRANGERS[what][0](path)
    before = fingerprint(place)
    done = run(path, "new", "peupfudge")
    assert done.status in (1, 3), done
    assert ("is empty: creating it was interrupted" if what == "an empty file" else "already") in done.err
    assert fingerprint(place) == before


@pytest.mark.slow
@pytest.mark.rule("P10")
def test_two_who_begin_a_campaign_in_one_file_at_once_make_one(tmp_path: Path) -> None:
    path = tmp_path / "log.db"
    both = [start(path, "new", "peupfudge", title, stdout=subprocess.PIPE, stderr=subprocess.PIPE) for title in "ab"]
    ended = [program.communicate()[0] for program in both]
    assert sorted(map(bool, ended)) == [False, True]
    assert run(path, "verify").status == 0


@pytest.mark.rule("P10")
def test_looking_at_a_file_that_is_gone_by_then_does_not_make_it(tmp_path: Path) -> None:
    for writable in (True, False):
        with pytest.raises(LogError, match="cannot be opened"):
            connect(tmp_path / "log.db", writable=writable).execute("SELECT 1 FROM sqlite_schema")
    assert os.listdir(tmp_path) == []


# --- names of files --------------------------------------------------------------------------------------------

NAMES = (
    *(
        "../../etc/passwd",
        "../outside.db",
        "..",
        "",
        ".",
        "a/b.db",
        "a\\b.db",
        "C:\\x.db",
        "CON",
        "con.txt",
        "x.",
        "x ",
    ),
    *(":memory:", "file:x?mode=memory", "file:x.db?mode=memory", "-rf", "~root", "~root.db", "x" * 400),
    *("x" * 400 + ".db", "a\nb.db", "a\u202eb.db", "x?mode=memory.db", "x#y%41.db", "'; DROP TABLE event;--.db"),
)


@pytest.mark.slow
@pytest.mark.rule("P10", "P12", "B4-22")
@pytest.mark.parametrize("name", NAMES, ids=[ascii(name)[:30] for name in NAMES])
@pytest.mark.parametrize("door", one_in(2, ["argument", "environment"], heavy))
def test_a_file_name_means_that_file_and_no_other_or_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, door: str
) -> None:
    inside = tmp_path / "outer" / "inside"
    inside.mkdir(parents=True)
    password = Path("/etc/passwd").read_bytes()
    if door == "environment":
        monkeypatch.setenv("FUDGELOG_FILE", name)
    words = ("new", "peupfudge") if door == "environment" else (name, "new", "peupfudge")
    done = run(*words, cwd=inside)
    made = [each for each in tmp_path.rglob("*") if each.is_file()]
    assert all(line.isprintable() for line in (done.out + done.err).splitlines())
    if done.status == 0:
        expected = Path(os.path.normpath(inside / (name or "sessions/campaign.db")))
        assert [Path(os.path.normpath(each)) for each in made] == [expected]
        assert made[0].stat().st_size > 4096
    else:
        assert (done.status, made) == (done.status, [])
        assert done.status in (1, 2, 3)
    assert Path("/etc/passwd").read_bytes() == password
    tried(22)


@pytest.mark.slow
@pytest.mark.rule("P12")
def test_text_in_a_log_never_becomes_a_path(tmp_path: Path) -> None:
    path = a_log(tmp_path / "log.db")
    for name in ("../../escape", "/tmp/escape.db", "~/escape", "a\\b"):
        assert run(path, "npc", f'"{name}"').status == 0
        assert run(path, "note", name).status == 0
    assert sorted(os.listdir(tmp_path)) == ["log.db"]
