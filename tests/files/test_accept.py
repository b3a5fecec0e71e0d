"""`accept`, and what is said of a log that is not the one that this computer last saw."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.campaign import Campaign
from engine.events import HeadAccepted
from engine.log import Log
from shell.cli import main


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
        assert "this computer has seen" in note
        assert "accept" in hint


@pytest.mark.rule("P7")
def test_it_is_announced_once_an_evening_and_not_at_every_line(log: Path, do: Callable[..., Any]) -> None:
    from shell.desk import Desk

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
    assert "its past is another" in note
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
