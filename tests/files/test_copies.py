"""`backup`, `fork` and `compare`: copies that are proven, and logs that part ways."""

from __future__ import annotations

import errno
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from given import folder

from engine.campaign import Campaign
from engine.events import CampaignForked
from engine.interrupts import until_told
from engine.store.door import Head, Row
from engine.store.log import SqliteLog as Log


def rows_of(path: Path | str) -> list[Row]:
    log = Log.open(Path(path), writable=False)
    found = list(log.read())
    log.close()
    return found


@pytest.mark.parametrize("line", ["fork copy.db", "import log.jsonl"])
def test_ctrl_c_ends_a_copy_in_the_making_and_leaves_nothing_of_it(
    log: Path, home: Path, do: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, line: str
) -> None:
    if line.startswith("import"):
        do(log, "export log.jsonl")
        log = home / "copy.db"
    before, batches = sorted(home.iterdir()), []

    append = Log.append

    def press(made: Log, head: Head, rows: list[Row]) -> None:
        append(made, head, rows)
        batches.append(rows[-1].seq)
        if len(batches) == 3:
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr("engine.store.log.AT_ONCE", 2)
    monkeypatch.setattr(Log, "append", press)
    with pytest.raises(KeyboardInterrupt), until_told():
        do(log, line)
    assert batches[-1] == 6
    assert sorted(home.iterdir()) == before


# --- backup ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("line", ["backup for players", "backup copy.db for players", "fork copy.db for players"])
def test_no_copy_with_all_secrets_is_made_for_players(log: Path, home: Path, do: Callable[..., Any], line: str) -> None:
    before = sorted(home.iterdir())
    fault = do(log, line).fault
    assert fault.message == "a copy of the log has all secrets in it"
    assert "export FILE.jsonl for players" in fault.hint
    assert sorted(home.iterdir()) == before


def test_a_backup_is_the_whole_log_and_verifies(log: Path, do: Callable[..., Any]) -> None:
    outcome = do(log, "backup copy.db")
    assert rows_of("copy.db") == rows_of(log)
    assert outcome.answer.result["events"] == len(rows_of(log))
    assert f"all {len(rows_of(log))} events" in outcome.answer.text()
    assert do("copy.db", "verify").status == 0


WRITER = """
import sys
from engine import Campaign
from engine.commands import MakeNote
with Campaign.open(sys.argv[1]) as campaign:
    while True:
        campaign.execute(MakeNote("on and on"))
        print("written", flush=True)
"""


@pytest.mark.rule("P8")
def test_backups_are_made_while_another_program_writes_as_fast_as_it_can(
    original: Path, do: Callable[..., Any]
) -> None:
    with folder() as place:
        log = Path(shutil.copy(original, place))
        writer = subprocess.Popen([sys.executable, "-c", WRITER, str(log)], stdout=subprocess.PIPE)
        copies = []
        try:
            assert writer.stdout is not None
            assert writer.stdout.readline() == b"written\n"
            for number in range(10):
                copies.append(do(log, f"backup copy{number}.db"))
                assert writer.stdout.readline() == b"written\n"
        finally:
            writer.kill()
            writer.communicate()
        assert [copy.fault for copy in copies] == [None] * 10
        counts = [copy.answer.result["events"] for copy in copies]
        assert counts == sorted(counts)
        assert counts[-1] > counts[0]
        for number, count in enumerate(counts):
            assert rows_of(f"copy{number}.db") == rows_of(log)[:count]


@pytest.mark.rule("P10")
@pytest.mark.parametrize("line", ["backup mine.db", "fork mine.db", "rescue mine.db", "export mine.jsonl"])
def test_no_copy_takes_the_place_of_another_file_or_of_a_link(
    log: Path, home: Path, do: Callable[..., Any], line: str
) -> None:
    name = line.split()[1]
    for make in (lambda: Path(name).write_text("mine"), lambda: Path(name).symlink_to("elsewhere")):
        make()
        assert "already" in do(log, line).fault.message
        assert sorted(path.name for path in home.iterdir()) == sorted([name, "teapot.db"])
        Path(name).unlink()


@pytest.mark.parametrize("line", ["backup nowhere/copy.db", "fork nowhere/copy.db", "export nowhere/copy.csv"])
def test_a_place_that_cannot_be_written_to_is_told_by_its_name(log: Path, do: Callable[..., Any], line: str) -> None:
    outcome = do(log, line)
    assert outcome.status == 1
    assert outcome.fault.message == f"{line.split()[1]} cannot be written: {os.strerror(errno.ENOENT)}"
    assert outcome.fault.place == (line.index("nowhere"), len(line))


def test_a_disk_without_links_gets_its_copies_all_the_same(
    log: Path, do: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_link(*paths: object) -> None:
        raise OSError(errno.EPERM, "no links here")

    monkeypatch.setattr("engine.store.placing.os.link", no_link)
    assert do(log, "backup copy.db").status == 0
    assert do(log, "backup copy.db").status == 1
    assert rows_of("copy.db") == rows_of(log)


@pytest.mark.rule("P9")
def test_a_full_disk_leaves_no_half_copy(
    log: Path, home: Path, do: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("engine.store.placing.flush", full)
    for line in ("backup copy.db", "export copy.jsonl", "export copy.session", "fork copy.db"):
        assert "No space left" in do(log, line).fault.message
    assert sorted(path.name for path in home.iterdir()) == ["teapot.db"]


# --- fork ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("P4", "C2-8")
def test_a_fork_begins_with_the_same_events_and_says_where_it_left(log: Path, do: Callable[..., Any]) -> None:
    result = do(log, "fork other.db at #20").answer.result
    ours, theirs = rows_of(log), rows_of("other.db")
    assert theirs[:20] == ours[:20]
    with Campaign.open("other.db") as other:
        (event,) = (each.event for each in other.events(20))
    assert event == CampaignForked("other.db", 20, ours[19].hash.hex())
    assert result["shared"] == 20
    assert result["shared_head"] == ours[19].hash.hex()
    assert do("other.db", "verify").status == 0


@pytest.mark.rule("P6", "C2-8")
def test_the_beginning_of_a_fork_is_proven_by_what_was_noted_of_the_log(log: Path, do: Callable[..., Any]) -> None:
    do(log, "fork other.db at #20")
    noted = rows_of(log)[19].hash.hex()
    assert do("other.db", f"verify expect {noted} #20").status == 0


def test_a_fork_without_a_point_has_everything(log: Path, do: Callable[..., Any]) -> None:
    do(log, "fork other.db")
    assert rows_of("other.db")[:-1] == rows_of(log)


def test_the_log_that_is_forked_stays_as_it_is(log: Path, do: Callable[..., Any]) -> None:
    before = log.read_bytes()
    do(log, "fork other.db at #20")
    assert log.read_bytes() == before


def test_a_fork_is_played_on_by_itself(log: Path, do: Callable[..., Any]) -> None:
    do(log, "fork other.db at start of session 1")
    assert do("other.db", "award Kotorikh 7 for another evening").status == 0
    assert do("other.db", "undo").status == 0
    assert do("other.db", "undo").status == 0
    assert [row.type for row in rows_of("other.db")].count("CampaignForked") == 1
    assert do("other.db", "verify").status == 0


@pytest.mark.rule("P2")
def test_a_fork_never_has_half_a_command(log: Path, do: Callable[..., Any]) -> None:
    awards = [row.seq for row in rows_of(log) if row.type == "XpAwarded"]
    outcome = do(log, f"fork other.db at #{awards[0]}")
    assert outcome.status == 1
    assert "in the middle of what one command recorded" in outcome.fault.message
    assert outcome.fault.hint == f"it ends at #{awards[1]}"
    assert not Path("other.db").exists()


def test_a_fork_at_a_point_that_is_not_there_is_refused(log: Path, do: Callable[..., Any]) -> None:
    assert do(log, "fork other.db at #999").status == 1
    assert not Path("other.db").exists()


# --- compare ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("B4-14", "C2-8")
def test_two_logs_are_compared_event_by_event_where_they_part(log: Path, do: Callable[..., Any]) -> None:
    do(log, "fork other.db at #20")
    do("other.db", "note another evening")
    outcome = do(log, "compare other.db")
    result = outcome.answer.result
    assert (result["relation"], result["same"], result["parted"]) == ("parted", 20, 21)
    assert [event["seq"] for event in result["here"]["next"]] == [21, 22, 23]
    assert [event["type"] for event in result["there"]["next"]] == ["CampaignForked", "NoteMade"]
    assert "the logs differ from #21 on: events 1 to 20 are the same" in outcome.answer.text()
    assert "another evening" in outcome.answer.text()
    assert f"only in {log}:" in outcome.answer.text()
    assert "more, up to #" in outcome.answer.text()


def test_equal_logs_and_beginnings_are_told_apart(log: Path, do: Callable[..., Any]) -> None:
    do(log, "backup same.db")
    do(log, "backup longer.db")
    do("longer.db", "note one more")
    relations = {name: do(log, f"compare {name}.db").answer.result for name in ("same", "longer")}
    assert relations["same"]["relation"] == "equal"
    assert relations["longer"]["relation"] == "shorter"
    assert [event["text"] for event in relations["longer"]["there"]["next"]] == ["one more"]
    assert do("longer.db", f"compare {log}").answer.result["relation"] == "longer"
    said = do(log, "compare longer.db").answer.text()
    assert said.startswith("longer.db continues this log: events 1 to ")
    assert "more" not in said.splitlines()[-1].replace("one more", "")


@pytest.mark.parametrize(("common", "length"), [(1, 1), (1, 8), (2, 7), (5, 3), (7, 1), (8, 9)])
def test_the_parting_is_found_wherever_it_is(home: Path, do: Callable[..., Any], common: int, length: int) -> None:
    do("one.db", "new peupfudge")
    for number in range(2, common + 1):
        do("one.db", f"note {number}")
    do("one.db", "backup two.db")
    for number in range(length):
        do("one.db", f"note one {number}")
        do("two.db", f"note two {number}")
    assert do("one.db", "compare two.db").answer.result["same"] == common


def test_another_campaign_is_said_to_be_one(log: Path, do: Callable[..., Any]) -> None:
    do("stranger.db", "new peupfudge")
    outcome = do(log, "compare stranger.db")
    assert (outcome.status, outcome.answer.result["relation"]) == (0, "other-campaign")
    assert "another campaign" in outcome.answer.text()


def test_what_is_no_sound_log_is_not_compared(log: Path, do: Callable[..., Any]) -> None:
    do(log, "backup broken.db")
    connection = sqlite3.connect("broken.db")
    guard = connection.execute("SELECT sql FROM sqlite_schema WHERE name = 'event_is_never_changed'").fetchone()[0]
    connection.execute("DROP TRIGGER event_is_never_changed")
    connection.execute("UPDATE event SET actor = 'Kurt' WHERE seq = 7")
    connection.execute(guard)
    connection.commit()
    connection.close()
    Path("diary.db").write_text("Dear diary, " * 100)
    for name in ("broken.db", "diary.db", "nowhere.db"):
        outcome = do(log, f"compare {name}")
        assert outcome.status == 1
        assert name in outcome.fault.message
