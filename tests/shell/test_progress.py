"""A long check tells on the terminal how far it has come, and leaves nothing there."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from engine.store.door import LISTENER
from shell import progress
from shell.doors.voice import Voice, do_line
from shell.progress import STOPPED, find_meter, report_progress, reporting
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


def test_where_there_is_no_terminal_nothing_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    with report_progress() as tell:
        assert tell is None
    monkeypatch.setattr(sys, "stderr", None)
    with report_progress() as tell:
        assert tell is None
