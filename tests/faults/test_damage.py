"""A log that was damaged, or changed by somebody: every change of what it says is found and named."""

from __future__ import annotations

import random
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from faulty import ROOT, a_log, copied, environment, head_of, heavy, rows, run, tried
from test_disk import interrupted

from engine import Campaign
from engine.commands import MakeNote
from engine.store.chain import event_hash
from engine.store.connection import Patient
from engine.store.errors import LogError
from engine.store.inspection import COLUMNS, Report, inspect
from engine.store.log import SqliteLog as Log

pytestmark = pytest.mark.slow

SECTOR, PAGE = 512, 4096


def content(path: Path) -> object:
    """Return what a file says to a reader who checks nothing; None where it says nothing at all."""
    try:
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as connection:
            connection.text_factory = bytes
            return connection.execute(f"SELECT {COLUMNS} FROM event ORDER BY seq").fetchall()
    except sqlite3.Error:
        return None


def must_be_found(path: Path, original: object) -> Report:
    """Assert that a change of what the file says is reported and named; without a report it says what it said."""
    report = inspect(path)
    if report.ok:
        assert content(path) == original, "a change of what the log says was not found"
    else:
        assert all(problem.message and problem.message.isprintable() for problem in report.problems)
    return report


# --- bits ------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.rule("P5", "B4-10")
@pytest.mark.parametrize(
    ("stride", "bits"), [(32, 1), pytest.param(1, 1, marks=heavy), pytest.param(1, 8, marks=heavy)]
)
def test_every_flip_of_a_bit_that_changes_what_the_log_says_is_found(quick: Path, stride: int, bits: int) -> None:
    path = a_log(quick / "log.db", events=60)
    whole = path.read_bytes()
    before = content(path)
    chance = random.Random(10)
    found = 0
    with path.open("r+b", buffering=0) as file:
        for place in range(chance.randrange(stride), len(whole), stride):
            for bit in range(8) if bits == 8 else [chance.randrange(8)]:
                file.seek(place)
                file.write(bytes([whole[place] ^ 1 << bit]))
                found += not must_be_found(path, before).ok
                tried(10)
            file.seek(place)
            file.write(whole[place : place + 1])
    assert found > len(whole) / stride / 4
    assert inspect(path).ok


@pytest.mark.slow
@pytest.mark.rule("P5", "B4-10")
def test_a_flipped_bit_ends_the_program_with_a_sentence_and_a_status(quick: Path) -> None:
    path = a_log(quick / "log.db", events=60)
    whole = path.read_bytes()
    before = content(path)
    chance = random.Random(10)
    for _ in range(8):
        place = chance.randrange(len(whole))
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 1 << chance.randrange(8)]) + whole[place + 1 :])
        sound = must_be_found(path, before).ok
        verified = run(path, "verify")
        assert verified.status == (0 if sound else 1), (place, verified)
        opened = run(path, "note", "business as usual")
        assert (opened.status, opened.out == "") == ((0, False) if sound else (3, True)), (place, opened)
        tried(10)


@pytest.mark.rule("P5")
@pytest.mark.parametrize("column", COLUMNS.split(", "))
def test_a_change_of_any_column_is_found_and_the_event_named(quick: Path, column: str) -> None:
    path = a_log(quick / "log.db", events=20)
    other = {"seq": 99, "v": 2, "salt": b"s" * 16, "prev": b"p" * 32, "hash": b"h" * 32, "body": "{}"}
    with changing(path) as connection:
        connection.execute(f"UPDATE event SET {column} = ? WHERE seq = 7", (other.get(column, "another"),))
    report = inspect(path)
    assert report.problems[0].seq == 7, report
    assert report.sound == 6


@pytest.mark.rule("P5")
def test_damage_to_what_only_sqlite_looks_at_is_found_as_well(quick: Path) -> None:
    path = a_log(quick / "log.db", events=20)
    before = content(path)
    with closing(sqlite3.connect(path)) as connection:
        index = "SELECT rootpage FROM sqlite_schema WHERE type = 'index' AND sql IS NULL"
        (page,) = connection.execute(index).fetchone()
    held = path.read_bytes()
    path.write_bytes(held[: page * PAGE - 40] + bytes(40) + held[page * PAGE :])
    assert content(path) == before
    assert inspect(path).problems[0].kind == "damage"


# --- pieces ----------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.rule("P5", "B4-11")
@pytest.mark.parametrize("events", [180, pytest.param(1000, marks=heavy)])
def test_a_file_cut_short_zeroed_or_reverted_in_part_is_found(quick: Path, events: int) -> None:
    path = a_log(quick / "log.db", events=events - 5)
    earlier = path.read_bytes()
    with Campaign.open(path) as campaign:
        for number in range(5):
            campaign.execute(MakeNote(f"later: {number}"))
    whole, before = path.read_bytes(), content(path)
    found = [problem_of(path, image, before) for image in images(whole, earlier)]
    assert sum(found) > len(found) * 0.9
    tried(11, len(found))


def problem_of(path: Path, image: bytes, before: object) -> bool:
    path.write_bytes(image)
    return not must_be_found(path, before).ok


def images(whole: bytes, earlier: bytes) -> Iterator[bytes]:
    """Yield the file cut at every sector, with every sector and page zeroed, and with every page as it was earlier."""
    for place in range(0, len(whole), SECTOR):
        yield whole[:place]
        yield whole[:place] + bytes(SECTOR) + whole[place + SECTOR :]
    for place in range(0, len(whole), PAGE):
        yield whole[:place] + bytes(PAGE) + whole[place + PAGE :]
        if whole[place : place + PAGE] != earlier[place : place + PAGE]:
            yield whole[:place] + earlier[place : place + PAGE] + whole[place + PAGE :]


# --- the journal of an interrupted write -----------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.rule("P1", "P5", "B4-12")
@pytest.mark.parametrize("every", [8, pytest.param(1, marks=heavy)])
def test_a_damaged_journal_never_takes_events_away_unsaid(quick: Path, every: int) -> None:
    path = a_log(quick / "log.db", events=60)
    before = content(path)
    interrupted(path)
    log, journal = path.read_bytes(), Path(f"{path}-journal").read_bytes()
    place = quick / "tried.db"
    for image in journals(journal, every):
        place.write_bytes(log)
        if image is not None:
            Path(f"{place}-journal").write_bytes(image)
        try:
            with Campaign.open(place) as campaign:
                said = campaign.notes
        except LogError:
            said = ("it cannot be opened",)
        assert said or content(place) == before, "events are gone, and nothing was said"
        Path(f"{place}-journal").unlink(missing_ok=True)
        tried(12)


def journals(journal: bytes, every: int) -> Iterator[bytes | None]:
    """Yield the journal gone, cut at every sector, and with a bit flipped in one of so many bytes."""
    chance = random.Random(12)
    yield None
    for place in range(0, len(journal), SECTOR):
        yield journal[:place]
    for place in range(0, len(journal), every * 8):
        yield journal[:place] + bytes([journal[place] ^ 1 << chance.randrange(8)]) + journal[place + 1 :]


# --- journals that do not belong there -------------------------------------------------------------------------


def in_wal(path: Path, notes: int) -> bytes:
    """Let another tool set the log to write-ahead logging, and record events so; returns what then waits beside it."""
    with closing(sqlite3.connect(path, factory=Patient)) as other, closing(sqlite3.connect(path)) as second:
        assert other.execute("PRAGMA journal_mode = WAL").fetchone() == ("wal",)
        other.execute("PRAGMA wal_autocheckpoint = 0")
        before = Log(path, other, campaign_of(path), True)
        from engine.clock import local_now
        from engine.drafts import make_drafts, make_rows
        from engine.events import NoteMade

        for number in range(notes):
            before.append(
                before.head,
                make_rows(before, before.head, make_drafts([NoteMade(f"in the wal: {number}")], "GM", local_now())),
            )
        second.execute("SELECT count(*) FROM event").fetchone()
        wal = Path(f"{path}-wal").read_bytes()
        log = path.read_bytes()
    path.write_bytes(log)
    Path(f"{path}-shm").unlink(missing_ok=True)
    Path(f"{path}-wal").unlink(missing_ok=True)
    return wal


def campaign_of(path: Path) -> str:
    with closing(sqlite3.connect(path)) as connection:
        return str(connection.execute("SELECT body ->> 'campaign' FROM event").fetchone()[0])


@pytest.mark.rule("P1", "B4-13")
@pytest.mark.parametrize("notes", [0, 3])
def test_a_log_that_another_tool_set_to_wal_is_set_back_and_that_is_said(tmp_path: Path, notes: int) -> None:
    path = a_log(tmp_path / "log.db", events=10)
    wal = in_wal(path, notes)
    Path(f"{path}-wal").write_bytes(wal)
    done = run(path, "note", "as ever")
    assert done.acked == [11 + notes]
    assert "note: another program had set the log to wal journalling; it is set back" in done.err
    assert path.read_bytes()[18:20] == b"\1\1"
    assert not Path(f"{path}-wal").exists()
    assert run(path, "note", "again").err == ""
    tried(13)


@pytest.mark.rule("P7", "B4-13")
def test_events_lost_with_a_damaged_wal_are_announced(tmp_path: Path) -> None:
    path = a_log(tmp_path / "log.db", events=10)
    wal = in_wal(path, 3)
    Path(f"{path}-wal").write_bytes(wal)
    assert run(path, "head").out.startswith("13 events")
    Path(f"{path}-wal").unlink(missing_ok=True)
    Path(f"{path}-shm").unlink(missing_ok=True)
    in_wal_again = bytearray(wal)
    in_wal_again[len(wal) // 2] ^= 1
    Path(f"{path}-wal").write_bytes(in_wal_again)
    assert "note: this log ends at #" in run(path, "head").err
    tried(13)


@pytest.mark.rule("P5", "B4-13")
def test_a_wal_that_is_no_part_of_the_log_is_not_let_in(tmp_path: Path) -> None:
    """SQLite would take it for the log's own, and write it over the log when the log is closed."""
    path = a_log(tmp_path / "log.db", events=10)
    other = a_log(tmp_path / "other.db", events=30)
    before = path.read_bytes()
    Path(f"{path}-wal").write_bytes(in_wal(other, 3))
    for words in (("note", "x"), ("head",), ("verify",)):
        done = run(path, *words)
        assert done.status in (1, 3)
        assert f"{path}-wal is next to the log, but does not belong to it" in done.out + done.err
    assert path.read_bytes() == before
    Path(f"{path}-wal").unlink()
    assert run(path, "note", "x").acked == [11]
    tried(13)


# --- another past ----------------------------------------------------------------------------------------------


class changing:
    """A log opened as by somebody who may do anything with it, its guards put back when they are done."""

    def __init__(self, path: Path) -> None:
        self.connection = sqlite3.connect(path, isolation_level=None)
        triggers = "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'"
        self.guards = self.connection.execute(triggers).fetchall()
        self.order = self.connection.execute("SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL").fetchall()

    def __enter__(self) -> sqlite3.Connection:
        self.connection.execute("PRAGMA writable_schema = ON")
        self.connection.execute("DELETE FROM sqlite_schema WHERE type = 'trigger'")
        self.connection.execute("PRAGMA writable_schema = RESET")
        return self.connection

    def __exit__(self, *error: object) -> None:
        self.connection.execute("PRAGMA writable_schema = ON")
        for name, sql in self.guards:
            self.connection.execute(
                "INSERT INTO sqlite_schema(type, name, tbl_name, rootpage, sql) VALUES ('trigger', ?, 'event', 0, ?)",
                (name, sql),
            )
        # Back into the order of before, for the schema is compared to the letter.
        kept = self.connection.execute("SELECT type, name, tbl_name, rootpage, sql FROM sqlite_schema").fetchall()
        place = {name: number for number, (name, _) in enumerate(self.order)}
        self.connection.execute("DELETE FROM sqlite_schema")
        for each in sorted(kept, key=lambda row: place.get(row[1], 0.5)):
            self.connection.execute("INSERT INTO sqlite_schema VALUES (?, ?, ?, ?, ?)", each)
        self.connection.close()


def rewritten(path: Path) -> None:
    """Change what an event says, and hash it and everything after it anew: a log that is sound, and another."""
    campaign = campaign_of(path)
    with changing(path) as connection:
        prev = None
        for row in connection.execute(f"SELECT {COLUMNS} FROM event ORDER BY seq").fetchall():
            seq, id, ts, cmd, actor, type_name, v, body, salt, old, hash = row
            body = body.replace("down: 7", "up: 7")
            prev = old if prev is None else prev
            hash = event_hash(2, campaign, seq, id, ts, cmd, actor, type_name, v, body, salt, prev)
            connection.execute("UPDATE event SET body = ?, prev = ?, hash = ? WHERE seq = ?", (body, prev, hash, seq))
            prev = hash


@pytest.mark.rule("P7", "B4-14")
def test_an_old_copy_put_back_is_announced_before_anything_else(tmp_path: Path) -> None:
    path = a_log(tmp_path / "log.db", events=10)
    old = copied(path, tmp_path / "old")
    assert run(path, "note", "later").acked == [11]
    noted = head_of(path)[1]
    shutil.copy(old, path)
    for words in (("head",), ("note", "as if nothing had happened")):
        said = run(path, *words).err.splitlines()
        assert said[0] == (
            "note: this log ends at #10, but ended at #11 when last opened on this computer: is it an old copy?"
        ), said
        shutil.copy(old, path)
    assert run(path, "verify", "expect", noted[:32]).status == 1
    tried(14)


@pytest.mark.rule("P7", "P6", "B4-14")
def test_a_cut_tail_is_announced(tmp_path: Path) -> None:
    path = a_log(tmp_path / "log.db", events=12)
    noted = head_of(path)[1]
    with changing(path) as connection:
        connection.execute("DELETE FROM event WHERE seq > 9")
    assert inspect(path).ok
    assert "note: this log ends at #9, but ended at #12 when last opened on this computer" in run(path, "head").err
    assert run(path, "verify", "expect", noted[:32]).status == 1
    tried(14)


@pytest.mark.rule("P7", "P6", "B4-14")
def test_a_rewritten_past_is_announced_here_and_found_anywhere_by_the_noted_hash(tmp_path: Path) -> None:
    path = a_log(tmp_path / "log.db", events=12)
    noted = head_of(path)[1]
    assert run(path, "verify", "expect", noted[:32]).status == 0
    rewritten(path)
    assert inspect(path).ok
    assert (
        "note: this log's history up to #12 differs from the one last opened on this computer" in run(path, "head").err
    )
    elsewhere = environment(XDG_STATE_HOME=str(tmp_path / "another computer"))
    assert run(path, "head", env=elsewhere).err == ""
    assert run(path, "verify", env=elsewhere).status == 0
    assert run(path, "verify", "expect", noted[:32], env=elsewhere).status == 1
    tried(14)


@pytest.mark.rule("P7")
def test_dice_rolled_again_on_a_copy_elsewhere_are_not_noticed_which_the_page_of_promises_says(tmp_path: Path) -> None:
    path = a_log(tmp_path / "log.db", events=12)
    elsewhere = environment(XDG_STATE_HOME=str(tmp_path / "another computer"))
    chosen = copied(path, tmp_path / "elsewhere")
    assert run(chosen, "roll 4dF", env=elsewhere).acked == [13]
    shutil.copy(chosen, path)
    assert run(path, "head").err == ""
    assert "Dice can still be rolled again." in (ROOT / "docs/promises.md").read_text("utf-8")


@pytest.mark.rule("P6")
def test_a_noted_hash_still_fits_when_the_log_has_gone_on(tmp_path: Path) -> None:
    path = a_log(tmp_path / "log.db", events=12)
    seq, noted = head_of(path)
    assert run(path, "note", "later").acked == [13]
    assert run(path, "verify", "expect", f"{noted[:32]} #{seq}").status == 0
    assert run(path, "verify", "expect", f"{noted[:32]} #{seq + 1}").status == 1
    assert run(path, "verify", "expect", noted[:15] + ("0" if noted[15] != "0" else "1")).status == 1


#: The columns of an event that follows the one that is selected, as far as its number, its id and its hash go.
FRESH_ID, OLD_ID = "hex(randomblob(16))", "(SELECT id FROM event WHERE seq = 2)"
FRESH = COLUMNS.replace("id", FRESH_ID, 1).replace("prev, hash", "hash, randomblob(32)")


@pytest.mark.rule("P4")
@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE event SET body = '{}' WHERE seq = 3",
        "DELETE FROM event WHERE seq = 3",
        f"INSERT OR REPLACE INTO event SELECT {COLUMNS} FROM event WHERE seq = 3",
        f"REPLACE INTO event SELECT {COLUMNS.replace('seq', '5', 1)} FROM event WHERE seq = 3",
        f"INSERT INTO event SELECT {COLUMNS} FROM event WHERE seq = 3 ON CONFLICT DO UPDATE SET body = '{{}}'",
        f"INSERT INTO event SELECT {COLUMNS.replace('seq', '99', 1)} FROM event WHERE seq = 3",
        f"INSERT INTO event SELECT {FRESH.replace('seq', 'seq + 2', 1)} FROM event WHERE seq = 4",
        f"INSERT OR REPLACE INTO event SELECT {FRESH.replace('seq', 'seq + 1', 1).replace(FRESH_ID, OLD_ID)}"
        " FROM event WHERE seq = 4",
        f"INSERT INTO event SELECT {FRESH.replace('seq', 'seq + 1', 1).replace('hash, ', 'prev, ')}"
        " FROM event WHERE seq = 4",
    ],
)
def test_any_tool_is_kept_from_changing_or_removing_an_event(tmp_path: Path, statement: str) -> None:
    path = a_log(tmp_path / "log.db")
    before = content(path)
    with closing(sqlite3.connect(path)) as tool, pytest.raises(sqlite3.IntegrityError, match="an event"):
        tool.execute(statement)
    assert content(path) == before


@pytest.mark.rule("P4")
@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE event SET body = '{}'",
        "DELETE FROM event",
        "DROP TRIGGER event_is_never_changed",
        "DROP TABLE event",
        "ALTER TABLE event ADD COLUMN x",
        "CREATE TABLE other(x)",
        "PRAGMA writable_schema = ON",
        "PRAGMA user_version = 7",
        "PRAGMA synchronous = OFF",
        "ATTACH ':memory:' AS other",
        "VACUUM",
    ],
)
def test_the_program_itself_could_not_change_a_log_if_it_tried(tmp_path: Path, statement: str) -> None:
    path = a_log(tmp_path / "log.db")
    with (
        closing(Log.open(path)) as log,
        pytest.raises(sqlite3.DatabaseError, match=r"authoriz|prohib"),
    ):
        log.connection.execute(statement)


@pytest.mark.slow
@pytest.mark.rule("P4")
def test_taking_back_adds_events_and_leaves_those_that_were_there(tmp_path: Path) -> None:
    path = a_log(tmp_path / "log.db", events=10)
    before = rows(path)
    for line in ("award Ilse 10", "amend #11 7", "undo", "redo", "undo last 2", "undo #5"):
        assert run(path, line).status == 0, line
    assert rows(path)[:10] == before
    assert len(rows(path)) == 16


@pytest.mark.rule("P13")
def test_a_row_slipped_in_among_the_others_is_found(tmp_path: Path) -> None:
    path = a_log(tmp_path / "log.db", events=10)
    with changing(path) as connection:
        columns = COLUMNS.replace("seq, id", "10, hex(randomblob(16))").replace("hash", "randomblob(32)")
        connection.execute("UPDATE event SET seq = seq + 1 WHERE seq = 10")
        connection.execute(f"INSERT INTO event SELECT {columns} FROM event WHERE seq = 9")
    assert inspect(path).problems[0].seq == 10
