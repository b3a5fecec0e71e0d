"""`accept`, and what is said of a log that is not the one that this computer last saw."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.campaign import Campaign
from engine.events import HeadAccepted
from engine.store.log import SqliteLog as Log
from engine.store.own_files import HEADS, find_folder
from shell.doors.cli import main


def went_back(log: Path, do: Callable[..., Any]) -> tuple[int, str]:
    """Put an old copy in the place of a log that went on; returns the head that was seen of it."""
    old = shutil.copy(log, "old.db")
    do(log, "note what nobody will remember")
    do(log, "head")
    with_log = Log.open(log, writable=False)
    seen = with_log.head
    with_log.close()
    shutil.move(old, log)
    return seen.seq, seen.hash.hex()


@pytest.mark.rule("P7", "B4-14")
def test_an_old_copy_is_announced_before_the_answer_every_time(log: Path, do: Callable[..., Any]) -> None:
    events, _ = went_back(log, do)
    for line in ("head", "note on we go", "note and on", "head"):
        (note, hint) = do(log, line).notes
        assert f"#{events}" in note
        assert "this computer" in note
        assert "accept" in hint


@pytest.mark.rule("P7")
def test_it_is_announced_once_an_evening_and_not_at_every_line(log: Path, do: Callable[..., Any]) -> None:
    from shell.runner import Desk

    went_back(log, do)
    desk = Desk(log)
    notes = [desk.do(line).notes for line in ("head", "note one", "note two", "head")]
    desk.close()
    assert [bool(each) for each in notes] == [True, False, False, False]


@pytest.mark.rule("P7")
@pytest.mark.parametrize("arguments", [[], ["--json"]])
def test_notes_go_to_stderr_and_leave_the_answer_alone(
    log: Path, do: Callable[..., Any], arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    main([*arguments, str(log), "head"])
    before = capsys.readouterr()
    length = len(before.out)
    went_back(log, do)
    assert main([*arguments, str(log), "head"]) == 0
    after = capsys.readouterr()
    assert before.err == ""
    assert len(after.out) == length
    assert after.err.startswith("note: this log ends at #")


@pytest.mark.rule("P7", "P4")
def test_accepting_puts_on_record_what_was_seen_and_is_the_end_of_it(log: Path, do: Callable[..., Any]) -> None:
    events, hash = went_back(log, do)
    outcome = do(log, "accept for the laptop is gone")
    assert outcome.status == 0
    assert outcome.events[0]["type"] == "HeadAccepted"
    with Campaign.open(log) as campaign:
        *_, last = campaign.events()
        assert campaign.notes == ()
    assert last.event == HeadAccepted(events, hash, "the laptop is gone")
    assert do(log, "head").notes == ()
    assert do(log, "verify").status == 0


@pytest.mark.rule("P7")
def test_another_past_of_the_same_length_is_accepted_too(log: Path, do: Callable[..., Any]) -> None:
    copy = Path(shutil.copy(log, "copy.db"))
    do(log, "note this way")
    do(copy, "note that way")
    do(copy, "note and farther")
    shutil.copy(copy, log)
    (note, _) = do(log, "head").notes
    assert "differs from the one last opened on this computer" in note
    assert do(log, "accept").status == 0
    assert do(log, "head").notes == ()


@pytest.mark.rule("P7")
def test_there_is_nothing_to_accept_where_nothing_is_in_doubt(log: Path, do: Callable[..., Any]) -> None:
    do(log, "note as always")
    outcome = do(log, "accept for good measure")
    assert outcome.status == 1
    assert "nothing to accept" in outcome.fault.message
    assert "HeadAccepted" not in {event["type"] for event in do(log, "log").answer.result["events"]}


def test_what_was_accepted_stays_accepted(log: Path, do: Callable[..., Any]) -> None:
    went_back(log, do)
    do(log, "accept")
    assert do(log, "accept").status == 1
    do(log, "undo")
    assert [each["type"] for each in do(log, "log last 2").answer.result["events"]] == ["HeadAccepted", "EventsUndone"]
    assert do(log, "head").notes == ()


@pytest.mark.rule("P7")
def test_bringing_back_what_was_lost_settles_it(log: Path, do: Callable[..., Any]) -> None:
    shutil.copy(log, "old.db")
    do(log, "note what everybody will remember")
    do(log, "export whole.jsonl")
    shutil.copy("old.db", log)
    assert do(log, "import whole.jsonl").notes != ()
    assert do(log, "head").notes == ()
    assert do(log, "accept").status == 1


# --- the same campaign in another file -------------------------------------------------------------------------


@pytest.mark.rule("P7", "B4-14")
def test_an_old_copy_is_announced_wherever_it_lies(log: Path, do: Callable[..., Any]) -> None:
    shutil.copy(log, "old.db")
    do(log, "note one")
    do(log, "note two")
    for line in ("head", "note as if nothing had happened"):
        note, _ = do("old.db", line).notes
        assert "this log ends at #44, but ended at #46 in " in note
        assert str(log) in note
    assert "when last opened" in do("old.db", "note and farther").notes[0]
    assert do(log, "head").notes == ()


@pytest.mark.rule("P7", "B4-14")
def test_a_copy_that_went_another_way_is_announced_even_if_it_is_longer(log: Path, do: Callable[..., Any]) -> None:
    shutil.copy(log, "old.db")
    do(log, "note one")
    do("old.db", "note two")
    do("old.db", "note three")
    note, _ = do("old.db", "head").notes
    assert f"differs from the one last opened on this computer in {log}" in note


@pytest.mark.rule("P7")
def test_a_copy_that_goes_on_is_nothing_to_speak_of_and_makes_the_first_an_old_one(
    log: Path, do: Callable[..., Any]
) -> None:
    do(log, "note one")
    shutil.copy(log, "new.db")
    assert do("new.db", "note two").notes == ()
    assert do("new.db", "head").notes == ()
    assert "ended at #46" in do(log, "head").notes[0]


@pytest.mark.rule("P7")
def test_a_fork_goes_its_own_way_and_so_does_the_log_it_came_from(log: Path, do: Callable[..., Any]) -> None:
    do(log, "fork other.db at #20")
    for path in ("other.db", log, "other.db", log):
        assert do(path, "note on we go").notes == ()
    shutil.copy("other.db", "copy.db")
    do("other.db", "note and farther")
    assert "when last opened" in do("copy.db", "head").notes[0]


@pytest.mark.rule("P7")
def test_a_copy_that_was_accepted_is_a_log_of_its_own(log: Path, do: Callable[..., Any]) -> None:
    shutil.copy(log, "old.db")
    do(log, "note one")
    assert do("old.db", "accept for the other one is lost").status == 0
    for path in ("old.db", log, "old.db", log):
        assert do(path, "note on we go").notes == ()


@pytest.mark.rule("P7")
def test_a_file_that_is_away_for_a_while_is_not_forgotten(log: Path, do: Callable[..., Any]) -> None:
    shutil.copy(log, "old.db")
    do(log, "note one")
    shutil.move(log, "stick")
    assert "when last opened" in do("old.db", "head").notes[0]
    do("old.db", "accept")
    shutil.copy("old.db", log)
    assert "differs from the one last opened on this computer" in do(log, "head").notes[0]
    shutil.move("stick", log)
    assert do(log, "head").notes == ()


@pytest.mark.rule("P7")
def test_verify_announces_it_and_a_log_that_is_intact_stays_so(log: Path, do: Callable[..., Any]) -> None:
    went_back(log, do)
    outcome = do(log, "verify")
    assert outcome.status == 0
    assert "is it an old copy?" in outcome.answer.result["notes"][0]
    assert outcome.answer.text().startswith("Intact")
    assert "is it an old copy?" in outcome.answer.text()


@pytest.mark.rule("P7")
def test_notes_as_they_were_kept_once_still_hold_for_their_file(log: Path, do: Callable[..., Any]) -> None:
    went_back(log, do)
    (file,) = find_folder(HEADS).iterdir()
    file.write_text(json.dumps({path: each[:2] for path, each in json.loads(file.read_text()).items()}))
    assert "is it an old copy?" in do(log, "head").notes[0]
    shutil.copy(log, "copy.db")
    assert do("copy.db", "head").notes == ()
