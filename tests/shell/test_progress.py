"""A long check tells on the terminal how far it has come, and leaves nothing there."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.store.door import LISTENER, tell_checking, tell_reading
from shell import progress
from shell.doors.voice import Voice, do_line
from shell.progress import STOPPED, Meter, find_meter, report_progress, reporting
from shell.runner import Desk


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def watched(monkeypatch: pytest.MonkeyPatch, patience: float) -> str:
    """Return what a terminal gets of a check, for somebody of so much patience."""
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr(progress, "QUIET_SECONDS", patience)
    with report_progress() as tell:
        assert tell is not None
        tell(1000, 20_000)
    return terminal.getvalue()


def test_whoever_waits_less_than_a_second_is_told_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    assert watched(monkeypatch, 60) == ""


def test_a_long_check_is_told_of_and_the_line_goes_away(monkeypatch: pytest.MonkeyPatch) -> None:
    shown, blank, end = watched(monkeypatch, 0).split("\r")[1:]
    assert shown == "checked 1,000 of 20,000 events"
    assert blank == " " * len(shown)
    assert end == ""


def check_until_stopped() -> None:
    """Begin a check, for a line that tells how far it reads, and be stopped."""
    with reporting(find_meter()), report_progress() as tell:
        assert tell is not None
        tell(1000, 20_000)
        raise KeyboardInterrupt


@pytest.mark.parametrize(("patience", "end"), [(0, f"{STOPPED}\n"), (60, "")], ids=["after waiting", "at once"])
def test_whoever_stops_a_long_check_is_told_so_once(monkeypatch: pytest.MonkeyPatch, patience: float, end: str) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr(progress, "QUIET_SECONDS", patience)
    with pytest.raises(KeyboardInterrupt):
        check_until_stopped()
    assert terminal.getvalue().rpartition("\r")[2] == end


@pytest.mark.parametrize(("patience", "shown"), [(0, "read up to #"), (60, "")], ids=["at once", "patient"])
def test_a_line_that_reads_long_tells_how_far_it_is_and_leaves_the_terminal_clean(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], patience: float, shown: str
) -> None:
    desk, terminal = Desk(tmp_path / "c.db"), Terminal()
    do_line(desk, "new peupfudge", Voice())
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr(progress, "QUIET_SECONDS", patience)
    monkeypatch.setattr(progress, "EVERY", 0)
    do_line(desk, "audit", Voice())
    assert shown in terminal.getvalue()
    assert terminal.getvalue().rpartition("\r")[0].rpartition("\r")[2].strip() == ""
    assert LISTENER.get() is None
    desk.close()


def lines_told(monkeypatch: pytest.MonkeyPatch, work: Callable[[Meter], None]) -> list[str]:
    """Return the lines that a terminal gets of some work, without the blanks behind them."""
    terminal = Terminal()
    monkeypatch.setattr(progress, "EVERY", 0)
    meter = Meter(terminal, 0)
    with reporting(meter):
        work(meter)
    return [line.strip() for line in terminal.getvalue().split("\r") if line.strip()]


def test_what_is_read_a_second_time_is_told_as_that(monkeypatch: pytest.MonkeyPatch) -> None:
    def read_twice(meter: Meter) -> None:
        for seq in (200, 400, 200, 400, 600):
            tell_reading(seq)

    told = ["read up to #200", "read up to #400", "read up to #200 again", "read up to #400", "read up to #600"]
    assert lines_told(monkeypatch, read_twice) == told


def test_a_log_that_is_checked_before_it_is_read_is_told_as_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    def check_and_read(meter: Meter) -> None:
        with tell_checking(400):
            tell_reading(200)
        tell_reading(200)

    assert lines_told(monkeypatch, check_and_read) == ["checked 200 of 400 events", "read up to #200"]


def test_what_is_read_behind_a_check_is_told_again(monkeypatch: pytest.MonkeyPatch) -> None:
    def check_and_read(meter: Meter) -> None:
        with report_progress() as tell:
            assert tell is not None
            tell(200, 400)
            tell_reading(300)
        tell_reading(400)

    assert lines_told(monkeypatch, check_and_read) == ["checked 200 of 400 events", "read up to #400"]


def test_notes_that_are_written_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    def write(meter: Meter) -> None:
        with report_progress("wrote {:,} of {:,} notes") as tell:
            assert tell is not None
            tell(1, 6140)

    assert lines_told(monkeypatch, write) == ["wrote 1 of 6,140 notes"]


def test_where_there_is_no_terminal_nothing_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    with report_progress() as tell:
        assert tell is None
    monkeypatch.setattr(sys, "stderr", None)
    with report_progress() as tell:
        assert tell is None
