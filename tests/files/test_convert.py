"""Format 1 stays what it was; `convert` carries a log over into format 2 and keeps its old head."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from forging import body, forged, text_of, written
from given import BEGINNING

from engine.campaign import Campaign
from engine.events import LogConverted, NoteMade
from engine.store.door import Row
from engine.store.log import SqliteLog
from replay.files.verify import verify

KEPT = Path(__file__).parents[1] / "logs" / "0.1.0-6-the-dispute.db"


@pytest.fixture
def old(home: Path) -> Path:
    """Make a log of format 1."""
    return Path(shutil.copy(KEPT, home / "old.db"))


def rows_of(path: Path | str) -> list[Row]:
    with closing(SqliteLog.open(Path(path), writable=False)) as log:
        return list(log.read())


def format_of(path: Path | str) -> int:
    with closing(SqliteLog.open(Path(path), writable=False)) as log:
        return log.format


def test_new_logs_are_of_format_2(log: Path) -> None:
    assert format_of(log) == 2


@pytest.mark.rule("P11")
@pytest.mark.parametrize("line", ["fork new.db", "backup new.db", "rescue new.db"])
def test_what_is_made_of_a_log_has_its_format(log: Path, old: Path, do: Callable[..., Any], line: str) -> None:
    for source, format in ((old, 1), (log, 2)):
        assert do(source, line).status == 0
        assert format_of("new.db") == format
        assert do("new.db", "verify").status == 0
        Path("new.db").unlink()


@pytest.mark.rule("P11", "B4-23")
def test_a_log_of_format_1_goes_out_and_in_as_it_is_without_a_header(old: Path, do: Callable[..., Any]) -> None:
    do(old, "export a.jsonl")
    assert Path("a.jsonl").read_bytes().startswith(b'{"seq":1,')
    assert do("again.db", "import a.jsonl").status == 0
    assert (format_of("again.db"), rows_of("again.db")) == (1, rows_of(old))


@pytest.mark.rule("P11")
def test_a_log_of_format_1_is_played_on_in_format_1(old: Path, do: Callable[..., Any]) -> None:
    assert do(old, "note on we go").status == 0
    assert do(old, "undo").status == 0
    assert format_of(old) == 1
    assert verify(old).ok


@pytest.mark.rule("P11", "P6")
def test_convert_carries_every_event_over_and_keeps_the_old_head(old: Path, do: Callable[..., Any]) -> None:
    before = old.read_bytes()
    outcome = do(old, "convert new.db")
    assert outcome.status == 0
    mine, theirs = rows_of(old), rows_of("new.db")
    assert [row[:9] for row in theirs[:-1]] == [row[:9] for row in mine]
    assert not {row.hash for row in theirs} & {row.hash for row in mine}
    with Campaign.open("new.db", writable=False) as campaign, Campaign.open(old, writable=False) as first:
        assert [each.event for each in campaign.events(len(mine))] == [LogConverted(1, len(mine), mine[-1].hash.hex())]
        assert campaign.state.sheets == first.state.sheets
    assert old.read_bytes() == before
    assert do("new.db", "verify").answer.text().startswith("Intact")
    assert outcome.answer.result["old_head"] == mine[-1].hash.hex()


@pytest.mark.rule("P6")
def test_hashes_that_were_noted_of_the_old_log_are_found_in_the_new_one(old: Path, do: Callable[..., Any]) -> None:
    do(old, "convert new.db")
    for path in (old, Path("new.db")):
        noted = rows_of(path)[9].hash.hex()
        assert verify(Path("new.db"), f"#10 {noted}").matches is True
    assert verify(Path("new.db"), "ab" * 16).matches is False


def test_a_converted_log_is_set_beside_the_old_one_event_by_event(old: Path, do: Callable[..., Any]) -> None:
    do(old, "convert new.db")
    found = do("new.db", "compare old.db").answer.result
    assert (found["relation"], found["same"]) == ("longer", len(rows_of(old)))
    do(old, "note this way")
    assert do("new.db", "compare old.db").answer.result["relation"] == "parted"


def test_a_log_of_the_newest_format_is_not_converted(log: Path, home: Path, do: Callable[..., Any]) -> None:
    outcome = do(log, "convert new.db")
    assert (outcome.status, outcome.fault.message) == (1, "this log is of format 2 already, the newest")
    assert not Path("new.db").exists()


def test_convert_goes_over_no_file_that_is_there(old: Path, do: Callable[..., Any]) -> None:
    Path("mine.txt").write_text("mine")
    assert do(old, "convert mine.txt").status == 1
    assert Path("mine.txt").read_text() == "mine"


def test_a_conversion_is_never_taken_back(old: Path, do: Callable[..., Any]) -> None:
    do(old, "convert new.db")
    assert do("new.db", f"undo #{len(rows_of('new.db'))}").status == 1


@pytest.mark.rule("P5", "P6")
@pytest.mark.parametrize("said", [LogConverted(1, 2, "ab" * 32), LogConverted(1, 1, "ab" * 32), LogConverted(2, 2, "")])
def test_a_conversion_that_was_made_up_is_found(home: Path, do: Callable[..., Any], said: LogConverted) -> None:
    rows = forged(body(BEGINNING), body(NoteMade("one")), body(said), format=2)
    path = written(home / "forged.db", rows, format=2)
    assert [(each.seq, each.kind) for each in verify(path).report.problems] == [(3, "impossible")]
    Path("a.jsonl").write_bytes(text_of(rows, format=2))
    outcome = do("new.db", "import a.jsonl")
    assert (outcome.status, "line 4 of a.jsonl" in outcome.fault.message) == (1, True)
    assert not Path("new.db").exists()


@pytest.mark.rule("B4-23")
@pytest.mark.parametrize(
    ("header", "said"),
    [
        (b'{"format":"fudgelog-log/3"}\n', "line 1 of a.jsonl names the format fudgelog-log/3, which a newer version"),
        (b'{"format": "fudgelog-log/2"}\n', "line 1 of a.jsonl is no header as this program writes it"),
        (b'{"format":"fudgelog-log/1"}\n', "line 1 of a.jsonl is no header as this program writes it"),
        (b'{"format":"diary"}\n', "line 1 of a.jsonl is no header as this program writes it"),
        (b'{"format":"fudgelog-log/2"}\n' * 2, "line 2 of a.jsonl is no event"),
        (b"", "line 1 of a.jsonl does not say what was recorded as #1"),
    ],
)
def test_a_file_with_another_header_is_refused_with_its_line(
    log: Path, do: Callable[..., Any], header: bytes, said: str
) -> None:
    do(log, "export a.jsonl")
    _, _, rest = Path("a.jsonl").read_bytes().partition(b"\n")
    Path("a.jsonl").write_bytes(header + rest)
    outcome = do("new.db", "import a.jsonl")
    assert outcome.status == 1
    assert said in outcome.fault.message
    assert not Path("new.db").exists()


def test_a_file_of_another_format_adds_nothing_to_a_log(old: Path, do: Callable[..., Any]) -> None:
    do(old, "convert new.db")
    do("new.db", "export a.jsonl")
    outcome = do(old, "import a.jsonl")
    assert outcome.status == 1
    assert "a.jsonl is of format 2, and this log of format 1" in outcome.fault.message


@pytest.mark.rule("B4-23")
@pytest.mark.parametrize("column", Row._fields)
def test_a_line_of_format_2_that_was_changed_is_refused_with_its_number(
    home: Path, do: Callable[..., Any], column: str
) -> None:
    rows = forged(body(BEGINNING), *(body(NoteMade(str(number))) for number in range(5)), format=2)
    held = getattr(rows[3], column)
    others = {"body": '{"text":"other"}', "ts": "2026-11-21T20:00:00.001Z", "seq": 5, "v": 2}
    others |= {"salt": b"x" * 16, "prev": b"x" * 32, "hash": b"x" * 32}
    rows[3] = rows[3]._replace(**{column: others.get(column, "ab" * 16)})
    assert getattr(rows[3], column) != held
    Path("a.jsonl").write_bytes(text_of(rows, format=2))
    outcome = do("new.db", "import a.jsonl")
    assert outcome.status == 1
    assert "line 5 of a.jsonl" in outcome.fault.message
    assert not Path("new.db").exists()
