"""`verify`: whatever was done to a log, it says so, and where."""

from __future__ import annotations

import os
import random
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from forging import body, forged, rechained, written
from given import BEGINNING
from spoiling import tampered

from engine.events import EventsUndone, NoteMade, StatusChanged
from engine.store.door import hash_of
from engine.store.inspection import COLUMNS, inspect
from engine.store.log import SqliteLog as Log
from engine.store.looks import rows as rows_of
from replay.files.verify import verify
from shell.runner import Desk

KINDS = {"damage", "gap", "foreign-row", "type-change", "changed", "broken-chain", "unreadable", "impossible"}


def first(path: Path) -> tuple[int | None, str]:
    """Return the number and kind of the first problem."""
    problem = verify(path).report.problems[0]
    return problem.seq, problem.kind


@pytest.mark.rule("P5")
def test_a_log_that_nobody_touched_is_intact(log: Path, do: Callable[..., Any]) -> None:
    outcome = do(log, "verify")
    with_log = Log.open(log, writable=False)
    assert outcome.status == 0
    assert outcome.answer.result == {
        "ok": True,
        "events": with_log.head.seq,
        "sound": with_log.head.seq,
        "head": with_log.head.hash.hex(),
        "problems": [],
    }
    assert outcome.answer.text().startswith("Intact: ")
    with_log.close()


@pytest.mark.rule("P5", "B4-10")
@pytest.mark.parametrize(
    ("statement", "seq", "kind"),
    [
        ("UPDATE event SET body = replace(body, '50', '51') WHERE seq = 15", 15, "changed"),
        ("UPDATE event SET actor = 'Kurt' WHERE seq = 7", 7, "changed"),
        ("UPDATE event SET ts = '2020-01-01T00:00:00.000Z' WHERE seq = 7", 7, "changed"),
        ("UPDATE event SET cmd = 'x' WHERE seq = 7", 7, "changed"),
        ("UPDATE event SET id = 'x' WHERE seq = 7", 7, "changed"),
        ("UPDATE event SET v = 2 WHERE seq = 7", 7, "changed"),
        ("UPDATE event SET salt = zeroblob(16) WHERE seq = 7", 7, "changed"),
        ("UPDATE event SET hash = zeroblob(32) WHERE seq = 7", 7, "changed"),
        ("UPDATE event SET prev = zeroblob(32) WHERE seq = 7", 7, "changed"),
        ("UPDATE event SET type = 'SceneSet' WHERE type = 'NoteMade'", 42, "changed"),
        ("DELETE FROM event WHERE seq = 9", 9, "gap"),
        ("DELETE FROM event WHERE seq BETWEEN 9 AND 11", 9, "gap"),
        ("DELETE FROM event WHERE seq = 1", 1, "gap"),
        (
            "INSERT INTO event SELECT max(seq) + 1, 'x', ts, cmd, actor, type, v, body, salt, zeroblob(32),"
            " randomblob(32) FROM event",
            45,
            "foreign-row",
        ),
    ],
)
def test_a_change_is_named_by_its_event_and_its_kind(log: Path, statement: str, seq: int, kind: str) -> None:
    tampered(log, statement)
    assert first(log) == (seq, kind)


def test_of_many_problems_the_first_20_are_told(log: Path, do: Callable[..., Any]) -> None:
    """A file full of damage makes no answer without end."""
    tampered(log, "UPDATE event SET actor = 'Kurt' WHERE seq > 3")
    problems = do(log, "verify").answer.result["problems"]
    assert [each["seq"] for each in problems] == [*range(4, 24)]


@pytest.mark.rule("P5")
def test_an_event_that_is_right_by_itself_and_follows_another_past_breaks_the_chain(log: Path) -> None:
    with_log = Log.open(log)
    row = next(rows_of(with_log, 6, 7))
    with_log.close()
    prev = b"p" * 32
    hash = hash_of(with_log.format, with_log.campaign, row._replace(prev=prev))
    tampered(log, f"UPDATE event SET prev = x'{prev.hex()}', hash = x'{hash.hex()}' WHERE seq = 7")
    assert first(log) == (7, "broken-chain")


@pytest.mark.rule("P5")
def test_a_column_of_another_type_is_told_as_such(log: Path) -> None:
    path = log.with_name("typed.db")
    source, target = sqlite3.connect(log), sqlite3.connect(path)
    target.execute(f"CREATE TABLE event({COLUMNS})")
    for row in source.execute(f"SELECT {COLUMNS} FROM event ORDER BY seq"):
        target.execute(
            f"INSERT INTO event VALUES ({','.join('?' * 11)})",
            (*row[:7], row[7].encode() if row[0] == 5 else row[7], *row[8:]),
        )
    target.commit()
    source.close()
    target.close()
    problems = verify(path).report.problems
    assert [(p.seq, p.kind) for p in problems[:2]] == [(5, "type-change"), (None, "not-a-log")]
    assert "wrong type in body" in problems[0].message


@pytest.mark.rule("P5")
@pytest.mark.parametrize(
    ("forgery", "kind"),
    [
        (("NoteMade", '{"text":7}'), "unreadable"),
        (("NoteMade", "[]"), "unreadable"),
        (("NoteMade", '{"text":"x"}', 0), "unreadable"),
        (body(StatusChanged("Nobody", "Energy", "a", "b")), "impossible"),
        (body(EventsUndone((1,))), "impossible"),
    ],
)
def test_what_is_whole_and_yet_no_event_of_this_campaign_is_found(home: Path, forgery: Any, kind: str) -> None:
    path = written(home / "forged.db", forged(body(BEGINNING), body(NoteMade("fine")), forgery, body(NoteMade("too"))))
    assert inspect(path).ok
    found = verify(path)
    assert not found.ok
    assert first(path)[1] == kind


@pytest.mark.slow
@pytest.mark.rule("P5", "B4-10")
def test_no_flipped_bit_makes_verify_stumble_and_none_that_changes_an_event_is_missed(log: Path) -> None:
    data = log.read_bytes()
    rng = random.Random(1)
    before = contents(log)
    copy = log.with_name("flipped.db")
    missed, found = [], 0
    for place in range(0, len(data), 127):
        flipped = bytearray(data)
        flipped[place] ^= 1 << rng.randrange(8)
        copy.write_bytes(flipped)
        verdict = verify(copy)
        found += not verdict.ok
        assert all(problem.kind in KINDS | {"not-a-log"} for problem in verdict.report.problems)
        if verdict.ok and contents(copy) != before:
            missed.append(place)
    assert not missed
    assert found > 150


def contents(path: Path) -> Any:
    connection = sqlite3.connect(path)
    try:
        return connection.execute(f"SELECT {COLUMNS} FROM event ORDER BY seq").fetchall()
    except (sqlite3.Error, UnicodeDecodeError):
        return None
    finally:
        connection.close()


@pytest.mark.rule("P5", "B4-11")
def test_a_log_that_was_cut_anywhere_is_damaged_and_what_is_left_of_it_is_counted(log: Path) -> None:
    data = log.read_bytes()
    whole = verify(log).report.events
    sound = []
    for length in range(512, len(data), 2048):
        log.write_bytes(data[:length])
        report = verify(log).report
        assert not report.ok
        sound.append(report.sound)
    assert max(sound) > 5
    assert max(sound) < whole


@pytest.mark.rule("B4-15")
@pytest.mark.parametrize("content", [b"", b"x" * 50, b"Dear diary, " * 100, b"SQLite format 3\0" + bytes(4000)])
def test_a_file_that_is_no_log_is_said_to_be_none_and_left_alone(
    home: Path, do: Callable[..., Any], content: bytes
) -> None:
    path = home / "stranger.db"
    path.write_bytes(content)
    outcome = do(path, "verify")
    assert outcome.status == 1
    assert [problem["kind"] for problem in outcome.answer.result["problems"]] in (["not-a-log"], ["damage"])
    assert path.read_bytes() == content


@pytest.mark.rule("B4-15")
def test_folders_pipes_and_dangling_links_are_no_logs(home: Path, do: Callable[..., Any]) -> None:
    (home / "folder.db").mkdir()
    os.mkfifo(home / "pipe.db")
    (home / "link.db").symlink_to("nowhere")
    assert [do(home / f"{name}.db", "verify").status for name in ("folder", "pipe", "link")] == [1, 1, 3]


def test_a_file_that_is_not_there_cannot_be_verified(home: Path, do: Callable[..., Any]) -> None:
    outcome = do(home / "nowhere.db", "verify")
    assert outcome.status == 3
    assert "there is no campaign" in outcome.fault.message
    assert not (home / "nowhere.db").exists()


@pytest.mark.rule("P6", "B4-14")
@pytest.mark.parametrize("digits", [32, 40, 64])
@pytest.mark.parametrize("spelled", ["{hash}", "{hash} #{seq}", "{hash}#{seq}", "#{seq} {hash}", "head #{seq} {HASH}"])
def test_a_noted_hash_is_found_at_its_event(log: Path, result: Callable[..., Any], digits: int, spelled: str) -> None:
    row = hash_at(log, 20)
    words = spelled.format(hash=row[:digits], HASH=row[:digits].upper(), seq=20)
    found = result(log, f"verify expect {words}")
    assert (found["ok"], found["matches"], found["at"]) == (True, True, 20)


@pytest.mark.rule("P6", "B4-14")
def test_what_head_shows_is_found_as_it_is_shown(log: Path, result: Callable[..., Any]) -> None:
    """Take the digits of `head` in their groups of four, and thirty-two of them."""
    words = result(log, "head")["words"]
    assert [len(group) for group in words.split()] == [4] * 8
    assert result(log, f"verify expect {words}")["matches"]


@pytest.mark.rule("P6", "B4-14")
@pytest.mark.parametrize("digits", [16, 31])
def test_fewer_digits_than_a_forger_cannot_match_are_refused(log: Path, do: Callable[..., Any], digits: int) -> None:
    """Refuse them as proof, and say where they are and what to note instead."""
    fault = do(log, f"verify expect {hash_at(log, 20)[:digits]}").fault
    assert fault.status == 1
    assert f"{digits} digits are weak evidence" in fault.message
    assert "those of #20" in fault.message
    assert "type all 32 digits if you noted them" in fault.hint
    assert "no event here has them" in do(log, f"verify expect {'ab' * 8}").fault.message


def hash_at(path: Path, seq: int) -> str:
    log = Log.open(path, writable=False)
    row = log.at(seq)
    assert row is not None
    found = row.hash
    log.close()
    assert found is not None
    return found.hex()


@pytest.mark.rule("P6", "B4-14")
def test_a_noted_hash_that_is_not_there_or_elsewhere_fails(log: Path, do: Callable[..., Any]) -> None:
    nowhere = do(log, f"verify expect {'ab' * 16}")
    elsewhere = do(log, f"verify expect {hash_at(log, 20)} #21")
    assert (nowhere.status, nowhere.answer.result["ok"], nowhere.answer.result["matches"]) == (1, False, False)
    assert "Does not match" in nowhere.answer.text()
    assert (elsewhere.status, elsewhere.answer.result["at"]) == (1, 20)
    assert "not of #21" in elsewhere.answer.text()


@pytest.mark.rule("P6", "B4-14")
def test_a_log_that_was_written_anew_verifies_and_does_not_match_what_was_noted(log: Path, home: Path) -> None:
    noted = hash_at(log, 20)
    with_log = Log.open(log, writable=False)
    rows = [(row.type, row.body) for row in with_log.read()]
    with_log.close()
    again = written(home / "anew.db", forged(*rows, campaign=with_log.campaign))
    assert verify(again).ok
    assert verify(again, noted).matches is False


@pytest.mark.rule("P6")
def test_what_lies_behind_the_first_bad_event_matches_nothing(log: Path) -> None:
    noted, before = hash_at(log, 20), hash_at(log, 6)
    tampered(log, "UPDATE event SET actor = 'Kurt' WHERE seq = 7")
    assert verify(log, noted).matches is False
    assert verify(log, before).matches is True
    assert not verify(log, before).ok


@pytest.mark.parametrize("words", ["amber otter", "x" * 16, "#5", "0123456789abcdef x"])
def test_what_cannot_be_a_hash_is_refused(log: Path, do: Callable[..., Any], words: str) -> None:
    outcome = do(log, f"verify expect {words}")
    assert outcome.status == 1
    assert "is not the hash of an event" in outcome.fault.message
    assert outcome.fault.place is not None


@pytest.mark.parametrize("words", ["abc", "0123 456", "0123456789abcde"])
def test_too_few_digits_for_a_hash_are_counted(log: Path, do: Callable[..., Any], words: str) -> None:
    fault = do(log, f"verify expect {words}").fault
    assert fault.message == f"{len(words.replace(' ', ''))} digits are too few for a hash"
    assert fault.hint == "32 hexadecimal digits or more, as “head” shows them, or the five words of a seal"


@pytest.mark.rule("P5")
@pytest.mark.parametrize("compact", ["VACUUM", "VACUUM INTO 'compact.db'"])
def test_a_log_that_another_tool_compacted_is_the_same_log(log: Path, do: Callable[..., Any], compact: str) -> None:
    with closing(sqlite3.connect(log)) as tool:
        tool.execute(compact)
    path = Path("compact.db") if Path("compact.db").exists() else log
    assert do(path, "verify").status == 0
    assert do(path, "note as ever").status == 0


@pytest.mark.rule("P5")
def test_problems_that_name_an_event_come_first_by_its_number(log: Path, do: Callable[..., Any]) -> None:
    tampered(log, "UPDATE event SET actor = 'Kurt' WHERE seq IN (7, 9)")
    with closing(sqlite3.connect(log)) as tool:
        tool.execute("DROP TRIGGER event_is_never_changed")
    problems = do(log, "verify").answer.result["problems"]
    assert [problem["seq"] for problem in problems] == [7, 9, None]
    assert "lacks a safeguard of its events" in problems[2]["message"]
    assert "event_is_never_changed" in problems[2]["message"]


@pytest.mark.rule("P5", "B4-11")
def test_wherever_a_log_is_cut_some_event_is_named(log: Path) -> None:
    data = log.read_bytes()
    for length in range(512, len(data), 512):
        log.write_bytes(data[:length])
        report = verify(log).report
        assert report.problems[0].seq is not None, length
        assert report.problems[0].seq >= 1


@pytest.mark.rule("P5")
def test_a_log_that_lost_its_beginning_is_damaged_and_never_to_be_removed(log: Path, do: Callable[..., Any]) -> None:
    tampered(log, "DELETE FROM event WHERE seq = 1")
    problem = do(log, "verify").answer.result["problems"][0]
    assert (problem["seq"], problem["kind"]) == (1, "gap")
    assert problem["message"] == "#1 is missing: the log begins with #2"
    fault = do(log, "sheet Kotorikh").fault
    assert "begins with #2" in fault.message
    assert "rescue" in fault.hint
    assert "remove" not in fault.message + fault.hint


@pytest.mark.rule("P5", "P13")
def test_what_is_no_time_is_named_by_verify_and_found_at_opening(log: Path, do: Callable[..., Any]) -> None:
    path = rechained(log, "timeless.db", lambda row: row._replace(ts="banana") if row.seq == 9 else row)
    assert first(path) == (9, "impossible")
    outcome = do(path, "head")
    assert outcome.status == 3
    assert "#9 has an impossible time: banana" in outcome.fault.message


@pytest.mark.rule("P5")
def test_what_verify_says_can_be_saved_is_what_is_sound(log: Path, do: Callable[..., Any]) -> None:
    with closing(sqlite3.connect(log)) as tool:
        tool.execute("CREATE TRIGGER more AFTER INSERT ON event BEGIN SELECT 1; END")
    assert "events 1 to 44 are sound" in do(log, "verify").answer.text()
    tampered(log, "UPDATE event SET actor = 'Kurt' WHERE seq = 2")
    assert "event 1 is sound; “rescue saved.db” saves it" in do(log, "verify").answer.text()


@pytest.mark.rule("P5")
def test_a_damaged_log_cannot_be_opened_and_can_be_verified(log: Path, do: Callable[..., Any]) -> None:
    tampered(log, "UPDATE event SET actor = 'Kurt' WHERE seq = 7")
    assert do(log, "party").status == 3
    outcome = do(log, "verify")
    assert outcome.status == 1
    assert outcome.as_json()["result"]["problems"][0] == {
        "seq": 7,
        "kind": "changed",
        "message": outcome.answer.result["problems"][0]["message"],
    }
    assert "first problem at #7" in outcome.answer.text()
    assert "events 1 to 6 are sound" in outcome.answer.text()


@pytest.mark.rule("P5")
def test_a_log_that_was_cut_under_an_open_session_can_be_verified_there(log: Path) -> None:
    with closing(Desk(log)) as desk:
        assert desk.do("head").status == 0
        os.truncate(log, log.stat().st_size // 8192 * 4096)
        assert desk.do("sheet Kotorikh").status == 3
        assert desk.do("verify").answer.result["problems"]


@pytest.mark.rule("P5")
def test_a_page_that_holds_no_event_and_cannot_be_read_is_told_in_a_sentence_of_its_own(log: Path) -> None:
    content, index_leaf = bytearray(log.read_bytes()), 10
    page = next(at for at in range(4096, len(content), 4096) if content[at] == index_leaf)
    content[page : page + 4096] = bytes(4096)
    log.write_bytes(content)
    (problem,) = inspect(log).problems
    assert problem.message == "the file cannot be read to its end: database disk image is malformed"


def test_the_hash_of_an_event_covers_what_it_follows(log: Path) -> None:
    with_log = Log.open(log, writable=False)
    row = next(rows_of(with_log, 6, 7))
    with_log.close()
    hashes = [hash_of(with_log.format, with_log.campaign, row._replace(prev=prev)) for prev in (row.prev, b"q" * 32)]
    assert hashes[0] == row.hash != hashes[1]


@pytest.mark.rule("P6")
def test_a_noted_hash_may_be_typed_in_groups(log: Path, result: Callable[..., Any]) -> None:
    digits = hash_at(log, 20)
    groups = " ".join(digits[place : place + 4] for place in range(0, 32, 4))
    for words in (groups, f"#20 {groups}", f"{groups} #20", f"head #20 {groups.upper()}"):
        assert result(log, f"verify expect {words}")["at"] == 20


@pytest.mark.rule("P6")
def test_what_does_not_match_is_a_problem(log: Path, result: Callable[..., Any]) -> None:
    found = result(log, f"verify expect {'ab' * 16}")
    assert [(problem["seq"], problem["kind"]) for problem in found["problems"]] == [(None, "expect")]
    elsewhere = result(log, f"verify expect {hash_at(log, 20)} #21")
    assert [(problem["seq"], problem["kind"]) for problem in elsewhere["problems"]] == [(20, "expect")]
