"""`rescue`: what can still be proven of a damaged log is saved, and what is left behind is told."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from forging import body, forged, written
from given import BEGINNING
from spoiling import tampered

from engine.events import EventsUndone, NoteMade, StatusChanged
from engine.store.door import Row
from engine.store.log import SqliteLog as Log


def rows_of(path: Path) -> list[Row]:
    """All events of a log."""
    log = Log.open(path, writable=False)
    found = list(log.read())
    log.close()
    return found


def damaged(log: Path, seq: int) -> list[Row]:
    """Change a letter of one event in the file; returns the events as they were."""
    rows = rows_of(log)
    data = log.read_bytes()
    place = data.index(rows[seq - 1].body.encode()) + 5
    log.write_bytes(data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :])
    return rows


@pytest.mark.rule("P5")
def test_the_events_before_the_first_bad_one_are_saved_as_they_were(log: Path, do: Callable[..., Any]) -> None:
    before = damaged(log, 20)
    outcome = do(log, "rescue saved.db")
    assert outcome.status == 0
    assert rows_of(Path("saved.db")) == before[:19]
    assert do("saved.db", "verify").status == 0
    result = outcome.answer.result
    assert (result["saved"], result["left"], result["read_to_end"]) == (19, len(before) - 19, True)
    assert (result["first"]["seq"], result["first"]["kind"]) == (20, "changed")
    assert f"left out: {len(before) - 19} events" in outcome.answer.text()


@pytest.mark.rule("P4")
def test_the_damaged_log_itself_is_left_as_it_is(log: Path, do: Callable[..., Any]) -> None:
    damaged(log, 20)
    before = log.read_bytes()
    do(log, "rescue saved.db")
    assert log.read_bytes() == before


def test_the_campaign_is_played_on_in_what_was_saved(log: Path, do: Callable[..., Any]) -> None:
    damaged(log, 40)
    do(log, "rescue saved.db")
    assert do("saved.db", "note we lost the end of the evening").status == 0
    assert do("saved.db", "sheet Kotorikh").status == 0


@pytest.mark.rule("B4-11")
def test_a_log_that_was_cut_short_gives_what_is_left_of_it(log: Path, do: Callable[..., Any]) -> None:
    whole = rows_of(log)
    data = log.read_bytes()
    log.write_bytes(data[: len(data) - 6000])
    outcome = do(log, "rescue saved.db")
    saved = rows_of(Path("saved.db"))
    assert 5 < len(saved) < len(whole)
    assert saved == whole[: len(saved)]
    assert not outcome.answer.result["read_to_end"]
    assert "cannot be read" in outcome.answer.text()


def test_the_marks_of_the_file_may_be_gone_for_the_chain_alone_proves_the_events(
    log: Path, do: Callable[..., Any]
) -> None:
    whole = rows_of(log)
    data = bytearray(log.read_bytes())
    data[68] ^= 1
    log.write_bytes(data)
    assert do(log, "rescue saved.db").status == 0
    assert rows_of(Path("saved.db")) == whole


@pytest.mark.parametrize(
    ("bad", "saved"),
    [
        (("NoteMade", '{"text":7}'), 2),
        (body(StatusChanged("Nobody", "Energy", "a", "b")), 2),
        (body(EventsUndone((7,))), 2),
    ],
)
def test_what_is_saved_also_opens(home: Path, do: Callable[..., Any], bad: Any, saved: int) -> None:
    path = written(home / "forged.db", forged(body(BEGINNING), body(NoteMade("fine")), bad, body(NoteMade("lost"))))
    result = do(path, "rescue saved.db").answer.result
    assert result["saved"] == saved == len(rows_of(Path("saved.db")))
    assert result["first"]["seq"] == 3
    assert do("saved.db", "log").status == 0


def test_a_sound_log_is_copied_whole(log: Path, do: Callable[..., Any]) -> None:
    outcome = do(log, "rescue saved.db")
    assert rows_of(Path("saved.db")) == rows_of(log)
    assert "nothing was left out" in outcome.answer.text()


@pytest.mark.parametrize("content", [b"Dear diary, " * 100, b"SQLite format 3\0" + bytes(4000)])
def test_there_is_nothing_to_save_of_what_is_no_log(home: Path, do: Callable[..., Any], content: bytes) -> None:
    Path("stranger.db").write_bytes(content)
    assert do("stranger.db", "rescue saved.db").status == 3
    assert sorted(path.name for path in home.iterdir()) == ["stranger.db"]


@pytest.mark.rule("P10")
def test_nothing_is_ever_saved_over_a_file_that_is_there(log: Path, do: Callable[..., Any]) -> None:
    Path("mine.txt").write_text("mine")
    outcome = do(log, "rescue mine.txt")
    assert outcome.status == 1
    assert "already" in outcome.fault.message
    assert Path("mine.txt").read_text() == "mine"


@pytest.mark.rule("P10")
@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("CREATE TRIGGER more AFTER INSERT ON event BEGIN SELECT 1; END", "the tables of"),
        ("DROP TRIGGER event_is_never_changed", "lacks a safeguard of its events"),
        ("PRAGMA application_id = 7", "another program made it"),
        ("PRAGMA user_version = 0", "has version 0, which never existed"),
        ("PRAGMA user_version = -1", "has version -1, which never existed"),
    ],
)
def test_where_only_the_file_was_wrong_all_is_saved_and_that_is_said(
    log: Path, do: Callable[..., Any], change: str, said: str
) -> None:
    whole = rows_of(log)
    with closing(sqlite3.connect(log)) as tool:
        tool.execute(change)
    assert said in do(log, "head").fault.message
    outcome = do(log, "rescue saved.db")
    assert said in outcome.answer.result["first"]["message"]
    assert "only the file was damaged" in outcome.answer.text()
    assert rows_of(Path("saved.db")) == whole


@pytest.mark.rule("P10")
def test_a_log_of_a_newer_program_is_not_made_an_old_one(log: Path, do: Callable[..., Any]) -> None:
    with closing(sqlite3.connect(log)) as tool:
        tool.execute("PRAGMA user_version = 3")
    outcome = do(log, "rescue saved.db")
    assert outcome.status == 3
    assert "was made by a newer version of the program" in outcome.fault.message
    assert not Path("saved.db").exists()


@pytest.mark.rule("P5")
def test_the_intact_events_after_a_lost_one_are_kept_verbatim(log: Path, do: Callable[..., Any]) -> None:
    """Write the rows after the damaged one to a file beside the new log, byte for byte."""
    do(log, "export whole.jsonl")
    before = damaged(log, 20)
    outcome = do(log, "rescue saved.db")
    result = outcome.answer.result
    assert (result["lost"], result["kept"], result["filled"]) == ([20], len(before) - 20, [])
    whole = Path("whole.jsonl").read_bytes().splitlines(keepends=True)
    assert Path(result["rest"]).read_bytes() == b"".join([whole[0], *whole[21:]])
    assert "lost: #20" in outcome.answer.text()


@pytest.mark.rule("P5")
@pytest.mark.parametrize("backup", ["whole.jsonl", "backup.db"])
@pytest.mark.parametrize("holes", [(1,), (20,), (3, 4, 30), (2, 44)])
def test_a_backup_fills_the_holes_with_the_same_bytes(
    log: Path, do: Callable[..., Any], backup: str, holes: tuple[int, ...]
) -> None:
    """Rebuild the whole log, from an export or from a copy."""
    do(log, "backup backup.db")
    do(log, "export whole.jsonl")
    before = rows_of(log)
    for seq in holes:
        tampered(log, f"UPDATE event SET actor = 'Kurt' WHERE seq = {seq}")
    outcome = do(log, f"rescue saved.db from {backup}")
    assert outcome.status == 0, outcome.fault
    assert rows_of(Path("saved.db")) == before
    assert outcome.answer.result["filled"] == list(holes)
    assert (outcome.answer.result["lost"], outcome.answer.result["rest"]) == ([], None)


@pytest.mark.rule("P5")
def test_the_file_of_intact_events_completes_a_backup_that_ends_before_them(log: Path, do: Callable[..., Any]) -> None:
    """Join an old backup, which has the lost event, with what the rescue kept aside."""
    do(log, "fork old.db at #25")
    before = damaged(log, 20)
    do(log, "rescue saved.db")
    assert do(log, "rescue joined.db from old.db").answer.result["filled"] == [20]
    assert rows_of(Path("joined.db")) == before


@pytest.mark.rule("P5")
def test_another_event_of_the_same_number_fills_no_hole(log: Path, do: Callable[..., Any]) -> None:
    """Leave a hole open rather than fill it from a log that went another way."""
    do(log, "fork other.db at #25")
    damaged(log, 26)
    result = do(log, "rescue saved.db from other.db").answer.result
    assert (result["saved"], result["filled"], result["lost"]) == (25, [], [26])


@pytest.mark.rule("P5")
def test_a_tail_that_was_cut_comes_from_the_backup(log: Path, do: Callable[..., Any]) -> None:
    """Go on with the backup's events after the last one that is left."""
    do(log, "backup backup.db")
    before = rows_of(log)
    tampered(log, "DELETE FROM event WHERE seq > 30")
    assert do(log, "rescue saved.db from backup.db").status == 0
    assert rows_of(Path("saved.db")) == before


def test_a_backup_that_is_not_there_is_refused(log: Path, do: Callable[..., Any]) -> None:
    """Refuse a backup that does not exist, and write nothing."""
    damaged(log, 20)
    assert do(log, "rescue saved.db from nowhere.db").status == 1
    assert not list(Path().glob("saved.*"))
