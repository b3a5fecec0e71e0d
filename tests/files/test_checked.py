"""What was checked before is not hashed again: that saves time, and hides nothing."""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from unittest.mock import patch

import pytest
from given import folder
from hypothesis import given, settings
from hypothesis import strategies as st
from spoiling import SPOILED, tampered

from engine.campaign import Campaign
from engine.concerns.sessions.commands import MakeNote
from engine.history import checked, on_disk
from engine.store import cache, pages
from engine.store.connection import connect
from engine.store.door import Draft, Fingerprint, Head, LogError, chain_rows
from engine.store.log import SqliteLog
from replay.files.verify import verify

#: A text that is too long for a leaf, and the event that has it.
LONG, LONG_ONE = "mushrooms " * 900, 70


@pytest.fixture(autouse=True, scope="module")
def every_log_is_long() -> Iterator[None]:
    """Open short logs without a look at their old events, and note what was checked of them."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("engine.store.opening.CHECKED_WHOLE", 1)
        patched.setattr(checked, "WORTH_NOTING", 40)
        yield


@pytest.fixture(autouse=True)
def places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep notes and keys in a folder that goes away."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


@pytest.fixture(scope="module")
def made() -> Iterator[Path]:
    """Make a log of some hundred events, one of them long."""
    with folder() as place:
        with Campaign.create(Path(place) / "c.db") as campaign, campaign.together():
            for number in range(campaign.state.seq + 1, 801):
                campaign.execute(MakeNote(LONG if number == LONG_ONE else f"note {number}" + number % 9 * " and more"))
        yield Path(place) / "c.db"


@pytest.fixture
def log(made: Path, tmp_path: Path) -> Path:
    """Return a copy of it that this computer has seen and checked."""
    path = Path(shutil.copy(made, tmp_path / "c.db"))
    see(path)
    assert proven_from(path) == 0
    return path


def see(path: Path) -> None:
    """Open a log, so that this computer has seen it."""
    with Campaign.open(path, writable=False) as campaign:
        campaign.remember()


def proven_from(path: Path) -> int:
    """Prove a log, and return up to where nothing was hashed."""
    with Campaign.open(path, writable=False) as campaign:
        assert campaign.proof.start.seq  # it was seen before
        with patch.object(SqliteLog, "verify", autospec=True, side_effect=SqliteLog.verify) as hashed:
            campaign.prove()
        assert campaign.proof.upto == campaign.log.head
    (call,) = hashed.call_args_list
    return int(call.args[1].seq)


def notes() -> list[Path]:
    """Return the files that may hold what was checked; those of states are none."""
    return [file for file in cache.states_folder().glob("*") if b"Fingerprint" in file.read_bytes()]


def noted(path: Path) -> Fingerprint:
    """Return what was noted of a log."""
    with closing(SqliteLog.open(path, writable=False)) as log:
        found = on_disk.recall_value(log, "checked")
    assert isinstance(found, Fingerprint)
    return found


def flip(path: Path, place: int) -> None:
    """Change one bit of a file."""
    with path.open("r+b") as file:
        file.seek(place)
        (byte,) = file.read(1)
        file.seek(place)
        file.write(bytes([byte ^ 1]))


# --- it saves time ---------------------------------------------------------------------------------------------------


def test_what_was_checked_is_not_hashed_again(log: Path) -> None:
    assert proven_from(log) == noted(log).upto
    assert 0 < 800 - noted(log).upto < 2 * checked.MAY_MOVE


def test_appending_leaves_it_as_it_was_and_much_more_is_noted_anew(log: Path) -> None:
    first = noted(log).upto
    for count in (9, 300):
        with Campaign.open(log) as campaign, campaign.together():
            for number in range(count):
                campaign.execute(MakeNote(f"later note {number}"))
        assert proven_from(log) == first
    assert proven_from(log) == noted(log).upto > first


@pytest.mark.slow
@settings(max_examples=20)
@given(st.integers(0, 2**32), st.sampled_from([512, 4096, 65536]))
def test_whatever_is_appended_the_rest_stays_where_it_is(seed: int, size: int) -> None:
    """Append texts of all lengths: what was noted some hundred events before the end still holds."""
    chance = random.Random(seed)
    with folder() as place:
        path = empty(Path(place) / "c.db", size)
        with closing(SqliteLog.open(path)) as log:
            found: list[Fingerprint] = []
            for _ in range(6):
                append(log, [chance.choice((9, 90, 900, 9000)) for _ in range(chance.randint(1, 400))])
                assert all(log.bears(each) for each in found)
                fresh = log.fingerprint(log.head.seq - checked.MAY_MOVE)
                found += [fresh] if fresh else []


def empty(path: Path, size: int) -> Path:
    """Make a log with pages of a size."""
    with closing(Campaign.create(path)):
        pass
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA page_size = {size}")
        connection.execute("VACUUM")
    return path


def append(log: SqliteLog, lengths: list[int]) -> None:
    """Append events with texts of these lengths."""
    drafts = [
        Draft(
            os.urandom(16).hex(),
            "2026-11-21T20:00:00.000Z",
            "c",
            "GM",
            "NoteMade",
            1,
            f'{{"text":"{"x" * n}"}}',
            b"s" * 16,
        )
        for n in lengths
    ]
    log.append(log.head, chain_rows(log.campaign, log.head, drafts, log.format))


# --- it hides nothing ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("column", ["id", "ts", "cmd", "actor", "type", "v", "body", "salt", "prev", "hash"])
@pytest.mark.parametrize("seq", [11, LONG_ONE, 301])
def test_a_changed_row_is_found_and_named(log: Path, column: str, seq: int) -> None:
    changed = {"v": "2", "salt": "zeroblob(16)", "prev": "zeroblob(32)", "hash": "zeroblob(32)"}
    changed["body"] = "replace(replace(body, 'mushrooms', 'x'), '1', '2')"
    tampered(log, f"UPDATE event SET {column} = {changed.get(column, repr('x'))} WHERE seq = {seq}")
    with Campaign.open(log, writable=False) as campaign, pytest.raises(LogError, match=f"is damaged: #{seq} "):
        campaign.prove()
    assert verify(log).report.problems[0].seq == seq


def test_a_row_that_is_gone_is_found(log: Path) -> None:
    tampered(log, "DELETE FROM event WHERE seq = 300")
    with Campaign.open(log, writable=False) as campaign, pytest.raises(LogError, match="#300 is missing"):
        campaign.prove()


def test_no_byte_of_what_was_checked_can_change(log: Path) -> None:
    """Change one bit on each page of the noted events in turn, anywhere on it."""
    chance, known = random.Random(1), noted(log)
    pages_of_rows = where_rows_are(log, known.upto)
    assert set(known.apart) < pages_of_rows
    for page in sorted(pages_of_rows):
        place = (page - 1) * 4096 + chance.randrange(4096)
        flip(log, place)
        assert not bears(log, known), place
        flip(log, place)
    assert bears(log, known)


def bears(path: Path, known: Fingerprint) -> bool:
    """Return whether a log still is as it was noted, looking at its file alone."""
    with path.open("rb") as stream:
        return pages.bears_fingerprint(stream, root_of(path), known)


def root_of(path: Path) -> int:
    """Return the page at which the events begin."""
    with closing(sqlite3.connect(path)) as connection:
        return int(connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'event'").fetchone()[0])


def where_rows_are(path: Path, upto: int) -> set[int]:
    """Return the pages of the noted events, as SQLite itself says where it was built to, else as they are read here."""
    with path.open("rb") as stream:
        held = pages.TablePages.of(stream)
        count = len(list(held.leaves_until(root_of(path), upto)))
        pages_by_content = {
            stream.seek((n - 1) * 4096) and stream.read(4096): n for n in range(2, path.stat().st_size // 4096 + 1)
        }
        found = {pages_by_content[leaf] for _, leaf in held.leaves_until(root_of(path), upto)} | {*noted(path).apart}
    with closing(sqlite3.connect(path)) as connection:
        try:
            rows = connection.execute(
                "SELECT pageno, pagetype FROM dbstat WHERE name = 'event' ORDER BY path"
            ).fetchall()
        except sqlite3.OperationalError:
            return found
    leaves = [page for page, kind in rows if kind == "leaf"][:count]
    assert found == {*leaves, *(page for page, kind in rows if kind == "overflow")}
    return found


def test_where_a_leaf_ends_cannot_change(log: Path) -> None:
    """An interior page that leads elsewhere hides events from a search, though they are all there."""
    known, root = noted(log), root_of(log)
    with log.open("rb") as stream:
        page = pages.TablePages.of(stream).read(root)
    place = int.from_bytes(page[12:14], "big")
    assert pages.read_varint(page, place + 4)[0] < known.upto
    flip(log, (root - 1) * 4096 + place + 4)
    assert not bears(log, known)


@pytest.mark.parametrize("place", [16, 20, 47, 59, 63])
def test_a_header_that_has_the_rows_read_otherwise_counts(log: Path, place: int) -> None:
    known, root = noted(log), root_of(log)
    flip(log, place)
    with log.open("rb") as stream:
        assert not pages.bears_fingerprint(stream, root, known)


def test_a_log_that_keeps_its_last_events_elsewhere_is_hashed(log: Path) -> None:
    known = noted(log)
    with closing(sqlite3.connect(log)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA journal_mode = WAL")
    assert not bears(log, known)


def test_a_log_that_was_compacted_is_hashed_once(log: Path) -> None:
    before = noted(log)
    with closing(sqlite3.connect(log)) as connection:
        connection.execute("PRAGMA page_size = 512")
        connection.execute("VACUUM")
    assert not bears(log, before)
    assert proven_from(log) == 0
    assert proven_from(log) > 0


def test_another_log_in_its_place_is_hashed(log: Path, made: Path, tmp_path: Path) -> None:
    """A copy with another past in the same place: what was noted there says nothing of it."""
    other = Path(shutil.copy(made, tmp_path / "other.db"))
    tampered(other, "UPDATE event SET body = replace(body, 'note 99', 'note 66') WHERE seq = 99")
    os.replace(other, log)
    with Campaign.open(log, writable=False) as campaign, pytest.raises(LogError, match="#99 was changed"):
        campaign.prove()


def test_a_shorter_log_is_hashed(log: Path, tmp_path: Path) -> None:
    tampered(log, "DELETE FROM event WHERE seq > 200")
    with closing(SqliteLog.open(log, writable=False)) as opened:
        assert checked.recall_checked(opened) == Head(0, b"")


def test_nothing_is_noted_of_a_damaged_log(made: Path, tmp_path: Path) -> None:
    path = Path(shutil.copy(made, tmp_path / "c.db"))
    see(path)
    tampered(path, "UPDATE event SET body = replace(body, 'note 99', 'note 66') WHERE seq = 99")
    with Campaign.open(path, writable=False) as campaign, pytest.raises(LogError):
        campaign.prove()
    assert notes() == []


def change_unnoticed(path: Path) -> None:
    """Change a letter of event 51 in its place, and put back the time at which the file was last written."""
    before = path.stat()
    text = path.read_bytes()
    with path.open("r+b") as file:
        file.seek(text.index(b"note 51"))
        file.write(b"note 15")
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))


def test_what_sqlite_remembers_of_a_page_is_not_what_is_noted(
    made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Change a page under an open log where nothing tells of it: it is read again before it is noted."""
    monkeypatch.setattr("engine.store.log.times_and_size", lambda found: ())
    path = Path(shutil.copy(made, tmp_path / "c.db"))
    see(path)
    with Campaign.open(path, writable=False) as campaign:
        list(campaign.log.bodies(0, 60))  # SQLite remembers the first pages
        change_unnoticed(path)
        with pytest.raises(LogError, match="#51 was changed"):
            campaign.prove()


@pytest.mark.rule("P5")
def test_what_this_very_program_proved_is_hashed_again_once_the_file_was_changed(log: Path) -> None:
    with Campaign.open(log, writable=False) as campaign:
        campaign.prove()
        change_unnoticed(log)
        with pytest.raises(LogError, match="#51 was changed"):
            campaign.prove()


# --- whatever is wrong with the note, the log is hashed --------------------------------------------------------------


@pytest.mark.parametrize("how", SPOILED)
def test_a_spoiled_note_is_passed_over(log: Path, how: str) -> None:
    (file,) = notes()
    SPOILED[how](file)
    assert proven_from(log) == 0


def test_a_note_that_somebody_else_wrote_is_passed_over(log: Path) -> None:
    """What another program keeps under that name need not be a fingerprint."""
    with closing(SqliteLog.open(log, writable=False)) as opened:
        on_disk.keep_value(opened, [noted(log)], "checked")
    assert proven_from(log) == 0


def test_a_note_of_another_program_is_passed_over(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(on_disk, "program", lambda: "another version")
    assert proven_from(log) == 0


def test_verify_never_reads_a_note(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(on_disk, "recall_file", lambda name: pytest.fail("verify read it"))
    assert verify(log).ok


# --- the file is not touched where that could do harm ----------------------------------------------------------------


def test_beside_another_connection_the_file_is_left_alone(log: Path) -> None:
    """Closing a file drops the locks that other connections of this process hold on it."""
    known = noted(log)
    with closing(SqliteLog.open(log)) as opened:
        assert opened.bears(known)
        with closing(connect(log, writable=False)):
            assert not opened.bears(known)
            assert opened.fingerprint(500) is None
        assert opened.bears(known)


def test_within_a_transaction_the_file_is_left_alone(log: Path) -> None:
    known = noted(log)
    with closing(SqliteLog.open(log)) as opened, opened.together(alone=True):
        assert not opened.bears(known)


def test_of_a_file_that_is_no_longer_there_nothing_is_known(log: Path, tmp_path: Path) -> None:
    known = noted(log)
    with closing(SqliteLog.open(log)) as opened, patch.object(SqliteLog, "look_again"):
        shutil.copy(log, tmp_path / "copy.db")
        os.replace(tmp_path / "copy.db", log)
        assert not opened.bears(known)
        log.unlink()
        assert not opened.bears(known)


@settings(max_examples=200)
@given(st.data())
def test_a_file_in_any_shape_is_read_to_an_end(made: Path, data: st.DataObject) -> None:
    """Spoil interior pages and the first bytes of others: nothing is raised, and nothing goes on for ever."""
    held = bytearray(made.read_bytes())
    root = root_of(made)
    for _ in range(data.draw(st.integers(1, 8))):
        page = data.draw(st.one_of(st.just(root), st.integers(2, len(held) // 4096)))
        place = (page - 1) * 4096 + data.draw(st.integers(0, 200))
        width = data.draw(st.sampled_from([1, 2, 4]))
        held[place : place + width] = data.draw(st.integers(0, min(256**width - 1, 300))).to_bytes(width, "big")
    with folder() as place_of:
        path = Path(place_of) / "c.db"
        path.write_bytes(held)
        with path.open("rb") as stream:
            found = pages.take_fingerprint(stream, root, 500)
            stream.seek(0)
            assert found is None or pages.bears_fingerprint(stream, root, found)


def test_a_tree_that_leads_to_itself_is_read_to_an_end(log: Path) -> None:
    known, root = noted(log), root_of(log)
    held = bytearray(log.read_bytes())
    start = (root - 1) * 4096
    place = start + int.from_bytes(held[start + 12 : start + 14], "big")
    held[place : place + 4] = root.to_bytes(4, "big")
    log.write_bytes(held)
    assert not bears(log, known)


@pytest.mark.parametrize(
    ("number", "written"), [(1, "01"), (128, "8100"), (2**56 - 1, "ffffffffffffff7f"), (2**63, "c08080808080808000")]
)
def test_numbers_are_read_as_sqlite_writes_them(number: int, written: str) -> None:
    held = bytes.fromhex(written)
    assert pages.read_varint(b"?" + held, 1) == (number, 1 + len(held))
