"""Scripts: lines that are there together share a commit, and each is answered once it is on disk."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Callable
from contextlib import closing, suppress
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import Campaign
from engine.clock import local_now
from engine.commands import MakeNote
from engine.drafts import make_drafts, make_rows
from engine.events import NoteMade
from engine.store.door import HeadMoved
from engine.store.errors import LogError, Unconfirmed
from engine.store.log import SqliteLog
from shell.doors import lines, playing
from shell.doors.playing import play
from shell.doors.voice import Voice
from shell.options import ExitStatus
from shell.outcome import LineOutcome
from shell.runner import Desk

NOTES = "head\nnote one\nnote two\nnote three\nnote four\n"


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """Make a campaign of one event."""
    path = tmp_path / "log.db"
    Campaign.create(path).close()
    return Desk(path)


def played(desk: Desk, text: str, *, keep_going: bool = False) -> ExitStatus:
    """Play a script, and close the log."""
    try:
        return play(desk, io.BytesIO(text.encode()), Voice(), keep_going=keep_going)
    finally:
        desk.close()


def noted(desk: Desk) -> list[str]:
    """Return the notes in the log; it must be intact, and this computer must have seen no other."""
    with Campaign.open(desk.place.file, writable=False) as campaign:
        assert campaign.notes == ()
        assert campaign.log.verify().ok
        return [each.event.text for each in campaign.events(1) if isinstance(each.event, NoteMade)]


def count_commits(monkeypatch: pytest.MonkeyPatch, fail: Callable[[int, SqliteLog], None]) -> list[int]:
    """Note what each commit holds from here on, before it; `fail` is given its number."""
    held: list[int] = []
    commit = SqliteLog._commit

    def counted(log: SqliteLog) -> None:
        held.append(log.gathered or 0)
        fail(len(held), log)
        commit(log)

    monkeypatch.setattr(SqliteLog, "_commit", counted)
    return held


def ticks(text: str) -> list[str]:
    return re.findall(r"✓ #(\d+)", text)


def test_lines_share_a_commit_up_to_one_that_asks_or_fails(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    held = count_commits(monkeypatch, lambda number, log: None)
    assert played(desk, f"{NOTES}log last 1\nnote five\naward Nobody 1\nnote six", keep_going=True) > 0
    assert held == [1, 3, 1, 1]
    said = capsys.readouterr()
    assert ticks(said.out) == ["2", "3", "4", "5", "6", "7"]
    assert "line 8" in said.err
    assert noted(desk) == ["one", "two", "three", "four", "five", "six"]


@pytest.mark.rule("P3")
def test_at_most_100_lines_share_a_commit(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "LONGEST_WAIT", 60)
    held = count_commits(monkeypatch, lambda number, log: None)
    assert played(desk, "head\n" + "note again\n" * 250) == 0
    assert held == [1, 100, 100, 49]


def test_lines_that_share_a_commit_do_not_ask_for_the_head_that_they_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(playing, "LONGEST_WAIT", 60)
    asked: list[str] = []
    ask = SqliteLog._all

    def counted(log: SqliteLog, query: str, values: Any = ()) -> Any:
        asked.append(query)
        return ask(log, query, values)

    monkeypatch.setattr(SqliteLog, "_all", counted)
    counts = []
    for number in (3, 13):
        Campaign.create(tmp_path / f"{number}.db").close()
        asked.clear()
        played(Desk(tmp_path / f"{number}.db"), "head\n" + "note again\n" * number)
        counts.append(len(asked))
    assert counts[0] == counts[1]


class Heard(io.StringIO):
    """A stream whose texts are kept with those of others, in their order."""

    def __init__(self, name: str, kept: list[tuple[str, str]]) -> None:
        super().__init__()
        self.name, self.kept, self.flushes = name, kept, 0

    def write(self, text: str) -> int:
        self.kept.append((self.name, text))
        return len(text)

    def flush(self) -> None:
        self.flushes += 1


def heard(path: Path, script: str, monkeypatch: pytest.MonkeyPatch) -> tuple[list[tuple[str, str]], int]:
    """Play a script in a new campaign; return what was printed where, piece by piece, and how often it was flushed."""
    kept: list[tuple[str, str]] = []
    streams = [Heard(name, kept) for name in ("stdout", "stderr")]
    Campaign.create(path).close()
    for stream in streams:
        monkeypatch.setattr(sys, stream.name, stream)
    played(Desk(path), script, keep_going=True)
    pieces = [(name, "".join(text for _, text in texts)) for name, texts in groupby(kept, key=itemgetter(0))]
    return pieces, sum(stream.flushes for stream in streams)


def test_lines_that_share_a_commit_are_printed_in_their_order_and_flushed_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(playing, "LONGEST_WAIT", 60)
    script = f"{NOTES}award Nobody 1\nnote five\n"
    together, flushes = heard(tmp_path / "together.db", script, monkeypatch)
    monkeypatch.setattr(playing, "MOST_TOGETHER", 1)
    singly, more = heard(tmp_path / "singly.db", script, monkeypatch)
    hidden = [[(name, re.sub(r"checkpoint .*", "", text)) for name, text in found] for found in (together, singly)]
    assert hidden[0] == hidden[1]
    assert (flushes, more) == (9, 14)


@given(
    st.lists(st.text("ab", min_size=1, max_size=12), max_size=8), st.integers(min_value=1, max_value=30), st.booleans()
)
def test_every_line_of_a_script_is_read_and_one_that_is_too_long_is_a_fault_of_its_own(
    texts: list[str], piece: int, ends: bool
) -> None:
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setattr(lines, "LONGEST_LINE", 6)
        monkeypatch.setattr(lines, "PIECE", piece)
        whole = "\n".join(texts) + "\n" * ends
        found = list(lines.Script(io.BytesIO(whole.encode())))
    assert [number for number, _ in found] == list(range(1, len(texts) + 1))
    for number, line in found:
        raw = texts[number - 1] + "\n" * (ends or number < len(texts))
        assert line == texts[number - 1] if len(raw) <= 6 else isinstance(line, LineOutcome)


def test_lines_that_share_a_commit_that_fails_are_stored_one_by_one(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(number: int, log: SqliteLog) -> None:
        if number in (2, 4):  # the commit of the last three, then that of the second of them
            raise LogError("the disk is full: nothing was recorded")

    held = count_commits(monkeypatch, fail)
    assert played(desk, NOTES) == 3
    assert held == [1, 3, 1, 1]
    said = capsys.readouterr()
    assert ticks(said.out) == ["2", "3"]
    assert said.out.count("> note two") == said.out.count("> note three") == 1
    assert said.err == "line 4:\nthe disk is full: nothing was recorded\n"
    assert noted(desk) == ["one", "two"]


def test_of_lines_that_the_disk_did_not_confirm_each_says_so(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(number: int, log: SqliteLog) -> None:
        if number == 2:
            last = log.head.seq
            log.connection.execute("COMMIT")
            raise Unconfirmed(last)

    count_commits(monkeypatch, fail)
    assert played(desk, f"{NOTES}note five", keep_going=True) == 3
    said = capsys.readouterr()
    assert ticks(said.out) == ["2"]
    assert re.findall(r"#(\d+) is in the log, but the disk did not confirm it", said.err) == ["3", "4", "5", "6"]
    assert noted(desk) == ["one", "two", "three", "four", "five"]


def test_a_fault_of_the_program_in_a_line_loses_none_before_it(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    execute = Campaign.execute

    def fails(campaign: Campaign, command: object, **more: Any) -> object:
        if command == MakeNote("three"):
            raise ZeroDivisionError
        return execute(campaign, command, **more)

    monkeypatch.setattr(Campaign, "execute", fails)
    assert played(desk, NOTES, keep_going=True) == 3
    said = capsys.readouterr()
    assert ticks(said.out) == ["2", "3", "4"]
    assert said.err.startswith("line 4:\nInternal error (ZeroDivisionError")
    assert "note:" not in said.err
    assert noted(desk) == ["one", "two", "four"]


def test_after_an_append_that_failed_nothing_that_waited_with_it_is_committed(desk: Desk) -> None:
    with closing(SqliteLog.open(desk.place.file)) as log:
        before = log.head

        def append(text: str) -> None:
            log.append(log.head, make_rows(log, log.head, make_drafts([NoteMade(text)], "GM", local_now())))

        def append_three() -> None:
            with log.together():
                append("one")
                with pytest.raises(HeadMoved):
                    log.append(before, [])
                with suppress(LogError):
                    append("two")

        with pytest.raises(LogError, match="nothing was recorded"):
            append_three()
        assert log.head == before
