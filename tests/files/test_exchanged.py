"""A log that is exchanged under an open session: nothing of it is shown, and nothing is recorded in it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from engine.campaign import Campaign
from engine.commands import MakeNote
from engine.store.door import Head, HeadMoved, Parted
from engine.store.log import SqliteLog
from shell.runner import Desk


def tell(path: Path | str, *lines: str) -> None:
    """Carry out some lines at a table of their own."""
    with closing(Desk(Path(path))) as desk:
        for line in lines:
            assert desk.do(line).status == 0, line


@pytest.fixture
def shell(home: Path) -> Iterator[Desk]:
    """Leave a table open, while another past of its log, longer than its own, lies beside it."""
    with closing(Desk(Path("a.db"))) as desk:
        for line in ("new peupfudge", "pc Ada", "award Ada 10", "backup bak.db", "award Ada 7", "note one"):
            assert desk.do(line).status == 0
        tell("bak.db", "award Ada 1", "note two", "note three", "award Ada 2")
        yield desk


EXCHANGES: dict[str, Callable[[], object]] = {
    "copied over": lambda: Path("a.db").write_bytes(Path("bak.db").read_bytes()),
    "moved over": lambda: os.replace("bak.db", "a.db"),
    "moved away": lambda: os.replace("a.db", "elsewhere.db"),
}


@pytest.mark.rule("P7")
@pytest.mark.parametrize("how", EXCHANGES)
@pytest.mark.parametrize("line", ["sheet Ada", "ledger Ada", "head", "log", "award Ada 5", "undo", "export x.jsonl"])
def test_an_exchanged_log_is_neither_shown_nor_written(shell: Desk, how: str, line: str) -> None:
    EXCHANGES[how]()
    files = {path: path.read_bytes() for path in Path().glob("*.db")}
    outcome = shell.do(line)
    assert outcome.status == 3
    assert outcome.answer is None
    assert "while it was open" in outcome.fault.message
    assert "quit, and open it" in outcome.fault.hint
    assert {path: path.read_bytes() for path in Path().glob("*.db")} == files
    assert not Path("x.jsonl").exists()


@pytest.mark.rule("P7")
def test_it_is_said_again_and_again_until_one_leaves(shell: Desk) -> None:
    EXCHANGES["copied over"]()
    assert [shell.do(line).status for line in ("sheet Ada", "note x", "party")] == [3, 3, 3]
    assert [shell.do(line).status for line in ("help award", "quit")] == [0, 0]


@pytest.mark.rule("P7")
def test_a_log_that_another_shell_only_went_on_with_is_shown_as_ever(shell: Desk) -> None:
    tell("a.db", "award Ada 5")
    assert shell.do("sheet Ada").answer.result["xp"]["awarded"] == 22


@pytest.mark.rule("P7")
def test_what_was_lost_by_an_exchange_is_told_at_the_next_opening(shell: Desk, do: Callable[..., Any]) -> None:
    EXCHANGES["copied over"]()
    shell.close()
    assert any("differs from the one" in note or "old copy" in note for note in do("a.db", "head").notes)


@pytest.mark.rule("P7")
def test_reading_and_appending_go_on_from_a_head_or_not_at_all(log: Path) -> None:
    with closing(SqliteLog.open(log)) as opened:
        head = opened.head
        gone = Head(head.seq - 3, b"x" * 32)
        with pytest.raises(Parted):
            next(opened.read(gone))
        with pytest.raises(Parted):
            opened.append(gone, [])
        with pytest.raises(Parted):
            opened.append(Head(head.seq + 5, b"x" * 32), [])
        row = opened.at(head.seq - 3)
        assert row is not None
        assert len(list(opened.read(Head(row.seq, row.hash)))) == 3
        with pytest.raises(HeadMoved):
            opened.append(Head(row.seq, row.hash), [])
        assert opened.head == head


@pytest.mark.rule("P7")
def test_a_log_exchanged_while_it_is_read_is_not_read_on(home: Path, do: Callable[..., Any]) -> None:
    do("a.db", "new peupfudge")
    shutil.copy("a.db", "b.db")
    for name in ("a.db", "b.db"):
        with Campaign.open(name) as campaign:
            for number in range(1200):
                campaign.execute(MakeNote(f"{name} {number}"))
    with closing(SqliteLog.open(Path("a.db"), writable=False)) as opened:
        reading = opened.read()
        first = [next(reading) for _ in range(500)]
        Path("a.db").write_bytes(Path("b.db").read_bytes())
        assert [row.seq for row in first] == list(range(1, 501))
        with pytest.raises(Parted):
            list(reading)


@pytest.mark.rule("P7")
@pytest.mark.parametrize("line", ["sheet Ada", "award Ada 5"])
def test_a_log_of_as_many_changes_is_another_all_the_same(home: Path, line: str) -> None:
    """SQLite goes on with the pages that it remembers where a file counts as many changes as before."""
    tell("a.db", "new peupfudge", "pc Ada", "award Ada 10")
    shutil.copy("a.db", "b.db")
    tell("b.db", "award Ada 1", "note two")
    with closing(Desk(Path("a.db"))) as desk:
        for first in ("award Ada 7", "note one", "sheet Ada"):
            assert desk.do(first).status == 0
        Path("a.db").write_bytes(Path("b.db").read_bytes())
        assert desk.do(line).status == 3
    assert Path("a.db").read_bytes() == Path("b.db").read_bytes()
