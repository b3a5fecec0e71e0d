"""The numbers that the README and the pages promise, as numbers: a change of one is a change of a promise."""

from __future__ import annotations

import ast
import re
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from source import ROOT, tree
from spoiling import tampered

from engine import Campaign
from engine.clock import local_now
from engine.commands import MakeNote
from engine.drafts import make_drafts, make_rows
from engine.events import NoteMade
from engine.store import connection
from engine.store.door import LogError
from engine.store.log import SqliteLog
from shell.doors import playing
from shell.doors.cli import main
from shell.runner import Desk

NUMBER = re.compile(r"\b\d[\d,]*")
PAGES = {file.name: file.read_text("utf-8") for file in [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]}

#: Each sentence with a number, by its page, and the test that holds it as a number.
PROMISED = {
    ("promises.md", "at most 100 at once"): "shell/test_playing.py::test_at_most_100_lines_share_a_commit",
    ("promises.md", "more than 5,000 events"): (
        "files/test_long_logs.py::test_a_log_of_more_than_5_000_events_is_checked_from_where_it_was_right"
    ),
    ("promises.md", "shows 32 digits"): "files/test_verify.py::test_a_noted_hash_may_be_typed_in_groups",
    ("promises.md", "in 5 seconds"): (
        "faults/test_together.py::test_who_cannot_get_a_turn_in_five_seconds_says_so_and_records_nothing"
    ),
    ("README.md", "Python 3.11 or later"): "test_promised_numbers.py::test_python_3_11_is_the_oldest",
    ("files.md", "the mode 0600 and their folders 0700"): (
        "files/test_own_files.py::test_every_file_and_folder_of_its_own_is_for_this_user_alone"
    ),
}


@pytest.mark.parametrize(("page", "said"), PROMISED)
def test_every_number_stands_on_its_page_and_in_the_test_that_holds_it(page: str, said: str) -> None:
    assert said in " ".join(PAGES[page].split())
    file, name = PROMISED[page, said].split("::")
    (test,) = (node for node in tree(ROOT / "tests" / file).body if getattr(node, "name", "") == name)
    held = "\n".join(str(node.value) for node in ast.walk(test) if isinstance(node, ast.Constant))
    numbers = (int(number.replace(",", ""), 8 if number.startswith("0") else 10) for number in NUMBER.findall(said))
    assert [number for number in numbers if not re.search(rf"\b{number}\b", held)] == []


def test_no_number_of_the_promises_is_left_out() -> None:
    """A number in the text of a promise is one of those above; names of promises and events are none."""
    text = re.sub(r"```.*?```|\*\*P\d+\.|`[^`]*`|\(.*?\)", "", PAGES["promises.md"], flags=re.DOTALL)
    known = " ".join(said for page, said in PROMISED if page == "promises.md")
    assert sorted(set(re.findall(r"\b\d[\d,.]*\d\b|\b\d\b", text)) - set(re.findall(r"[\d,]+", known))) == []


# --- how long is waited ------------------------------------------------------------------------------------------


class Watch:
    """A clock that goes by what is slept."""

    def __init__(self) -> None:
        self.now = 1000.0

    def monotonic(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds


@pytest.mark.rule("P8")
def test_a_turn_is_waited_for_five_seconds_and_no_longer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "time", watch := Watch())
    path = tmp_path / "log.db"
    Campaign.create(path).close()
    with closing(sqlite3.connect(path, isolation_level=None)) as other, Campaign.open(path) as campaign:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(LogError, match="another program held the log for 5 seconds: nothing was recorded"):
            campaign.execute(MakeNote("I waited"))
    assert 5.0 < watch.now - 1000 < 5.01


def test_lines_that_share_a_commit_hold_others_up_for_at_most_a_twentieth_of_a_second(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A line that comes after that begins another commit; here each takes a fiftieth of a second."""
    monkeypatch.setattr(playing, "time", watch := Watch())
    Campaign.create(tmp_path / "log.db").close()
    held: list[int] = []
    commit, do = SqliteLog._commit, Desk.do

    def counted(log: SqliteLog) -> None:
        held.append(log.gathered or 0)
        commit(log)

    def slowly(desk: Desk, line: str) -> Any:
        watch.now += 0.02
        return do(desk, line)

    monkeypatch.setattr(SqliteLog, "_commit", counted)
    monkeypatch.setattr(Desk, "do", slowly)
    (tmp_path / "notes").write_text("head\n" + "note again\n" * 10)
    with (tmp_path / "notes").open("rb") as script:
        desk = Desk(tmp_path / "log.db")
        playing.play(desk, script, playing.Voice())
        desk.close()
    assert held == [1, 4, 4, 1]


# --- how much is checked -----------------------------------------------------------------------------------------


@pytest.mark.rule("P5")
@pytest.mark.parametrize(("events", "is_found"), [(5000, True), (5001, False)])
def test_of_more_than_5000_events_the_old_ones_are_not_read_again_at_opening(
    tmp_path: Path, events: int, *, is_found: bool
) -> None:
    path = tmp_path / "log.db"
    with Campaign.create(path) as campaign:
        rows = make_rows(
            campaign.log, campaign.log.head, make_drafts([NoteMade("it rains")] * (events - 1), "GM", local_now())
        )
        campaign.log.append(campaign.log.head, rows)
    Campaign.open(path).close()
    tampered(path, "UPDATE event SET actor = 'Kurt' WHERE seq = 7")
    if is_found:
        with pytest.raises(LogError, match="#7"):
            Campaign.open(path)
    else:
        Campaign.open(path).close()


# --- what is printed ---------------------------------------------------------------------------------------------


@pytest.mark.rule("P6")
def test_the_head_is_shown_with_32_digits(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(tmp_path / "log.db")
    assert main([path, "new", "fudge"]) == 0
    capsys.readouterr()
    assert main([path, "head"]) == 0
    digits = re.search(r"checkpoint ([0-9a-f ]+): ", capsys.readouterr().out)
    assert digits is not None
    assert len(digits[1].replace(" ", "")) == 32


def test_python_3_11_is_the_oldest() -> None:
    assert 'requires-python = ">=3.11"' in (ROOT / "pyproject.toml").read_text("utf-8")
